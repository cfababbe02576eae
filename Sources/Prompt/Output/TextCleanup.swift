import Library
import Session
import Terminal

/// What was cleaned up, or would be, in words.
struct TextCleanup {
    var width: Int?
    var palette: Palette

    /// Each file with the rule that takes it, then a summary.
    func lines(_ report: CleanupReport) -> [String] {
        var table = Table([.init(isStretchable: true), .init("", .right), .init(style: .green), .init(isStretchable: true, style: .dim)])
        for item in report.items { table.add([item.title, Figures.size(item.size), item.rule, item.path]) }
        return table.lines(width: width, palette: palette) + [Self.line(report)]
    }

    static func line(_ report: CleanupReport) -> String {
        if report.items.isEmpty { return "nothing is to be cleaned up" }
        let files = Figures.count(report.items.count, "file", "files")
        let size = Figures.size(report.items.reduce(0) { $0 + $1.size })
        let later = report.later > 0 ? "; \(report.later) more the next time, as the trash is full with them" : ""
        return report.isDry
            ? "\(files) would go to the trash, \(size)\(later)"
            : "cleaned up \(files), \(size)\(later); undo brings \(report.items.count == 1 ? "it" : "them") back"
    }
}
