import Library
import Terminal

/// What `doctor` found, in words.
enum CheckText {
    static func lines(_ checks: [LibraryCheck]) -> [String] {
        let width = checks.map { name($0.name).count }.max() ?? 0
        let lines = checks.map { check in
            let mark = check.isGood ? "✓" : check.isMended ? "+" : "✗"
            return "\(mark) \(name(check.name).padded(to: width))  \(words(check))"
        }
        let bad = checks.count { !$0.isGood && !$0.isMended }
        let mended = checks.count { $0.isMended }
        let end =
            bad > 0
            ? "\(Figures.count(bad, "thing is", "things are")) not as it should be; doctor --fix repairs what can be" : "all is well"
        return lines + [mended > 0 ? "\(Figures.count(mended, "thing was", "things were")) repaired; \(end)" : end]
    }

    /// Without what stands in front: for scripts too.
    static func words(_ check: LibraryCheck) -> String {
        Columns.plain(check.isMended ? "\(fault(check)); \(mended(check.name))" : fault(check))
    }

    private static func mended(_ name: CheckName) -> String {
        switch name {
        case .backups: "put aside"
        case .downloads: "to be fetched again by download"
        case .leftovers: "removed"
        default: "repaired"
        }
    }

    private static func name(_ name: CheckName) -> String {
        switch name {
        case .file: "library file"
        case .references: "references"
        case .ids: "ids"
        case .queue: "queue order"
        case .listing: "last listing"
        case .search: "search index"
        case .downloads: "downloads"
        case .backups: "backups"
        case .space: "free space"
        case .settings: "settings"
        case .leftovers: "leftovers"
        case .rescue: "last rescue"
        }
    }

    private static func fault(_ check: LibraryCheck) -> String {
        switch check.finding {
        case .good(let count): good(check.name, count)
        case .faults(let count, let names): faults(check.name, count) + (names.isEmpty ? "" : ": \(names.joined(separator: ", "))")
        case .damaged(let words): "damaged: \(words)"
        case .room(let free, let needed):
            check.isGood
                ? "\(Figures.size(free)) are free"
                : "only \(Figures.size(free)) are free, a backup needs \(Figures.size(needed)); make some room on the disk"
        case .backups(let newest, let count, let bad): backups(newest, count, bad)
        case .rescued(let report): RescueText.line(report)
        case .failed(let error): ErrorText.words(for: error)
        }
    }

    private static func good(_ name: CheckName, _ count: Int) -> String {
        switch name {
        case .file: "whole, \(Figures.size(Int64(count)))"
        case .references, .ids: "all that is named is there"
        case .queue: "in order"
        case .listing: "its numbers lead somewhere"
        case .search: count == 0 ? "all can be found" : Notes.waiting(count)
        case .downloads:
            count == 0
                ? "there are none"
                : "\(Figures.count(count, "file is", "files are")) there, as long as \(count == 1 ? "it was" : "they were")"
        case .settings: "all can be taken"
        case .leftovers: "none"
        case .backups, .space, .rescue: ""
        }
    }

    private static func faults(_ name: CheckName, _ count: Int) -> String {
        switch name {
        case .references: "\(Figures.count(count, "row names", "rows name")) something that isn't there"
        case .ids: "\(Figures.count(count, "favourite, entry or play is", "favourites, entries or plays are")) of things that aren't there"
        case .queue: "\(Figures.count(count, "place is", "places are")) wrong"
        case .listing: "\(Figures.count(count, "number leads", "numbers lead")) nowhere"
        case .search: "it doesn't fit what it is of"
        case .downloads: "\(Figures.count(count, "file has", "files have")) gone or changed"
        case .leftovers: "\(Figures.count(count, "part is", "parts are")) left that nothing goes on with"
        default: Figures.count(count, "fault", "faults")
        }
    }

    private static func backups(_ newest: BackupFile?, _ count: Int, _ bad: [String]) -> String {
        let there = newest.map { "\(Figures.count(count, "can", "can")) be read, the newest of \(Figures.minute($0.made))" }
        let lost = bad.isEmpty ? nil : "can't be read: \(bad.joined(separator: ", "))"
        let parts = [there, lost].compactMap { $0 }
        return parts.isEmpty ? "there are none yet" : parts.joined(separator: "; ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// What was done with a damaged or lost library.
enum RescueText {
    static func line(_ report: RescueReport) -> String { Columns.plain(text(report)) }

    private static func text(_ report: RescueReport) -> String {
        let backup = report.backup.map { "the backup of \(Figures.minute($0.made))" }
        switch report.cause {
        case .logGone:
            let advice = report.backup.map { "; restore \($0.name) goes back to \(backup ?? "")" } ?? ""
            return "the library's log had been taken away: what was in it alone is lost, the rest is whole\(advice)"
        case .missing: return "the library had gone" + rescued(report, backup, from: "its log") + kept(report, "log", "-wal")
        case .empty: return "the library was empty" + rescued(report, backup, from: "its log") + kept(report, "damaged file")
        case .damaged(let words):
            return "the library was damaged (\(words))" + rescued(report, backup, from: "it") + kept(report, "damaged file")
        }
    }

    private static func rescued(_ report: RescueReport, _ backup: String?, from place: String) -> String {
        if report.read == 0 {
            return backup.map { ": restored from \($0)\(later)" } ?? ": nothing could be read from \(place); a new one was begun"
        }
        var text = ": \(Figures.count(report.read, "row was", "rows were")) read from \(place)"
        if report.tables.isEmpty { return text + ", nothing is missing" }
        text += "; a part of \(TableNames.list(report.tables)) could not be"
        text += backup.map { ", \(report.fromBackup) came from \($0)" } ?? ", and there was nothing of it in a backup"
        if report.leftOut > 0 { text += "; \(Figures.count(report.leftOut, "row was", "rows were")) left out, of things that are lost" }
        return text
    }

    private static let later = "; what was changed after that is lost"

    private static func kept(_ report: RescueReport, _ what: String, _ ending: String = "") -> String {
        report.keptAs.map { "; the \(what) is kept as \($0)\(ending)" } ?? ""
    }
}

/// What the tables of a library hold, as a listener would call it.
enum TableNames {
    /// Each once, in this order.
    static func list(_ tables: [String]) -> String {
        var seen: Set<String> = []
        return tables.map { words[$0] ?? $0 }.filter { seen.insert($0).inserted }.joined(separator: ", ")
    }

    static let words = [
        "program": "the programmes", "episode": "the episodes", "story": "the stories", "station": "the stations",
        "story_text": "the stories' texts",
        "answer": "the kept pages", "listing": "the last listing", "reading": "the last listing", "chart": "the charts",
        "chart_look": "the charts",
        "source": "the sources", "subscription": "the subscriptions", "favourite": "the favourites", "liked": "the likes",
        "progress": "the positions", "listen": "the history", "listen_title": "the history", "queue": "the queue",
        "queue_entry": "the queue", "download": "the downloads",
        "playlist": "the playlists", "playlist_entry": "the playlists", "bookmark": "the bookmarks",
        "program_setting": "the programmes' settings", "state": "the settings", "undo_step": "what can be undone",
        "undo_row": "what can be undone", "trash": "the trash",
    ]
}
