import Catalogue

/// Gathers what a transaction changes in the full-text index, and writes it at the transaction's end: FTS5 takes rows fast only in the order of
/// their numbers. Rows are written without notes, for which the item waits in `search_waiting` until `LibraryStore.indexPending`.
///
/// FTS5 keeps no text here, so that to take a row out it needs the words that were put in.
final class SearchWriter {
    private struct Change {
        /// As the index has it, the notes where they aren't waiting; nil for a new item.
        var old: SearchFields?
        var new: SearchFields
    }

    private let database: SQLiteDatabase
    private var changes: [SearchItem: Change] = [:]

    init(database: SQLiteDatabase) { self.database = database }

    func add(_ id: ItemID, _ fields: SearchFields) { changes[SearchItem(id)] = Change(new: fields) }

    /// Within a transaction the first `old` counts, as the index has it, and the last `new`.
    func change(_ id: ItemID, from old: SearchFields, to new: SearchFields) {
        let item = SearchItem(id)
        if changes[item] != nil {
            changes[item]?.new = new
        } else if old != new {
            changes[item] = Change(old: old, new: new)
        }
    }

    /// A programme's title stands with each of its episodes.
    func rename(_ program: ItemID, from old: String, to new: String) throws {
        guard old != new else { return }
        try database.statement("SELECT id, title, hosts, published, summary FROM episode WHERE program = ?").each([program.number]) { row in
            let id = ItemID(.episode, row.int())
            let before = SearchFields(title: row.text(), host: row.text(), program: old, time: row.intOrNil(), notes: row.text())
            var after = changes[SearchItem(id)]?.new ?? before
            after.program = new
            change(id, from: before, to: after)
        }
    }

    /// Writes all that was gathered. Throws `SQLiteError`.
    func flush() throws {
        guard !changes.isEmpty else { return }
        var places = SearchPlaces(database: database)
        var rows: [SearchRow] = []
        rows.reserveCapacity(changes.count)
        let sorted = changes.map { (wanted: SearchPlace.wanted($0, time: $1.new.time), item: $0, change: $1) }
            .sorted { ($0.wanted, $0.item.code) < ($1.wanted, $1.item.code) }
        for (wanted, item, change) in sorted {
            guard let old = change.old else {
                rows.append(SearchRow(place: try places.give(to: item, wanted: wanted), isNew: true, fields: change.new.withoutNotes))
                if !change.new.notes.isEmpty { _ = try places.wait(item) }
                continue
            }
            // What waits for its place is indexed later, as it is then.
            guard let place = try places.place(of: item) else { continue }
            let isWaiting = try !places.wait(item)
            if change.new.notes.isEmpty { try places.endWait(item) }
            rows.append(SearchRow(place: place, isNew: false, fields: isWaiting ? old.withoutNotes : old))
            let newPlace = old.time == change.new.time ? place : try places.move(item, wanted: wanted)
            rows.append(SearchRow(place: newPlace, isNew: true, fields: change.new.withoutNotes))
        }
        changes = [:]
        try SearchTable(database: database).write(rows)
    }
}

/// The items' places and what waits, within a transaction.
struct SearchPlaces {
    let database: SQLiteDatabase
    /// The last place that was given, and from where on all are taken up to it.
    private var given: (from: Int64, last: Int64)?

    init(database: SQLiteDatabase) { self.database = database }

    func place(of item: SearchItem) throws -> Int64? {
        try database.first("SELECT place FROM search_place WHERE item = ?", item.code) { $0.int() }
    }

    /// The first free place from `wanted` on.
    mutating func give(to item: SearchItem, wanted: Int64) throws -> Int64 {
        let insertion = try database.statement("INSERT OR IGNORE INTO search_place (place, item) VALUES (?, ?)")
        var place = wanted
        if let given, (given.from...given.last).contains(wanted) { place = given.last + 1 }
        try insertion.run([place, item.code])
        if database.changes == 0 {
            if let known = try self.place(of: item) { return known }
            place = try database.first(Self.freePlace, place) { $0.int() } ?? place
            try insertion.run([place, item.code])
        }
        given = (wanted, place)
        return place
    }

