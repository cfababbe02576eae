/// Faults in what a library says, though its file is whole, and their repair: rows that name what isn't there, an order that is none.
struct LibraryRepair {
    let database: SQLiteDatabase

    /// Repairs all; returns how many rows were taken out. Within a transaction.
    func all() throws -> Int {
        try repairReferences() + repairNames() + repairQueue() + repairListing()
    }
}

// MARK: rows of tables that name rows of others (foreign keys)
extension LibraryRepair {
    func brokenReferences() throws -> Int { try references().count }

    /// Where it may be left open, what isn't there is not named any more; else the row goes.
    func repairReferences() throws -> Int {
        var removed = 0
        for (table, row, key) in try references() {
            let column = try database.first("SELECT \"from\" FROM pragma_foreign_key_list(?) WHERE id = ?", table, key) { $0.text() } ?? ""
            let isNeeded =
                try database.first("SELECT \"notnull\" OR pk > 0 FROM pragma_table_info(?) WHERE name = ?", table, column) { $0.flag() }
            guard let row else { continue }
            if isNeeded == false {
                try database.run("UPDATE \(SQLName.quoted(table)) SET \(SQLName.quoted(column)) = NULL WHERE rowid = ?", row)
            } else {
                try database.run("DELETE FROM \(SQLName.quoted(table)) WHERE rowid = ?", row)
                removed += database.changes
            }
        }
        return try removed + repairTablesWithoutRowIDs()
    }

    /// Their rows have no number by which the check could name them. All that they name is needed.
    private func repairTablesWithoutRowIDs() throws -> Int {
        let keys = try database.all(
            """
            SELECT list.name, key."table", key."from", key."to" FROM pragma_table_list AS list, pragma_foreign_key_list(list.name) AS key
                WHERE list.schema = 'main' AND list.wr
            """
        ) { row in (0..<4).map { _ in SQLName.quoted(row.text()) } }
        return try keys.reduce(0) { removed, key in
            try database.run("DELETE FROM \(key[0]) WHERE \(key[2]) NOT IN (SELECT \(key[3]) FROM \(key[1]))")
            return removed + database.changes
        }
    }

    /// The table, the row (nil in one without rowids) and the number of the key.
    private func references() throws -> [(table: String, row: Int64?, key: Int64)] {
        try database.all("SELECT \"table\", rowid, fkid FROM pragma_foreign_key_check") { ($0.text(), $0.intOrNil(), $0.int()) }
    }
}

// MARK: rows that name an item by its kind and number
extension LibraryRepair {
    /// The tables whose rows do.
    func naming() throws -> [String] {
        try database.all(
            """
            SELECT name FROM pragma_table_list AS list WHERE schema = 'main' AND type = 'table'
                AND (SELECT count(*) FROM pragma_table_info(list.name) WHERE name IN ('kind', 'item')) = 2
            """
        ) { $0.text() }
    }

    /// A kind that a newer program made up is left alone.
    private static let isGone = """
        NOT CASE kind WHEN 'p' THEN item IN (SELECT id FROM program) WHEN 'e' THEN item IN (SELECT id FROM episode)
            WHEN 's' THEN item IN (SELECT id FROM story) WHEN 'r' THEN item IN (SELECT id FROM station) ELSE 1 END
        """

    func brokenNames() throws -> Int {
        try naming().reduce(0) {
            try $0 + (database.first("SELECT count(*) FROM \($1) WHERE \(Self.isGone)") { Int($0.int()) } ?? 0)
        }
    }

    func repairNames() throws -> Int {
        try naming().reduce(0) {
            try database.run("DELETE FROM \($1) WHERE \(Self.isGone)")
            return $0 + database.changes
        }
    }
}

// MARK: the queue's order, the last listing
extension LibraryRepair {
    /// Places that two entries have, a current entry that isn't there, a next number that was given out already.
    func queueFaults() throws -> Int {
        let twice = try database.first("SELECT count(*) - count(DISTINCT place) FROM queue_entry") { Int($0.int()) } ?? 0
        let state = try database.first(
            """
            SELECT (current IS NOT NULL AND current NOT IN (SELECT entry FROM queue_entry))
                + (next_entry <= coalesce((SELECT max(entry) FROM queue_entry), 0)) FROM queue
            """
        ) { Int($0.int()) }
        // Without a row the next number is 1, which an entry may have.
        let isWithout = try state == nil && database.first("SELECT 1 FROM queue_entry LIMIT 1", read: { $0.int() }) != nil
        return twice + (state ?? (isWithout ? 1 : 0))
    }

    /// Takes no row out.
    func repairQueue() throws -> Int {
        if try queueFaults() == 0 { return 0 }
        let places = try database.all("SELECT entry FROM queue_entry ORDER BY place, entry") { $0.int() }
        for (index, entry) in places.enumerated() {
            try database.run("UPDATE queue_entry SET place = ? WHERE entry = ?", (Int64(index) + 1) * QueuePlaces.gap, entry)
        }
        try database.run(
            """
            INSERT OR IGNORE INTO queue (id, next_entry, random, repeats, single, consume, seed) VALUES (1, 1, 0, 0, 0, 0, random())
            """)
        try database.run(
            """
            UPDATE queue SET next_entry = max(next_entry, coalesce((SELECT max(entry) FROM queue_entry), 0) + 1),
                current = CASE WHEN current IN (SELECT entry FROM queue_entry) THEN current END
            """)
        return 0
    }

    /// Numbers of the last listing that stand for what isn't there.
    func listingFaults() throws -> Int {
        let tables: [Character: String] = ["p": "program", "e": "episode", "s": "story", "r": "station"]
        return try ListingTable(database: database).read().addresses.count { address in
            guard let kind = address.first, let table = tables[kind], let number = Int64(address.dropFirst()) else { return false }
            return try database.first("SELECT 1 FROM \(table) WHERE id = ?", number) { $0.int() } == nil
        }
    }

    /// Forgets the last listing; its numbers would mean something else.
    func repairListing() throws -> Int {
        if try listingFaults() > 0 { try database.run("DELETE FROM listing") }
        return 0
    }
}
