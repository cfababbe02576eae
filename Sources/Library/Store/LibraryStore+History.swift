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

    /// Notes what a station says to be playing from now on. A sitting keeps no more than the last thousand.
    public func addTitle(_ title: String, to listen: Int64) throws {
        try writing {
            try database.run(ListenSQL.addTitle, listen, now, title)
            try database.run(ListenSQL.forgetTitles, listen, listen)
        }
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
            let titles = try titles(of: listens.lazy.map(\.id).min(), to: listens.lazy.map(\.id).max())
            return try listens.compactMap { listen in
                guard let item = listen.item, let record = try find(item)?.playable else { return nil }
                var whole = ListenRecord(id: listen.id, item: record, from: listen.from, to: listen.to, position: listen.position)
                if let titles = titles[listen.id] { whole.titles = titles }
                return whole
            }
        }
    }
}

extension LibraryStore {
    /// What stations said in the sittings of these numbers, the first and the last one included.
    private func titles(of first: Int64?, to last: Int64?) throws -> [Int64: [HeardTitle]] {
        guard let first, let last else { return [:] }
        let rows = try database.all(ListenSQL.titles, first, last) { row in
            (listen: row.int(), title: HeardTitle(at: row.int(), title: row.text()))
        }
        return Dictionary(grouping: rows, by: \.listen).mapValues { $0.map(\.title) }
    }

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

    static let addTitle = "INSERT INTO listen_title (listen, at, title) VALUES (?, ?, ?)"
    static let forgetTitles = """
        DELETE FROM listen_title WHERE listen = ? AND id <= (
            SELECT id FROM listen_title WHERE listen = ? ORDER BY id DESC LIMIT 1 OFFSET 1000)
        """
    static let titles = "SELECT listen, at, title FROM listen_title WHERE listen BETWEEN ? AND ? ORDER BY listen, id"

    static let begin = "INSERT INTO listen (kind, item, began, began_at, position) VALUES (?, ?, ?, ?, ?)"
    static let goOn = "UPDATE listen SET ended = ?, position = ?, heard = coalesce(?, heard) WHERE id = ?"
    static let latest = "SELECT id, kind, item, began, ended, position FROM listen ORDER BY began DESC, id DESC LIMIT ?"
}
