import Catalogue
import Library

/// Reads what `ArchiveText` wrote. What can't be made out, or what no library can hold, is left out and counted: a file may come from anywhere.
struct ArchiveJSON {
    private(set) var archive = LibraryArchive()
    private(set) var leftOut = 0

    /// Nil where the bytes are something else. Throws SessionError.newerArchive.
    init?(_ bytes: [UInt8]) throws(SessionError) {
        guard let json = try? JSON.parse(bytes), json.exact("type") == "library" else { return nil }
        let version = json["version"]?.int ?? 0
        guard version == ArchiveText.version else { throw .newerArchive(version: version) }
        archive.currentSource = json.exact("source")
        archive.volume = json.exact("volume").flatMap { Setting.named("volume")?.accepts($0) == true ? $0 : nil }
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
            return Self.playable(json).map {
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

    private static func playable(_ json: JSON) -> ItemID? { id(json).flatMap { $0.kind.isPlayable ? $0 : nil } }

    /// A place or a length; nil for what is none.
    private static func seconds(_ json: JSON, _ key: String) -> Double? {
        json[key]?.double.flatMap { (0...1e9).contains($0) ? $0 : nil }
    }

    private static func source(_ json: JSON) -> Source? {
        guard let name = json.exact("name"), let kind = json.exact("kind").flatMap(Source.Kind.init) else { return nil }
        // Under a built-in name it would be asked in that one's place, and with its keys.
        let isFree = Source.isName(name) && !Source.builtIn.contains { $0.name == name }
        let url = json.exact("url")
        return isFree && url.map(Source.isBase) != false ? Source(name: name, kind: kind, url: url) : nil
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
        guard let program = id(json), let key = json.exact("key"), let value = json.exact("value"),
            ProgramKey("\(program).\(key)")?.setting.accepts(value) == true
        else { return nil }
        return ProgramSetting(program: program, key: key, value: value)
    }

    private static func list(_ json: JSON) -> LibraryArchive.List? {
        guard let name = json.exact("name"), PlaylistRecord.isName(name) else { return nil }
        let items = json.texts("items").compactMap { ItemID($0) }.filter(\.kind.isPlayable)
        return .init(name: name, changed: json.time("changed") ?? 0, items: items)
    }

    private static func progress(_ json: JSON) -> LibraryArchive.Progress? {
        guard let episode = id(json), episode.kind == .episode else { return nil }
        return .init(
            episode: episode, position: seconds(json, "position"), duration: seconds(json, "duration"), played: json.isSet("played"),
            changed: json.time("changed") ?? 0)
    }

    private static func listen(_ json: JSON) -> LibraryArchive.Listen? {
        guard let item = playable(json), let from = json.time("from") else { return nil }
        return .init(
            item: item, began: from, beganAt: seconds(json, "start") ?? 0, ended: json.time("to"),
            position: seconds(json, "position") ?? 0, heard: seconds(json, "heard"))
    }

    private static func bookmark(_ json: JSON) -> LibraryArchive.Place? {
        guard let item = id(json), item.kind == .episode, let position = seconds(json, "position") else { return nil }
        return .init(item: item, position: position, note: json.exact("note"), made: json.time("made") ?? 0)
    }
}
