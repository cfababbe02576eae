import Catalogue
import Library
import Session
import Terminal

/// The ranks of things over time: for each chart a heading and a small plot.
struct TextChartHistory {
    var width: Int?
    var palette: Palette

    /// The thing's title, then its charts, with an empty line between two.
    func lines(_ histories: [ChartHistory]) -> [String] {
        var lines: [String] = []
        for history in histories {
            if !lines.isEmpty { lines.append("") }
            lines.append(palette.paint(cut(history.record.title), .bold))
            for (index, trace) in history.charts.enumerated() { lines += (index > 0 ? [""] : []) + self.lines(trace) }
        }
        return lines
    }

    private func lines(_ trace: ChartTrace) -> [String] {
        let name = trace.title.isEmpty || trace.title == trace.name ? trace.name : "\(trace.title) (\(trace.name))"
        let head = [palette.paint(cut(name), .cyan), palette.paint(cut(facts(trace)), .dim)]
        guard trace.points.count > 1 else { return head + trace.points.map { palette.paint(cut(Figures.minute($0.time)), .dim) } }
        if let plot = RankPlot(trace.points, width: width) { return head + plot.lines(palette) }
        return head + trace.points.suffix(12).map { cut("\(Figures.day($0.time))  \($0.rank.map { "\($0)." } ?? "–")") }
    }

    /// `2 now · best 1 · worst 3 · 9 looks`.
    private func facts(_ trace: ChartTrace) -> String {
        let ranks = trace.points.compactMap(\.rank)
        var facts = [trace.points.last.map(now) ?? "not in it now"]
        if let best = ranks.min(), let worst = ranks.max(), best < worst { facts += ["best \(best)", "worst \(worst)"] }
        return (facts + [Figures.count(trace.looks, "look", "looks")]).joined(separator: " · ")
    }

    /// Of a chart that comes in pages perhaps only the first was looked at.
    private func now(_ point: ChartTrace.Point) -> String {
        if let rank = point.rank { return "\(rank) now" }
        return point.reach.map { $0 == 1 ? "not the first now" : "not in the first \($0) now" } ?? "not in it now"
    }

    private func cut(_ text: String) -> String {
        let plain = Columns.plain(text)
        return width.map { Columns.fit(plain, $0) } ?? plain
    }
}
