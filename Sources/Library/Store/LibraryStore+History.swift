public import Catalogue

extension LibraryStore {
    /// Notes that an item begins to play, at `position` in seconds. Returns the number by which to go on. Throws `noSuchItem`.
    public func beginListen(_ id: ItemID, at position: Double) throws -> Int64 {
        try writing {
            try requireItem(id)
            try database.run(ListenSQL.begin, String(id.kind.rawValue), id.number, now, position, position)
            return database.lastID
        }
    }

    /// Notes that it was heard until now, as far as `position` in seconds.
    public func continueListen(_ listen: Int64, position: Double) throws {
        try writing { try database.run(ListenSQL.goOn, now, position, listen) }
    }

    /// What was heard, the latest first; `limit` nil for all.
    public func history(limit: Int? = nil) throws -> [ListenRecord] {
        try reading {
            let listens = try database.all(ListenSQL.latest, limit ?? -1) { row in
                (
                    id: row.int(), item: ItemID(row.text() + String(row.int())), from: row.int(), to: row.intOrNil(),
                    position: row.realOrNil() ?? 0
                )
            }
            return try listens.compactMap { listen in
                try listen.item.flatMap(find)?.playable.map {
                    ListenRecord(id: listen.id, item: $0, from: listen.from, to: listen.to, position: listen.position)
                }
            }
        }
    }
}

private enum ListenSQL {
    static let begin = "INSERT INTO listen (kind, item, began, began_at, position) VALUES (?, ?, ?, ?, ?)"
    static let goOn = "UPDATE listen SET ended = ?, position = ? WHERE id = ?"
    static let latest = "SELECT id, kind, item, began, ended, position FROM listen ORDER BY id DESC LIMIT ?"
}
