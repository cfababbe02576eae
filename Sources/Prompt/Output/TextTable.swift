import Library
import Terminal

/// Lays rows out in columns, for a terminal's width or whole.
enum TextTable {
    /// One line for each row.
    static func lines(_ rows: [TextRow], width: Int?, palette: Palette) -> [String] {
        let shown = width.map { columns(of: rows, fitting: $0) } ?? columns
        var table = Table(shown.map(\.column))
        for row in rows { table.add(shown.map { $0.cell(row) }, cellStyles: shown.map { $0.style?(row) }) }
        return table.lines(width: width, palette: palette)
    }

    /// Names and what belongs to them, as `info` has them; what is nil or empty is left out.
    static func facts(_ facts: [(name: String, value: String?)], width: Int?, palette: Palette) -> [String] {
        let known = facts.compactMap { fact in fact.value.flatMap { $0.isEmpty ? nil : (fact.name, Columns.plain($0)) } }
        let room = known.reduce(0) { max($0, Columns.width($1.0)) } + 2
        return known.flatMap { name, value in
            // Long values are folded, never cut: they are what was asked for.
            let lines = width.map { Columns.wrap(value, max($0 - room, 16)) } ?? [value]
            return lines.enumerated().map { index, line in
                index == 0 ? palette.paint(Columns.left(name, room), .dim) + line : String(repeating: " ", count: room) + line
            }
        }
    }
}

extension TextTable {
    private struct Shown {
        var column: Table.Column
        /// Columns of 0 stay; of the others the one with the highest number gives way first.
        var rank: Int
        /// It may be cut to one part of so many of the width.
        var part: Int
        /// The look of one cell, where it isn't the column's.
        var style: (@Sendable (TextRow) -> Style)?
        var cell: @Sendable (TextRow) -> String

        init(
            _ column: Table.Column, rank: Int = 0, part: Int = 1, style: (@Sendable (TextRow) -> Style)? = nil,
            _ cell: @escaping @Sendable (TextRow) -> String
        ) {
            (self.column, self.rank, self.part, self.style, self.cell) = (column, rank, part, style, cell)
        }
    }

    private static let columns = [
        Shown(.init("", .right, style: .dim)) { $0.number.map(String.init) ?? "" },
        Shown(.init("", .right, style: .bold)) { $0.place.map { "\($0.rank)." } ?? "" },
        Shown(.init(), style: { TextMovement.style($0.place?.movement) }) { TextMovement.text($0.place?.movement) },
        Shown(.init(style: .green)) { $0.marks },
        Shown(.init(isStretchable: true), part: 2) { $0.title },
        Shown(.init(isStretchable: true, style: .cyan), rank: 2, part: 4) { $0.by },
        Shown(.init(style: .dim), rank: 3) { $0.date },
        Shown(.init("", .right), rank: 1) { $0.length },
        Shown(.init(style: .dim), rank: 4) { $0.counter },
    ]

    /// The columns that leave half of the width to the titles, or as much as these need.
    private static func columns(of rows: [TextRow], fitting width: Int) -> [Shown] {
        let widths = columns.map { column in rows.reduce(0) { max($0, Columns.width(Columns.plain(column.cell($1)))) } }
        var kept = columns.indices.filter { widths[$0] > 0 }
        func need() -> Int { kept.reduce(-2) { $0 + 2 + min(widths[$1], width / columns[$1].part) } }
        while need() > width, let least = kept.max(by: { columns[$0].rank < columns[$1].rank }), columns[least].rank > 0 {
            kept.removeAll { $0 == least }
        }
        return kept.map { columns[$0] }
    }
}