    /// The end of the row of places that are taken without a gap.
    private static let freePlace = """
        SELECT place + 1 FROM search_place p WHERE place >= ? AND NOT EXISTS (SELECT 1 FROM search_place WHERE place = p.place + 1)
        ORDER BY place LIMIT 1
        """

    mutating func move(_ item: SearchItem, wanted: Int64) throws -> Int64 {
        try database.run("DELETE FROM search_place WHERE item = ?", item.code)
        return try give(to: item, wanted: wanted)
    }

    func endWait(_ item: SearchItem) throws { try database.run("DELETE FROM search_waiting WHERE item = ?", item.code) }

    /// Marks the notes of an item as not indexed yet; false where they were so before.
    func wait(_ item: SearchItem) throws -> Bool {
        try database.run("INSERT OR IGNORE INTO search_waiting (item) VALUES (?)", item.code)
        return database.changes > 0
    }
}

/// What is put into the index, or taken out.
struct SearchRow {
    var place: Int64
    var isNew: Bool
    var fields: SearchFields
}

/// The FTS5 table.
struct SearchTable {
    let database: SQLiteDatabase

    /// Writes rows, and the words of the new ones. To take one out needs just what was put in.
    func write(_ rows: [SearchRow]) throws {
        var words = SearchWords()
        for row in rows.sorted(by: { ($0.place, $0.isNew ? 1 : 0) < ($1.place, $1.isNew ? 1 : 0) }) {
            let fields = row.fields
            let tokens = [fields.title, fields.host, fields.program, fields.tag, fields.notes].map { SearchTokens($0).packed }
            if row.isNew { for column in tokens { words.take(column) } }
            try database.run(row.isNew ? Self.insertion : Self.removal, row.place, tokens[0], tokens[1], tokens[2], tokens[3], tokens[4])
        }
        try words.flush(database)
    }

    private static let insertion = "INSERT INTO search_text (rowid, title, host, program, tag, notes) VALUES (?, ?, ?, ?, ?, ?)"
    private static let removal =
        "INSERT INTO search_text (search_text, rowid, title, host, program, tag, notes) VALUES ('delete', ?, ?, ?, ?, ?, ?)"
}

/// The words that a transaction has met, for `search_word`: those that can be begun, so not the pairs of characters.
struct SearchWords {
    /// By their hashes (FNV-1a, 64 bits), which is much cheaper than a set of text: most words come again and again.
    private var met: Set<UInt64> = []
    private var new: [String] = []

    mutating func take(_ tokens: SQLiteText) {
        var (start, hash) = (0, Self.emptyHash)
        for (index, byte) in tokens.bytes.enumerated() {
            if byte == UInt8(ascii: " ") {
                add(tokens.bytes[start..<index], hash)
                (start, hash) = (index + 1, Self.emptyHash)
            } else {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        add(tokens.bytes[start...], hash)
    }

    func flush(_ database: SQLiteDatabase) throws {
        guard !new.isEmpty else { return }
        let insertion = try database.statement("INSERT OR IGNORE INTO search_word (word) VALUES (?)")
        for word in new.sorted() { try insertion.run([word]) }
    }

    private static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325

    private mutating func add(_ word: ArraySlice<UInt8>, _ hash: UInt64) {
        guard Self.canBeBegun(word), met.insert(hash).inserted else { return }
        new.append(String(decoding: word, as: UTF8.self))
    }

    /// It begins with a character below U+2E80, where the scripts of runs begin.
    private static func canBeBegun(_ word: ArraySlice<UInt8>) -> Bool {
        guard let first = word.first else { return false }
        return first < 0xe2 || (first == 0xe2 && word.dropFirst().first ?? 0 < 0xba)
    }
}
