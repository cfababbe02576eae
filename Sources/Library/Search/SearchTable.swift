/// What is put into the index, or taken out.
struct SearchRow {
    var place: Int64
    var isNew: Bool
    /// Where its fields stand among those that are handed over with it.
    var fields: Int
}

/// The FTS5 table.
struct SearchTable {
    let database: SQLiteDatabase

    /// Writes rows, and the words of the new ones. To take one out needs just what was put in.
    func write(_ rows: [SearchRow], of fields: [SearchFields]) throws {
        var words = SearchWords()
        var columns = SearchColumns()
        let (insertion, removal) = (try database.statement(Self.insertion), try database.statement(Self.removal))
        for row in rows.sorted(by: { ($0.place, $0.isNew ? 1 : 0) < ($1.place, $1.isNew ? 1 : 0) }) {
            columns.fill(fields[row.fields])
            if row.isNew { words.take(columns.bytes) }
            try columns.bytes.withUnsafeBufferPointer { bytes in
                try (row.isNew ? insertion : removal).run { parameters in
                    parameters.add(row.place)
                    for column in columns.ranges { parameters.add(still: UnsafeBufferPointer(rebasing: bytes[column])) }
                }
            }
        }
        try words.flush(database)
    }

    private static let insertion = "INSERT INTO search_text (rowid, title, host, program, tag, notes) VALUES (?, ?, ?, ?, ?, ?)"
    private static let removal =
        "INSERT INTO search_text (search_text, rowid, title, host, program, tag, notes) VALUES ('delete', ?, ?, ?, ?, ?, ?)"
}

/// The tokens of a row's columns, one column after the other.
private struct SearchColumns {
    private var tokens = SearchTokens()
    private(set) var ranges: [Range<Int>] = []
    /// The programme's title of the row before, and its tokens: neighbours often have the same.
    private var program = (title: "", tokens: [UInt8]())

    var bytes: [UInt8] { tokens.bytes }

    mutating func fill(_ fields: SearchFields) {
        tokens.removeAll()
        ranges.removeAll(keepingCapacity: true)
        add(fields.title)
        add(fields.host)
        addProgram(fields.program)
        add(fields.tag)
        add(fields.notes)
    }

    private mutating func addProgram(_ title: String) {
        if title == program.title {
            let start = tokens.bytes.count
            tokens.append(tokens: program.tokens)
            ranges.append(start..<tokens.bytes.count)
        } else {
            add(title)
            program = (title, ranges.last.map { Array(tokens.bytes[$0]) } ?? [])
        }
    }

    private mutating func add(_ text: String) {
        let start = tokens.bytes.count
        tokens.append(text)
        tokens.end()
        ranges.append(start..<tokens.bytes.count)
    }
}

/// The words that a transaction has met, for `search_word`: those that can be begun, so not the pairs of characters.
private struct SearchWords {
    /// By their hashes (FNV-1a, 64 bits), which is much cheaper than a set of text: most words come again and again.
    private var met: Set<UInt64> = []
    private var new: [String] = []

    /// Tokens with blanks between them.
    mutating func take(_ tokens: [UInt8]) {
        tokens.withUnsafeBufferPointer { tokens in
            var (start, hash) = (0, Self.emptyHash)
            for (index, byte) in tokens.enumerated() {
                if byte == UInt8(ascii: " ") {
                    add(UnsafeBufferPointer(rebasing: tokens[start..<index]), hash)
                    (start, hash) = (index + 1, Self.emptyHash)
                } else {
                    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
                }
            }
            add(UnsafeBufferPointer(rebasing: tokens[start...]), hash)
        }
    }

    func flush(_ database: SQLiteDatabase) throws {
        guard !new.isEmpty else { return }
        let insertion = try database.statement("INSERT OR IGNORE INTO search_word (word) VALUES (?)")
        for word in new.sorted() { try insertion.run { $0.add(word) } }
    }

    private static let emptyHash: UInt64 = 0xcbf2_9ce4_8422_2325

    private mutating func add(_ word: UnsafeBufferPointer<UInt8>, _ hash: UInt64) {
        guard Self.canBeBegun(word), met.insert(hash).inserted else { return }
        new.append(String(decoding: word, as: UTF8.self))
    }

    /// It begins with a character below U+2E80, where the scripts of runs begin.
    private static func canBeBegun(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = word.first else { return false }
        return first < 0xe2 || (first == 0xe2 && word.dropFirst().first ?? 0 < 0xba)
    }
}
