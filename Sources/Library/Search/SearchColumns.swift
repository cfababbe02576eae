/// What rows have in their columns but for the notes: tokens, made as they come, one after the other in the same memory. Neighbours mostly belong to
/// the same programme, whose tokens are there once.
struct SearchColumns {
    /// Where a row's tokens stand.
    struct Row {
        var title: Range<Int>
        var host: Range<Int>
        var program: Range<Int>
        var tag: Range<Int>
    }

    private(set) var rows: [Row] = []
    /// Of what was put in as new.
    private(set) var words = SearchWords()
    private var tokens = SearchTokens()
    private var program = (title: "", tokens: 0..<0)

    var bytes: [UInt8] { tokens.bytes }

    /// Gives the row's number. `isNew` is false where the index has it.
    mutating func add(_ fields: SearchFields, isNew: Bool = true) -> Int {
        let title = add(fields.title, isNew)
        let host = add(fields.host, isNew)
        if fields.program != program.title { program = (fields.program, add(fields.program, isNew)) }
        rows.append(Row(title: title, host: host, program: program.tokens, tag: add(fields.tag, isNew)))
        return rows.count - 1
    }

    private mutating func add(_ text: String, _ isNew: Bool) -> Range<Int> {
        let start = tokens.bytes.count
        if text.isEmpty { return start..<start }
        tokens.append(text)
        tokens.end()
        let range = start..<tokens.bytes.count
        if isNew { words.take(tokens.bytes[range]) }
        return range
    }
}

/// The words that a transaction has met, for `search_word`: those that can be begun, so not the pairs of characters.
struct SearchWords {
    /// By their hashes (FNV-1a, 64 bits), which is much cheaper than a set of text: most words come again and again.
    private var met: Set<UInt64> = []
    private var new: [String] = []

    /// Tokens with blanks between them.
    mutating func take(_ tokens: ArraySlice<UInt8>) {
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
        for word in new.sorted() { try insertion.run { $0.add(text: word) } }
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
