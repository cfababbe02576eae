import Catalogue

/// The named playlists' rows.
struct PlaylistTable {
    let database: SQLiteDatabase

    /// In no order of use to people.
    func all() throws -> [PlaylistRecord] {
        try database.all(Self.selection) { PlaylistRecord(name: $0.text(), items: Int($0.int())) }
    }

    func id(of name: String) throws -> Int64? {
        try database.first("SELECT id FROM playlist WHERE name = ?", name) { $0.int() }
    }

    func items(of playlist: Int64) throws -> [ItemID] {
        try database.all("SELECT kind, item FROM playlist_entry WHERE playlist = ? ORDER BY place", playlist) { row -> ItemID? in
            // A kind that a newer program made up is left where it is.
            row.text().first.flatMap(ItemID.Kind.init).map { ItemID($0, row.int()) }
        }.compactMap { $0 }
    }

    func insert(_ name: String, at now: Int64) throws -> Int64 {
        try database.run("INSERT INTO playlist (name, changed) VALUES (?, ?)", name, now)
        return database.lastID
    }

    func write(_ items: [ItemID], into playlist: Int64, at now: Int64) throws {
        try database.run("DELETE FROM playlist_entry WHERE playlist = ?", playlist)
        try database.run("UPDATE playlist SET changed = ? WHERE id = ?", now, playlist)
        let insertion = try database.statement("INSERT INTO playlist_entry (playlist, place, kind, item) VALUES (?, ?, ?, ?)")
        for (place, item) in items.enumerated() { try insertion.run(playlist, place, String(item.kind.rawValue), item.number) }
    }

    func remove(_ playlist: Int64) throws {
        try database.run("DELETE FROM playlist WHERE id = ?", playlist)
    }

    private static let selection = """
        SELECT p.name, count(e.place) FROM playlist p LEFT JOIN playlist_entry e ON e.playlist = p.id GROUP BY p.id ORDER BY p.name
        """
}
