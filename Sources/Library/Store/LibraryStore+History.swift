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

    /// Notes that it was heard until now, as far as `position` in seconds, and how many seconds were heard in all; nil where that is not known.
    public func continueListen(_ listen: Int64, position: Double, heard: Double? = nil) throws {
        try writing { try database.run(ListenSQL.goOn, now, position, heard, listen) }
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

extension LibraryStore {
    /// All sittings that brought something to hear, the oldest first.
    public func listenTimes() throws -> [ListenTime] {
        try reading {
            try database.all(ListenSQL.times) { row in
                ListenTime(
                    from: row.int(), to: row.int(), heard: row.realOrNil() ?? 0, program: row.intOrNil().map { ItemID(.program, $0) },
                    title: row.textOrNil())
            }
        }
    }
}

private enum ListenSQL {
    // What was heard is in rows of older programs what lies between the places, but no more than the time that went by.
    static let times = """
        SELECT began, ended, coalesce(heard, max(0, min(l.position - began_at, ended - began))) AS seconds, p.id,
            coalesce(nullif(p.title, ''), e.program_title, r.title)
        FROM listen l LEFT JOIN episode e ON l.kind = 'e' AND e.id = l.item LEFT JOIN program p ON p.id = e.program
            LEFT JOIN station r ON l.kind = 'r' AND r.id = l.item
        WHERE ended IS NOT NULL AND seconds > 0 ORDER BY began, l.id
        """

    static let begin = "INSERT INTO listen (kind, item, began, began_at, position) VALUES (?, ?, ?, ?, ?)"
    static let goOn = "UPDATE listen SET ended = ?, position = ?, heard = coalesce(?, heard) WHERE id = ?"
    static let latest = "SELECT id, kind, item, began, ended, position FROM listen ORDER BY began DESC, id DESC LIMIT ?"
}
