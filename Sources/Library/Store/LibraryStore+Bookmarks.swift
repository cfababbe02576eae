public import Catalogue

extension LibraryStore {
    /// Marks a place in an episode, in seconds. The same place with the same note is marked once. Throws `noSuchItem`.
    public func addBookmark(_ id: ItemID, position: Double, note: String?) throws -> Bookmark {
        try writing {
            let episode = try requireEpisode(id)
            let kind = String(id.kind.rawValue)
            let known = try database.first(BookmarkSQL.same, kind, episode, position, note) { $0.int() }
            if known == nil { try database.run(BookmarkSQL.insertion, kind, episode, position, note, now) }
            let made = try database.first(BookmarkSQL.selection + " WHERE id = ?", known ?? database.lastID, read: BookmarkSQL.row)
            guard let made, let bookmark = try bookmark(made) else { throw LibraryError.noSuchItem(id) }
            return bookmark
        }
    }

    /// The bookmarks, the latest first.
    public func bookmarks() throws -> [Bookmark] {
        try reading {
            try database.all(BookmarkSQL.selection + " ORDER BY made DESC, id DESC", read: BookmarkSQL.row).compactMap(bookmark)
        }
    }

    /// Takes bookmarks away. Returns how many there were. With `step` it can be undone.
    public func removeBookmarks(_ ids: [Int64], step: String? = nil) throws -> Int {
        try writing {
            if let step { try recordBookmarks(step, ids) }
            var removed = 0
            for id in ids {
                try database.run("DELETE FROM bookmark WHERE id = ?", id)
                removed += database.changes
            }
            return removed
        }
    }

    private func bookmark(_ row: BookmarkSQL.Row) throws -> Bookmark? {
        try row.item.flatMap(find)?.playable.map {
            Bookmark(id: row.id, item: $0, position: row.position, note: row.note, made: row.made)
        }
    }
}

private enum BookmarkSQL {
    typealias Row = (id: Int64, item: ItemID?, position: Double, note: String?, made: Int64)

    static let selection = "SELECT id, kind, item, position, note, made FROM bookmark"
    static let same = "SELECT id FROM bookmark WHERE kind = ? AND item = ? AND position = ? AND note IS ?"
    static let insertion = "INSERT INTO bookmark (kind, item, position, note, made) VALUES (?, ?, ?, ?, ?)"

    static func row(_ row: inout SQLiteColumns) -> Row {
        (
            id: row.int(), item: ItemID(row.text() + String(row.int())), position: row.realOrNil() ?? 0, note: row.textOrNil(),
            made: row.int()
        )
    }
}
