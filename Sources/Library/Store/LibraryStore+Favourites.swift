public import Catalogue

extension LibraryStore {
    /// Makes items favourites, or favourites no more. Returns how many were changed: what is one already stays one. Throws `noSuchItem`
    /// where an id is not in the library; then none is changed.
    public func setFavourite(_ ids: [ItemID], _ on: Bool) throws -> Int {
        try writing {
            let table = FavouriteTable(database: database)
            var changed = 0
            for id in ids {
                try requireItem(id)
                if try on ? table.add(id, at: now) : table.remove(id) { changed += 1 }
            }
            return changed
        }
    }

    /// The favourites, the latest first.
    public func favourites() throws -> [ItemRecord] {
        try reading { try FavouriteTable(database: database).ids().compactMap(find) }
    }
}

/// The favourites' rows, in the order of adding.
struct FavouriteTable {
    let database: SQLiteDatabase

    func add(_ id: ItemID, at now: Int64) throws -> Bool {
        try database.run(
            "INSERT INTO favourite (kind, item, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", String(id.kind.rawValue), id.number, now)
        return database.changes > 0
    }

    func remove(_ id: ItemID) throws -> Bool {
        try database.run("DELETE FROM favourite WHERE kind = ? AND item = ?", String(id.kind.rawValue), id.number)
        return database.changes > 0
    }

    func ids() throws -> [ItemID] {
        try database.all("SELECT kind, item FROM favourite ORDER BY id DESC") { ItemID($0.text() + String($0.int())) }.compactMap { $0 }
    }
}
