public import Catalogue

extension LibraryStore {
    /// Makes items favourites, or favourites no more. Returns how many were changed: what is one already stays one. Throws `noSuchItem`
    /// where an id is not in the library; then none is changed. With `step` it can be undone.
    public func setFavourite(_ ids: [ItemID], _ on: Bool, step: String? = nil) throws -> Int { try set(.favourites, ids, on, step) }

    /// The same for what the listener likes.
    public func setLiked(_ ids: [ItemID], _ on: Bool, step: String? = nil) throws -> Int { try set(.likes, ids, on, step) }

    private func set(_ marks: MarkTable.Marks, _ ids: [ItemID], _ on: Bool, _ step: String?) throws -> Int {
        try writing {
            try recording(step, marks == .likes ? .liked : .favourite, of: ids) {
                let table = MarkTable(database: database, marks: marks)
                var changed = 0
                for id in ids {
                    try requireItem(id)
                    if try on ? table.add(id, at: now) : table.remove(id) { changed += 1 }
                }
                return changed
            }
        }
    }

    /// The favourites, the latest first.
    public func favourites() throws -> [ItemRecord] {
        try reading { try MarkTable(database: database, marks: .favourites).ids().compactMap(find) }
    }
}

/// The rows of what a listener marks, in the order of marking.
struct MarkTable {
    enum Marks {
        case favourites, likes
    }

    let database: SQLiteDatabase
    let marks: Marks

    private var name: String {
        switch marks {
        case .favourites: "favourite"
        case .likes: "liked"
        }
    }

    func add(_ id: ItemID, at now: Int64) throws -> Bool {
        try database.run(
            "INSERT INTO \(name) (kind, item, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", String(id.kind.rawValue), id.number, now)
        return database.changes > 0
    }

    func remove(_ id: ItemID) throws -> Bool {
        try database.run("DELETE FROM \(name) WHERE kind = ? AND item = ?", String(id.kind.rawValue), id.number)
        return database.changes > 0
    }

    func ids() throws -> [ItemID] {
        try database.all("SELECT kind, item FROM \(name) ORDER BY id DESC") { ItemID($0.text() + String($0.int())) }.compactMap { $0 }
    }
}
