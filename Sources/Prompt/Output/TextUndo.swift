import Library
import Session
import Terminal

/// What can be undone, and what undoing has come to, in words.
struct TextUndo {
    var width: Int?
    var palette: Palette

    /// The latest first.
    func lines(_ steps: [UndoStep], now: Int64) -> [String] {
        guard !steps.isEmpty else { return ["nothing to undo"] }
        var table = Table([.init("", .right, style: .dim), .init(), .init(isStretchable: true), .init(style: .dim)])
        for (index, step) in steps.enumerated() {
            table.add(["\(index + 1)", step.action, Self.what(step.title, step.items), Figures.age(since: step.time, now: now)])
        }
        return table.lines(width: width, palette: palette)
    }

    static func line(_ report: UndoReport) -> String {
        let step = report.step
        let done = report.isRedo ? "redone" : "undone"
        guard report.items > 0 else {
            return report.failures.isEmpty ? "\(done): \(step.action); it was so already" : "\(done): \(step.action), but nothing came back"
        }
        if step.action == "restore" {
            return "\(done): restore of \(what(step.title, 1)); \(report.isRedo ? "undo" : "redo") brings back what was there before"
        }
        let what = what(report.items == step.items ? step.title : nil, report.items)
        if report.isRedo { return "\(done): \(step.action), \(what)" }
        return "\(done): \(step.action), \(what)\(ending(report))"
    }

    private static func what(_ title: String?, _ items: Int) -> String {
        title.map { ErrorText.quoted(Columns.plain($0)) } ?? Figures.count(items, "item", "items")
    }

    private static func ending(_ report: UndoReport) -> String {
        if let name = report.name { return " back as \(ErrorText.quoted(Columns.plain(name)))" }
        switch report.step.action {
        case "clear", "crop", "del": return " back in the queue"
        case "unfavourite": return report.items == 1 ? " is a favourite again" : " are favourites again"
        case "like --off": return " liked again"
        case "unsubscribe": return " subscribed again"
        case "delete", "cleanup": return report.items == 1 ? " has its file again" : " have their files again"
        case "rm", "source remove": return " is back"
        case "bookmarks --remove": return " marked again"
        case "shuffle": return " as they stood"
        case "mark": return " marked as before"
        default: return " as before"
        }
    }
}
