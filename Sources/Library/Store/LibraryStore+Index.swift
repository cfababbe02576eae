import Catalogue

extension LibraryStore {
    /// How many items wait to be indexed: those that aren't found at all, and those that aren't found by their notes.
    public func waitingForIndex() throws -> (items: Int, notes: Int) {
        try reading {
            let all = try database.first("SELECT count(*) FROM search_waiting") { Int($0.int()) } ?? 0
            guard all > 0 else { return (0, 0) }
            let unplaced = "SELECT count(*) FROM search_waiting WHERE item NOT IN (SELECT item FROM search_place)"
            let items = try database.first(unplaced) { Int($0.int()) } ?? 0
            return (items, all - items)
        }
    }

    /// A step of what was left for later, in one transaction; false where nothing is left. First the notes of the newest items that wait are
    /// indexed, until about `limit` bytes are done: 256 KB hold the library for about 30 ms, and cost half of what four times 64 KB do. Then what
    /// large changes left of the index in many parts is merged. What a crash of the machine takes away waits again afterwards.
    public func indexPending(limit: Int = 262_144) throws -> Bool {
        let table = SearchTable(database: database)
        let left = try reading {
            (notes: try database.first("SELECT 1 FROM search_waiting") { _ in true } ?? false, parts: try table.hasParts())
        }
        guard left.notes || left.parts else { return false }
        // Not worth a wait for the disk: a later change brings it there.
        try withoutSync { try writing { left.notes ? try SearchFiller(database: database).fill(limit) : try table.merge() } }
        return true
    }

    /// Checks the index: FTS5's own check, and that each item is in it or waits. Gives what is wrong, in SQLite's words; nil where all is well.
    public func verifyIndex() throws -> String? {
        do {
            return try writing {
                try database.run("INSERT INTO search_text (search_text) VALUES ('integrity-check')")
                let lost = try database.first(Self.lostItems) { $0.int() } ?? 0
                return lost == 0 ? nil : "\(lost) items are not in the search index"
            }
        } catch LibraryError.damaged(_, let words) {
            return words
        }
    }

    /// Empties the index. All waits then for `indexPending`.
    public func rebuildIndex() throws {
        try writing {
            try database.run("INSERT INTO search_text (search_text) VALUES ('delete-all')")
            try database.script(
                "DELETE FROM search_place; DELETE FROM search_waiting; DELETE FROM search_word; " + Migrations.searchWaiting)
        }
    }

    private static let lostItems = """
        SELECT count(*) FROM (
            SELECT id << 2 AS item FROM episode UNION ALL SELECT id << 2 | 1 FROM story
            UNION ALL SELECT id << 2 | 2 FROM program UNION ALL SELECT id << 2 | 3 FROM station)
        WHERE item NOT IN (SELECT item FROM search_place) AND item NOT IN (SELECT item FROM search_waiting)
        """

    private func withoutSync<R>(_ body: () throws -> R) throws -> R {
        do { try database.script("PRAGMA synchronous = NORMAL") } catch let error as SQLiteError {
            throw LibraryError(error, path: paths.database)
        }
        defer { try? database.script("PRAGMA synchronous = FULL") }
        return try body()
    }
}
