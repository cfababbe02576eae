/// What is put into the index, or taken out.
struct SearchRow {
    var place: Int64
    var isNew: Bool
    /// The number of its columns among those that are handed over with it.
    var columns: Int
    var notes = ""
}

/// The FTS5 table.
struct SearchTable {
    let database: SQLiteDatabase

    /// Writes rows, and the words of the new ones. To take one out needs just what was put in.
    func write(_ rows: [SearchRow], of columns: SearchColumns) throws {
        var (words, notes) = (columns.words, SearchTokens())
        let (insertion, removal) = (try database.statement(Self.insertion), try database.statement(Self.removal))
        try columns.bytes.withUnsafeBufferPointer { bytes in
            for row in rows.sorted(by: { ($0.place, $0.isNew ? 1 : 0) < ($1.place, $1.isNew ? 1 : 0) }) {
                notes.removeAll()
                notes.append(row.notes)
                notes.end()
                if row.isNew { words.take(notes.bytes[...]) }
                let (texts, statement) = (columns.rows[row.columns], row.isNew ? insertion : removal)
                try notes.bytes.withUnsafeBufferPointer { notes in
                    try statement.run { parameters in
                        parameters.add(row.place)
                        for text in [texts.title, texts.host, texts.program, texts.tag] {
                            parameters.add(still: UnsafeBufferPointer(rebasing: bytes[text]))
                        }
                        parameters.add(still: notes)
                    }
                }
            }
        }
        try words.flush(database)
    }

    /// The same for very many at once. FTS5 keeps its index in parts, and merges them as it writes (sqlite.org/fts5.html, 6.8), which is a third of
    /// the time of a large import, and half of the notes' behind it: that is put off for `merge`, and done then only where parts get very many.
    func writeInParts(_ rows: [SearchRow], of columns: SearchColumns) throws {
        try set("crisismerge", Self.manyParts)
        try set("automerge", 0)
        try write(rows, of: columns)
        // What FTS5 still has in memory is written while that holds, not at the transaction's end.
        try database.script("SAVEPOINT parts; RELEASE parts")
        try set("automerge", 64)
    }

    /// Whether parts wait for `merge`.
    func hasParts() throws -> Bool {
        try database.first("SELECT v FROM search_text_config WHERE k = 'crisismerge'") { Int($0.int()) } == Self.manyParts
    }

    /// Merges some of the parts, for up to 100 ms; at the end they are merged as usual again.
    func merge() throws {
        try set("usermerge", Self.fewParts)
        let before = database.allChanges
        try set("merge", 500)
        // So FTS5 tells that there was nothing to do.
        guard database.allChanges - before < 2 else { return }
        try set("automerge", Self.fewParts)
        try set("crisismerge", 2 * Self.fewParts)
    }

    /// So many parts of a size are merged usually, and, once it was put off, at the latest.
    private static let (fewParts, manyParts) = (8, 500)

    private func set(_ name: String, _ value: Int) throws {
        try database.run("INSERT INTO search_text (search_text, rank) VALUES (?, ?)", name, value)
    }

    private static let insertion = "INSERT INTO search_text (rowid, title, host, program, tag, notes) VALUES (?, ?, ?, ?, ?, ?)"
    private static let removal =
        "INSERT INTO search_text (search_text, rowid, title, host, program, tag, notes) VALUES ('delete', ?, ?, ?, ?, ?, ?)"
}
