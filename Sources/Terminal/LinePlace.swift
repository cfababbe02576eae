import CEdit
import Glibc

/// A place in the edited line on the screen, counted from the prompt's first row and column.
///
/// libedit doesn't tell where it has put the cursor, so it is counted by its own rules (refresh.c): a wide character that doesn't fit goes
/// to the next row as a whole, a full row is left at once, and what can't be printed is written out in several columns.
struct LinePlace: Equatable {
    private(set) var row = 0
    private(set) var column = 0

    /// The place before `line[end]`, after a prompt of `promptWidth` columns, on a terminal of `columns`.
    init(before end: Int, in line: UnsafeBufferPointer<wchar_t>, promptWidth: Int, columns: Int) {
        for _ in 0..<promptWidth { advance(1, columns) }
        for code in line[..<end] { advance(over: code, columns) }
        if end < line.count, column + Int(wcwidth(line[end])) > columns { (row, column) = (row + 1, 0) }
    }

    private mutating func advance(over code: wchar_t, _ columns: Int) {
        switch code {
        case 10: (row, column) = (row + 1, 0)
        case 9: repeat { advance(1, columns) } while column % 8 != 0
        case 0..<32, 127: for _ in 0..<2 { advance(1, columns) }
        case _ where iswprint(wint_t(bitPattern: code)) == 0: for _ in 0..<(code > 0xFFFF ? 8 : 7) { advance(1, columns) }
        default: advance(max(Int(wcwidth(code)), 0), columns)
        }
    }

    private mutating func advance(_ count: Int, _ columns: Int) {
        if column + count > columns { (row, column) = (row + 1, 0) }
        column += count
        if column >= columns { (row, column) = (row + 1, 0) }
    }
}
