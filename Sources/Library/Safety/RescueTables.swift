/// The tables of a new library, into which those of damaged ones and of backups are brought.
struct RescueTables {
    let target: SQLiteDatabase

    init(_ target: SQLiteDatabase) { self.target = target }

    /// What rows can be copied into: not what SQLite keeps itself, nor what is made of other tables, as the search index.
    func names() throws -> [String] {
        try target.all(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                AND name NOT IN ('search_place', 'search_waiting', 'search_word')
            ORDER BY name
            """
        ) { $0.text() }
    }

    func copy(_ name: String, from source: SQLiteDatabase) throws -> TableRescue.Outcome {
        let lost = TableRescue.Outcome(gaps: [Int64.min...Int64.max])
        do {
            guard let table = try table(name, in: source) else {
                // A table that older versions didn't have is no loss.
                let version = try source.first("PRAGMA user_version") { Int($0.int()) } ?? 0
                return version < Migrations.all.count ? TableRescue.Outcome() : lost
            }
            return try table.run()
        } catch let error as SQLiteError where error.isDamage {
            return lost
        }
    }

    func fill(_ name: String, _ gaps: [ClosedRange<Int64>], from backup: SQLiteDatabase) throws -> Int {
        try table(name, in: backup)?.fill(gaps) ?? 0
    }

    /// What the listener's things name is never taken out of a library, so whatever of it isn't there was lost.
    func fillCatalogue(from backup: SQLiteDatabase) throws -> Int {
        try Self.catalogue.reduce(0) { try $0 + fill($1, [Int64.min...Int64.max], from: backup) }
    }

    /// Numbers are given out once, also those of rows that are lost.
    func raiseNumbers(from others: [SQLiteDatabase]) throws {
        for other in others {
            let given = (try? other.all("SELECT name, seq FROM sqlite_sequence") { ($0.text(), $0.int()) }) ?? []
            for (name, number) in given where try names().contains(name) {
                let known = try target.first("SELECT seq FROM sqlite_sequence WHERE name = ?", name) { $0.int() }
                if known == nil {
                    try target.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", name, number)
                } else if (known ?? 0) < number {
                    try target.run("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", number, name)
                }
            }
        }
    }

    private static let catalogue = ["program", "episode", "story", "station"]

    private func table(_ name: String, in source: SQLiteDatabase) throws -> TableRescue? {
        let there = try source.all("SELECT name FROM pragma_table_info(?)", name) { $0.text() }
        if there.isEmpty { return nil }
        let columns = try target.all("SELECT name FROM pragma_table_info(?)", name) { $0.text() }.filter(there.contains)
        let hasRowID = try target.first("SELECT wr FROM pragma_table_list(?)", name) { $0.int() } == 0
        return TableRescue(name: name, columns: columns, hasRowID: hasRowID, source: source, target: target)
    }
}
