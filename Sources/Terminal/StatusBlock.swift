/// Some lines below all others, with the cursor behind the last of them: what to write to draw them anew, and to take them away.
struct StatusBlock {
    /// The columns that each of the lines on the screen takes.
    private var widths: [Int] = []

    var isShown: Bool { !widths.isEmpty }

    /// For these lines in place of those that are there. What doesn't fit on the screen is left out.
    mutating func drawn(_ lines: [String], _ size: Screen.Size) -> String {
        let start = start(columns: size.columns)
        // A column less than there are: a full row could wrap.
        let shown = lines.prefix(max(size.rows - 1, 1)).map { Columns.fit(Columns.plain($0), size.columns - 1) }
        widths = shown.map(Columns.width)
        return start + shown.joined(separator: "\u{1B}[K\r\n") + "\u{1B}[J"
    }

    /// For a screen without them.
    mutating func erased(columns: Int) -> String {
        defer { widths = [] }
        return start(columns: columns) + "\u{1B}[J"
    }

    /// Goes to where the first line begins. A terminal that has become narrower has folded them.
    private func start(columns: Int) -> String {
        let rows = widths.reduce(0) { $0 + max(($1 + columns - 1) / max(columns, 1), 1) }
        return rows > 1 ? "\r\u{1B}[\(rows - 1)A" : "\r"
    }
}
