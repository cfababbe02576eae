import Catalogue
import Session
import Terminal

/// What a command has done, in one sentence.
enum TextChanges {
    static func line(_ report: ChangeReport) -> String {
        var report = report
        report.skipped -= report.leftOut.count
        guard report.items > 0 else {
            if report.action == "next" { return "the queue ends here" }
            if report.action == "prev" { return "the queue begins here" }
            if report.action == "clear" { return "the queue was empty" }
            if report.action == "download", report.skipped == 0 { return "nothing is left to download" }
            return report.skipped > 0 ? "nothing to do: \(report.skipped == 1 ? "it was" : "all were") so already" : "nothing changed"
        }
        let sentence = sentence(report.action + (report.variant.map { " " + $0 } ?? ""), what(report))
        if report.skipped > 0, report.action == "export" { return "\(sentence); \(report.skipped) left out" }
        guard report.skipped > 0 else { return sentence }
        if report.action == "import" { return "\(sentence); \(report.skipped) left out, or there already" }
        return "\(sentence); \(already(report.skipped))"
    }

    /// What came of taking in another library's export.
    static func imported(_ report: ChangeReport) -> String {
        let added = report.items > 0 ? "took in \(Figures.count(report.items, "thing", "things"))" : "there was nothing new in it"
        let known = report.skipped - report.unread
        return [
            added, known > 0 ? "\(known) \(known == 1 ? "was" : "were") there already" : nil,
            report.unread > 0 ? "\(report.unread) could not be used" : nil,
        ].compactMap { $0 }.joined(separator: "; ")
    }

    /// One thing by its title, several by their number.
    private static func what(_ report: ChangeReport) -> String {
        if report.items == 1, let record = report.records.first, report.records.count == 1 {
            return ErrorText.quoted(Columns.plain(record.title))
        }
        return Figures.count(report.items, "item", "items")
    }

    private static func already(_ count: Int) -> String { "\(Figures.count(count, "was", "were")) so already" }

    private static func sentence(_ action: String, _ what: String) -> String {
        switch action {
        case "add": "added \(what)"
        case "insert": "\(what) will play next"
        case "load": "loaded \(what)"
        case "save": "kept \(what) as a playlist"
        case "rm": "forgot the playlist"
        case "export": "wrote \(what)"
        case "del": "took \(what) out of the queue"
        case "clear": "cleared the queue of \(what)"
        case "crop": "took \(what) out of the queue, all but the current one"
        case "move": "moved \(what)"
        case "swap": "swapped"
        case "shuffle": "shuffled \(what)"
        case "favourite": "♥ \(what)"
        case "like": "liked \(what)"
        case "unlike": "not liked any more: \(what)"
        case "unfavourite": "no favourite any more: \(what)"
        // Said before as well as after it is done.
        case "play", "download": "\(action): \(what)"
        case "next", "prev": "now at \(what)"
        case "cancel": "cancelled \(what)"
        case "delete": "deleted the file of \(what)"
        case "mark played": "marked as played: \(what)"
        case "mark unplayed": "marked as unplayed: \(what)"
        case "bookmarks": "took away \(what)"
        case "import": "subscribed to \(what); update fetches them"
        case "subscribe": "subscribed to \(what)"
        case "unsubscribe": "not subscribed any more: \(what)"
        case "source add": "added the source"
        case "source remove": "removed the source"
        case "source use": "from now on this source is asked"
        default: "\(action): done"
        }
    }
}
