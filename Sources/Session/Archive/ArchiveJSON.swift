import Catalogue
import Library

/// Reads what `ArchiveText` wrote. What can't be made out is left out and counted.
struct ArchiveJSON {
    private(set) var archive = LibraryArchive()
    private(set) var leftOut = 0

    /// Nil where the bytes are something else. Throws SessionError.newerArchive.
    init?(_ bytes: [UInt8]) throws(SessionError) {
        guard let json = try? JSON.parse(bytes), json.exact("type") == "library" else { return nil }
        let version = json["version"]?.int ?? 0
        guard version == ArchiveText.version else { throw .newerArchive(version: version) }
        archive.currentSource = json.exact("source")
        archive.volume = json.exact("volume")
        archive.sources = read(json, "sources", Self.source)
        archive.items = read(json, "items", Self.item)
        archive.favourites = read(json, "favourites", Self.mark)
        archive.likes = read(json, "likes", Self.mark)
        archive.subscriptions = read(json, "subscriptions", Self.subscribed)
        archive.programSettings = read(json, "settings", Self.setting)
        archive.playlists = read(json, "playlists", Self.list)
        archive.progress = read(json, "progress", Self.progress)
        archive.listens = read(json, "history", Self.listen)
        archive.bookmarks = read(json, "bookmarks", Self.bookmark)
        if let queue = json["queue"] { archive.queue = self.queue(queue) }
    }

    private mutating func read<Value>(_ json: JSON, _ key: String, _ value: (JSON) -> Value?) -> [Value] {
        let elements = json[key]?.elements ?? []
        let values = elements.compactMap(value)
        leftOut += elements.count - values.count
        return values
    }

    private mutating func queue(_ json: JSON) -> QueueState {
        var entry: Int64 = 0
        let entries = read(json, "entries") { json -> QueueRow? in
            entry += 1
            return Self.id(json).map {
                QueueRow(
                    entry: entry, item: $0, played: json.isSet("played"), failed: json.isSet("failed"), shuffleOrder: json["order"]?.int)
            }
        }
        let current = json["current"]?.int64
        return QueueState(
            entries: entries, current: entries.contains { $0.entry == current } ? current : nil, nextEntry: entry + 1,
            random: json.isSet("random"), repeats: json.isSet("repeat"), single: json.isSet("single"), consume: json.isSet("consume"),
            seed: json.exact("seed").flatMap { UInt64($0) } ?? 0)
    }
}

extension ArchiveJSON {
    private static func id(_ json: JSON, _ key: String = "item") -> ItemID? { json.exact(key).flatMap { ItemID($0) } }

    private static func source(_ json: JSON) -> Source? {
        guard let name = json.exact("name"), let kind = json.exact("kind").flatMap(Source.Kind.init) else { return nil }
        return Source(name: name, kind: kind, url: json.exact("url"))
    }

    private static func item(_ json: JSON) -> LibraryArchive.Item? {
        guard let id = id(json, "id"), let source = json.exact("source") else { return nil }
        let value: LibraryArchive.Item.Value? =
            switch id.kind {
            case .program: Program(archived: json).map { .program($0) }
            case .episode: Episode(archived: json).map { .episode($0) }
            case .station: Station(archived: json).map { .station($0) }
            case .story: Story(archived: json).map { .story($0) }
            }
        return value.map { .init(id: id, source: source, value: $0) }
    }

    private static func mark(_ json: JSON) -> LibraryArchive.Mark? {
        id(json).map { .init(item: $0, since: json.time("since") ?? 0) }
    }

    private static func subscribed(_ json: JSON) -> LibraryArchive.Subscribed? {
        id(json).map { .init(program: $0, url: json.exact("url"), since: json.time("since") ?? 0) }
    }

    private static func setting(_ json: JSON) -> ProgramSetting? {
        guard let program = id(json), let key = json.exact("key"), let value = json.exact("value") else { return nil }
        return ProgramSetting(program: program, key: key, value: value)
    }

    private static func list(_ json: JSON) -> LibraryArchive.List? {
        json.exact("name").map {
            .init(name: $0, changed: json.time("changed") ?? 0, items: json.texts("items").compactMap { ItemID($0) })
        }
    }

    private static func progress(_ json: JSON) -> LibraryArchive.Progress? {
        id(json).map {
            .init(
                episode: $0, position: json["position"]?.double, duration: json["duration"]?.double, played: json.isSet("played"),
                changed: json.time("changed") ?? 0)
        }
    }

    private static func listen(_ json: JSON) -> LibraryArchive.Listen? {
        guard let item = id(json), let from = json.time("from") else { return nil }
        return .init(
            item: item, began: from, beganAt: json["start"]?.double ?? 0, ended: json.time("to"),
            position: json["position"]?.double ?? 0, heard: json["heard"]?.double)
    }

    private static func bookmark(_ json: JSON) -> LibraryArchive.Place? {
        guard let item = id(json), let position = json["position"]?.double else { return nil }
        return .init(item: item, position: position, note: json.exact("note"), made: json.time("made") ?? 0)
    }
}
