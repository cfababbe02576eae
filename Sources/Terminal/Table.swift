/// Rows of cells in columns of equal width, for a terminal or for a pipe.
public struct Table: Sendable {
    /// One column: its heading, side, look, and whether it gives way where the lines would be too long.
    public struct Column: Sendable {
        /// The side at which the cells of a column stand.
        public enum Side: Sendable { case left, right }

        let (heading, side, style): (String, Side, Style)
        let isStretchable: Bool

        /// A stretchable column is cut (down to 8 columns) where a terminal is too narrow. Without a heading in any column the table has
        /// no head.
        public init(_ heading: String = "", _ side: Side = .left, isStretchable: Bool = false, style: Style = .plain) {
            (self.heading, self.side, self.style, self.isStretchable) = (heading, side, style, isStretchable)
        }
    }

    private let columns: [Column]
    private var rows: [Row] = []

    /// A table without rows.
    public init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row: a cell for each column (missing ones stay empty, more are left out), cleaned by `Columns.plain`.
    /// `style` is the row's look in place of that of its columns; `cellStyles` are those of single cells, by column.
    public mutating func add(_ cells: [String], style: Style = .plain, cellStyles: [Style?] = []) {
        let cells = columns.indices.map { $0 < cells.count ? Columns.plain(cells[$0]) : "" }
        let styles = columns.indices.map { column in
            (column < cellStyles.count ? cellStyles[column] : nil) ?? (style == .plain ? columns[column].style : style)
        }
        rows.append(Row(cells: cells, styles: styles))
    }

    /// The lines, each at most `width` columns (nil: as long as they are, for pipes), without blanks at their ends.
    public func lines(width: Int?, palette: Palette = .off) -> [String] {
        let hasHead = columns.contains { !$0.heading.isEmpty }
        let head = hasHead ? [Row(cells: columns.map(\.heading), styles: columns.map { _ in Style.dim })] : []
        let widths = fittedWidths(head + rows, width)
        return (head + rows).map { line($0, widths, limit: width, palette) }
    }

    /// A cell and its look for each column.
    private struct Row {
        var cells: [String]
        var widths: [Int]
        var styles: [Style]

        init(cells: [String], styles: [Style]) {
            (self.cells, self.styles) = (cells, styles)
            widths = cells.map(Columns.width)
        }
    }
}

extension Table {
    private static let gap = "  "
    private static let narrowest = 8

    /// The widest cell of each column; then the widest stretchable column gives way until the lines fit.
    private func fittedWidths(_ rows: [Row], _ width: Int?) -> [Int] {
        var widths = columns.indices.map { column in rows.reduce(0) { max($0, $1.widths[column]) } }
        guard let width else { return widths }
        widths = widths.map { min($0, width) }
        let used = widths.filter { $0 > 0 }
        var excess = used.reduce(0, +) + Self.gap.count * max(used.count - 1, 0) - width
        while excess > 0 {
            let wide = columns.indices.filter { columns[$0].isStretchable && widths[$0] > Self.narrowest }
            guard let widest = wide.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    /// A column in which no row has anything takes no place, nor does the end of a line after its last cell.
    private func line(_ row: Row, _ widths: [Int], limit: Int?, _ palette: Palette) -> String {
        guard let last = row.cells.lastIndex(where: { !$0.isEmpty }) else { return "" }
        var (result, room) = ("", limit ?? Int.max)
        for column in 0...last where widths[column] > 0 {
            if !result.isEmpty {
                result += Self.gap
                room -= Self.gap.count
            }
            let width = min(widths[column], room)
            guard width > 0 else { break }
            let isWhole = row.widths[column] <= width
            let cell = isWhole ? row.cells[column] : Columns.fit(row.cells[column], width)
            let fill = Columns.blanks(width - (isWhole ? row.widths[column] : Columns.width(cell)))
            let painted = palette.paint(cell, row.styles[column])
            result += columns[column].side == .right ? fill + painted : painted + (column == last ? "" : fill)
            room -= width
        }
        while result.last == " " { result.removeLast() }
        return result
    }
}
