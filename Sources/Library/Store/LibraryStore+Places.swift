public import Catalogue

extension LibraryStore {
    /// When an episode was left at the place at which it would go on (seconds since 1970); nil where it has none, or where that was chosen otherwise
    /// than by playing until there.
    public func timeLeft(_ id: ItemID) throws -> Int64? {
        try reading { try database.first(PlaceSQL.timeLeft, id.number) { $0.intOrNil() } ?? nil }
    }

    /// Notes a place that a jump came from, in seconds. The latest are kept.
    public func addLeftPlace(_ id: ItemID, position: Double) throws {
        try writing {
            let place = "\(try requireEpisode(id)) \(position) \(now)"
            let places = try [place] + PackedText.list(stored(PlaceSQL.jumps))
            try store(PlaceSQL.jumps, PackedText.pack(Array(places.prefix(PlaceSQL.mostJumps))))
        }
    }

    /// The places that were left lately, each once, the latest first: where jumps came from, where sittings ended, where episodes would go on.
    public func leftPlaces() throws -> [LeftPlace] {
        try reading {
            let rows = try
                (jumps() + database.all(PlaceSQL.sittings, read: PlaceSQL.row) + database.all(PlaceSQL.waiting, read: PlaceSQL.row))
                .filter { $0.position >= PlaceSQL.start }.enumerated().sorted {
                    ($1.element.left, $0.offset) < ($0.element.left, $1.offset)
                }
                .map(\.element)
            return try PlaceSQL.distinct(rows).compactMap { row in
                guard case .episode(let item)? = try find(ItemID(.episode, row.episode)) else { return nil }
                return LeftPlace(item: item, position: row.position, left: row.left)
            }
        }
    }

    private func jumps() throws -> [PlaceSQL.Row] {
        PackedText.list(try stored(PlaceSQL.jumps)).compactMap { text in
            let parts = text.split(separator: " ")
            guard parts.count == 3, let episode = Int64(parts[0]), let position = Double(parts[1]), let left = Int64(parts[2]) else {
                return nil
            }
            return (episode, position, left)
        }
    }
}

private enum PlaceSQL {
    typealias Row = (episode: Int64, position: Double, left: Int64)

    /// The name of the value that holds the places jumps came from: texts of `EPISODE SECONDS TIME`.
    static let jumps = "places"
    static let mostJumps = 20
    /// Seconds: so near the start there is nothing to go back to, and so near to one another is to a listener the same place.
    static let start = 10.0
    private static let same = 5.0

    // Both are written together while it plays, the sitting behind the place: one that was chosen has another position, or is of later.
    static let timeLeft = """
        SELECT CASE WHEN l.position = g.position AND g.changed <= l.ended THEN l.ended END
        FROM listen l JOIN progress g ON g.episode = l.item
        WHERE l.kind = 'e' AND l.item = ? ORDER BY l.began DESC, l.id DESC LIMIT 1
        """
    static let sittings = """
        SELECT item, position, coalesce(ended, began) FROM listen WHERE kind = 'e' ORDER BY began DESC, id DESC LIMIT 200
        """
    static let waiting = "SELECT episode, position, changed FROM progress WHERE position IS NOT NULL ORDER BY changed DESC LIMIT 50"

    static func row(_ row: inout SQLiteColumns) -> Row { (episode: row.int(), position: row.realOrNil() ?? 0, left: row.int()) }

    static func distinct(_ rows: [Row]) -> [Row] {
        var kept: [Int64: [Double]] = [:]
        return rows.filter { row in
            if kept[row.episode]?.contains(where: { ($0 - row.position).magnitude < same }) == true { return false }
            kept[row.episode, default: []].append(row.position)
            return true
        }
    }
}
