/// Reads the answers of a directory of radio stations in radio-browser's manner (reference section D1): from a body's bytes to values. Each
/// function throws where the whole answer can't be used and names single entries that can't in `skipped`. Numbers may come as texts, as the
/// oldest servers send them. `charset` is what the server calls the body's charset. All may be called from any thread.
public enum RadioReader {
    /// The directory's lists of what stations can be chosen by.
    public enum Shelf: String, Sendable, CaseIterable {
        case tags, countries, languages

        /// What a category's ref begins with, before a slash.
        public var word: String {
            switch self {
            case .tags: "tag"
            case .countries: "country"
            case .languages: "language"
            }
        }
    }

    /// Stations in the directory's order (`stations/…`). One without an id or an address is skipped.
    public static func stations(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (stations: [Station], skipped: [String]) {
        let list = try list(body, charset: charset, expecting: "stations") { $0.has(.stationuuid) }
        return stations(in: list)
    }

    /// What stations can be chosen by (`tags`, `countries`, `languages`): a category's ref is `tag/NAME`, `country/CODE` or `language/NAME`,
    /// its group the shelf.
    public static func categories(
        _ body: [UInt8], of shelf: Shelf, charset: String? = nil
    ) throws(CatalogueError) -> (categories: [Category], skipped: [String]) {
        let list = try list(body, charset: charset, expecting: "\(shelf)") { $0.has(.stationcount) }
        return categories(in: list, of: shelf)
    }

    /// The answer to a click (`url/…`): the station's name and address. Throws `refused` where the directory knows no such station.
    public static func click(_ body: [UInt8], charset: String? = nil) throws(CatalogueError) -> Station {
        let root = try parse(body, charset: charset)
        guard let station = try click(in: root) else { throw .notThisService(expected: "the answer to a click") }
        return station
    }

    /// The names of the servers that say the same (`servers`), each once: a name stands there for each of its addresses.
    public static func servers(_ body: [UInt8], charset: String? = nil) throws(CatalogueError) -> [String] {
        let list = try list(body, charset: charset, expecting: "servers") { $0.has(.ip) && $0.has(.name) }
        var seen = Set<String>()
        return list.compactMap { RadioEntry($0).raw(.name) }.filter { isHost($0) && seen.insert($0).inserted }
    }
}

extension RadioReader {
    static func stations(in list: [JSON]) -> (stations: [Station], skipped: [String]) {
        var stations: [Station] = []
        var skipped: [String] = []
        stations.reserveCapacity(list.count)
        for (index, json) in list.enumerated() {
            guard let station = RadioEntry(json).station else {
                skipped.append("station \(index + 1) has no id")
                continue
            }
            if station.audio.isEmpty { skipped.append("station \(index + 1) has no address") } else { stations.append(station) }
        }
        return (stations, skipped)
    }

    static func categories(in list: [JSON], of shelf: Shelf) -> (categories: [Category], skipped: [String]) {
        var categories: [Category] = []
        var skipped: [String] = []
        for (index, json) in list.enumerated() {
            let entry = RadioEntry(json)
            let key: RadioKey = shelf == .countries ? .iso3166 : .name
            guard let ref = entry.id(key), let title = entry.line(.name) else {
                skipped.append("\(shelf.word) \(index + 1) has no \(entry.has(.name) && shelf == .countries ? "code" : "name")")
                continue
            }
            categories.append(Category(ref: "\(shelf.word)/\(ref)", title: title, group: shelf.rawValue))
        }
        return (categories, skipped)
    }

    /// The answer to a click; nil for another.
    static func click(in root: JSON) throws(CatalogueError) -> Station? {
        let entry = RadioEntry(root)
        try refuse(entry)
        return entry.has(.ok) ? entry.station : nil
    }

    /// Throws where the directory says no: `{"ok": false, "message": …}`.
    private static func refuse(_ entry: RadioEntry) throws(CatalogueError) {
        if entry.flag(.ok) == false { throw .refused(code: "false", message: entry.line(.message) ?? "") }
    }

    private static func parse(_ body: [UInt8], charset: String?) throws(CatalogueError) -> JSON {
        do { return try JSON.parse(body, charset: charset) } catch { throw CatalogueError(error) }
    }

    /// A list's entries. What holds none of the right kind is another's answer, but an empty list is a list.
    private static func list(
        _ body: [UInt8], charset: String?, expecting what: String, _ isEntry: (RadioEntry) -> Bool
    ) throws(CatalogueError) -> [JSON] {
        let root = try parse(body, charset: charset)
        guard root.kind == .array || root.kind == .object else { throw .notThisService(expected: what) }
        try refuse(RadioEntry(root))
        let list = root.list
        guard list.isEmpty || list.contains(where: { isEntry(RadioEntry($0)) }) else { throw .notThisService(expected: what) }
        return list
    }

    /// A name as it may stand in an address, with or without a port.
    private static func isHost(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { (0x30...0x3A).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x2E }
    }
}
