import Library
import Terminal

/// A small plot of ranks over time: the best rank at the top, the newest look at the right.
///
///      1 ┤     ╭──────╮
///      2 ┤  ╭──╯      ╰───●
///      3 ┤──╯
///         2026-11-20  2026-11-30
struct RankPlot {
    private let points: [ChartTrace.Point]
    /// The ranks of the first and the last row.
    private let (top, bottom): (Int, Int)
    private let (columns, rows): (Int, Int)
    /// The rank at each column's time; nil while it wasn't in the chart.
    private let ranks: [Int?]
    private let labelWidth: Int

    /// The plot alone, without its labels, takes from 24 to 60 columns.
    private static let narrowest = 24
    private static let widest = 60
    private static let highest = 8

    /// `points`: the oldest first. `width`: a terminal's columns. Nil where nothing can be plotted: no rank is known, or there is no room for it.
    init?(_ points: [ChartTrace.Point], width: Int?) {
        self.points = points
        let known = points.compactMap(\.rank)
        guard let best = known.min(), let worst = known.max() else { return nil }
        (top, bottom) = (worst <= Self.highest ? 1 : best, worst)
        rows = min(bottom - top + 1, Self.highest)
        labelWidth = max("\(bottom)".count, 2)
        let room = min((width ?? Self.widest + 20) - labelWidth - 2, Self.widest)
        guard room >= Self.narrowest else { return nil }
        columns = min(room, max(Self.narrowest, points.count < Self.widest ? points.count * 4 : Self.widest))
        ranks = Self.ranks(points, columns: columns)
    }

    /// The rows with their ranks, then the dates of the first and the last look.
    func lines(_ palette: Palette) -> [String] {
        let drawn = drawing().enumerated().map { index, row in
            var row = String(row)
            while row.last == " " { row.removeLast() }
            return palette.paint(Columns.right("\(rank(ofRow: index))", labelWidth) + " ┤", .dim) + palette.paint(row, .green)
        }
        return drawn + [palette.paint(Columns.blanks(labelWidth + 2) + dates, .dim)]
    }
}

extension RankPlot {
    /// A look counts until the next one; the newest has some columns of its own at the end. Of several within a column the last counts.
    private static func ranks(_ points: [ChartTrace.Point], columns: Int) -> [Int?] {
        let (first, last) = (Double(points[0].time), Double(points[points.count - 1].time))
        let room = Double(columns - max(columns / 12, 2))
        var ranks: [Int?] = Array(repeating: nil, count: columns)
        for (index, point) in points.enumerated() {
            let share = last > first ? (Double(point.time) - first) / (last - first) : Double(index) / Double(max(points.count - 1, 1))
            for column in Int(min(max(share, 0), 1) * room)..<columns { ranks[column] = point.rank }
        }
        return ranks
    }

    private func row(_ rank: Int) -> Int {
        rows <= 1 ? 0 : Int((Double(rank - top) * Double(rows - 1) / Double(bottom - top)).rounded())
    }

    private func rank(ofRow row: Int) -> Int {
        rows <= 1 ? top : top + Int((Double(row) * Double(bottom - top) / Double(rows - 1)).rounded())
    }

    private func drawing() -> [[Character]] {
        var grid = Array(repeating: [Character](repeating: " ", count: columns), count: rows)
        var before: Int?
        for (column, rank) in ranks.enumerated() {
            let now = rank.map(row)
            if let now {
                grid[now][column] = column == columns - 1 ? "●" : "─"
                if let before, before != now {
                    for between in min(before, now)...max(before, now) { grid[between][column] = "│" }
                    grid[before][column] = now > before ? "╮" : "╯"
                    grid[now][column] = now > before ? "╰" : "╭"
                }
            }
            before = now
        }
        return grid
    }

    private var dates: String {
        let (first, last) = (Figures.minute(points[0].time), Figures.minute(points[points.count - 1].time))
        let isOneDay = first.prefix(10) == last.prefix(10)
        let (left, right) = isOneDay ? (first, String(last.suffix(5))) : (String(first.prefix(10)), String(last.prefix(10)))
        return left + Columns.right(right, columns - left.count)
    }
}
