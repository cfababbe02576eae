import Session
import Terminal

/// How much was heard, as sums and small bar charts.
///
///     Mon 2026-11-30  ████████████▌    1 h 05 min
struct TextStats {
    var width: Int?
    var palette: Palette

    func lines(_ report: StatsReport) -> [String] {
        guard let since = report.since else { return ["nothing was heard yet"] }
        let weeks = Array(report.weeks.drop { $0.heard == 0 })
        var lines = sums(report, since: since)
        lines += chart("By day", report.days.map { (name: "\(Self.weekdays[$0.weekday]) \($0.day)", heard: $0.heard) })
        if weeks.count > 1 { lines += chart("By week, from its Monday", weeks.map { (name: $0.day, heard: $0.heard) }) }
        lines += chart("By programme", report.programs.map { (name: $0.title ?? "no programme", heard: $0.heard) })
        if report.otherPrograms > 0 { lines.append(palette.paint("and \(report.otherPrograms) more", .dim)) }
        return lines
    }

    private func sums(_ report: StatsReport, since: String) -> [String] {
        var table = Table([.init(style: .dim), .init("", .right), .init(style: .dim)])
        for sum in report.sums {
            let name =
                switch sum.name {
                case .today: "today"
                case .week: "this week"
                case .month: "this month"
                case .total: "in all"
                }
            table.add([name, Figures.span(sum.heard), Figures.count(sum.sittings, "listen", "listens")])
        }
        return table.lines(width: width, palette: palette) + [palette.paint("since \(since)", .dim)]
    }

    /// The longest bar belongs to the largest value; what isn't nothing has at least the thinnest.
    private func chart(_ title: String, _ rows: [(name: String, heard: Double)]) -> [String] {
        let most = rows.reduce(0) { max($0, $1.heard) }
        guard most > 0 else { return [] }
        let values = rows.map { $0.heard > 0 ? Figures.span($0.heard) : "–" }
        let valueRoom = values.reduce(0) { max($0, Columns.width($1)) }
        let names = rows.map { Columns.plain($0.name) }
        let whole = width ?? 80
        let nameRoom = min(names.reduce(0) { max($0, Columns.width($1)) }, max(whole / 2 - 4, 8))
        let room = min(max(whole - nameRoom - valueRoom - 4, 4), Self.longest)
        let lines = rows.indices.map { index in
            let bar = Self.bar(rows[index].heard / most, room)
            return Columns.left(names[index], nameRoom) + "  " + palette.paint(bar, .green) + Columns.blanks(room - Columns.width(bar))
                + "  "
                + Columns.right(values[index], valueRoom)
        }
        return ["", palette.paint(title, .bold)] + lines
    }

    /// In eighths of a column.
    static func bar(_ share: Double, _ room: Int) -> String {
        guard share > 0, room > 0 else { return "" }
        let eighths = max(Int((min(share, 1) * Double(room * 8)).rounded()), 1)
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }

    private static let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let longest = 50
}
