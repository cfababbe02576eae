import Catalogue
import Library

/// Writes all that a listener has made as one JSON object: a list for each kind of thing, one thing a line.
struct ArchiveText {
    /// The first that the reader of a later version would have to take differently.
    static let version = 1

    private(set) var text: String

    init(_ archive: LibraryArchive) {
        text = "{\"type\":\"library\",\"version\":\(Self.version)"
        if let source = archive.currentSource { text += ",\"source\":" + JSONLine.quoted(source) }
        if let volume = archive.volume { text += ",\"volume\":" + JSONLine.quoted(volume) }
        add("sources", archive.sources.map(Self.line))
        add("items", archive.items.map(Self.line))
        add("favourites", archive.favourites.map(Self.line))
        add("likes", archive.likes.map(Self.line))
        add("subscriptions", archive.subscriptions.map(Self.line))
        add("settings", archive.programSettings.map(Self.line))
        add("playlists", archive.playlists.map(Self.line))
        add("progress", archive.progress.map(Self.line))
        add("history", archive.listens.map(Self.line))
        add("bookmarks", archive.bookmarks.map(Self.line))
        text += ",\n\"queue\":" + Self.line(archive.queue).text + "}\n"
    }

    private mutating func add(_ name: String, _ lines: [JSONLine]) {
        text += ",\n\(JSONLine.quoted(name)):["
        text += lines.isEmpty ? "]" : "\n" + lines.map(\.text).joined(separator: ",\n") + "\n]"
    }
}

extension ArchiveText {
    private static func line(_ source: Source) -> JSONLine {
        var line = JSONLine()
        line.add("name", source.name)
        line.add("kind", source.kind.rawValue)
        line.add("url", source.url)
        return line
    }

    private static func line(_ item: LibraryArchive.Item) -> JSONLine {
        var line =
            switch item.value {
            case .program(let program): program.archived
            case .episode(let episode): episode.archived
            case .station(let station): station.archived
            case .story(let story): story.archived
            }
        line.add("id", item.id.description)
        line.add("source", item.source)
        return line
    }

    private static func line(_ mark: LibraryArchive.Mark) -> JSONLine {
        var line = JSONLine()
        line.add("item", mark.item.description)
        line.add("since", time: mark.since)
        return line
    }

    private static func line(_ wish: LibraryArchive.Subscribed) -> JSONLine {
        var line = JSONLine()
        line.add("item", wish.program.description)
        line.add("url", wish.url)
        line.add("since", time: wish.since)
        return line
    }

    private static func line(_ setting: ProgramSetting) -> JSONLine {
        var line = JSONLine()
        line.add("item", setting.program.description)
        line.add("key", setting.key)
        line.add("value", setting.value)
        return line
    }

    private static func line(_ list: LibraryArchive.List) -> JSONLine {
        var line = JSONLine()
        line.add("name", list.name)
        line.add("changed", time: list.changed)
        line.add("items", list.items.map(\.description))
        return line
    }

    private static func line(_ progress: LibraryArchive.Progress) -> JSONLine {
        var line = JSONLine()
        line.add("item", progress.episode.description)
        line.add("position", progress.position)
        line.add("duration", progress.duration)
        line.add("played", progress.played)
        line.add("changed", time: progress.changed)
        return line
    }

    private static func line(_ listen: LibraryArchive.Listen) -> JSONLine {
        var line = JSONLine()
        line.add("item", listen.item.description)
        line.add("from", time: listen.began)
        line.add("to", time: listen.ended)
        line.add("start", listen.beganAt)
        line.add("position", listen.position)
        line.add("heard", listen.heard)
        return line
    }

    private static func line(_ bookmark: LibraryArchive.Place) -> JSONLine {
        var line = JSONLine()
        line.add("item", bookmark.item.description)
        line.add("position", bookmark.position)
        line.add("note", bookmark.note)
        line.add("made", time: bookmark.made)
        return line
    }

    /// `current` is the current entry's position, from 1.
    private static func line(_ queue: QueueState) -> JSONLine {
        var line = JSONLine()
        line.add("current", queue.current.flatMap { current in queue.entries.firstIndex { $0.entry == current } }.map { $0 + 1 })
        line.add("random", queue.random)
        line.add("repeat", queue.repeats)
        line.add("single", queue.single)
        line.add("consume", queue.consume)
        line.add("seed", String(queue.seed))
        line.add(
            "entries",
            queue.entries.map { row -> JSONLine in
                var line = JSONLine()
                line.add("item", row.item.description)
                line.add("played", row.played ? true : nil)
                line.add("failed", row.failed ? true : nil)
                line.add("order", row.shuffleOrder)
                return line
            })
        return line
    }
}
