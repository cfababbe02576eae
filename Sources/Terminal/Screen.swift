import CEdit
import Glibc

/// Facts about the terminal.
public enum Screen {
    /// Columns and rows.
    public struct Size: Equatable, Sendable {
        /// Characters in a row.
        public let columns: Int
        /// Rows on the screen.
        public let rows: Int
    }

    /// Whether `descriptor` is a terminal.
    public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The size of the terminal behind `descriptor`; where it doesn't tell, that of COLUMNS and LINES, or 80 by 24.
    public static func size(of descriptor: Int32) -> Size {
        var (columns, rows): (Int32, Int32) = (0, 0)
        if terminal_size(descriptor, &columns, &rows) { return Size(columns: Int(columns), rows: Int(rows)) }
        return Size(columns: number("COLUMNS", from: 20) ?? 80, rows: number("LINES", from: 2) ?? 24)
    }

    private static func number(_ name: String, from least: Int) -> Int? {
        environment(name).flatMap { Int($0) }.flatMap { (least...10_000).contains($0) ? $0 : nil }
    }
}
