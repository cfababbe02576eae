public import Catalogue

extension LibraryStore {
    /// The items in which each of the words stands somewhere in the title, the programme's title, the host's or author's name or a station's tags,
    /// upper or lower case, with or without marks. Titles that have all words come first; programmes and stations before episodes and stories,
    /// newer before older. At most `limit`.
    public func search(_ words: String, limit: Int) throws -> [ItemRecord] {
        let wanted = words.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }.filter { !$0.bytes.isEmpty }
        guard !wanted.isEmpty, limit > 0 else { return [] }
        return try reading {
            var scan = SearchScan(wanted: wanted)
            try database.statement(SearchSQL.programs).each([]) { scan.visit(&$0, kind: .program) }
            try database.statement(SearchSQL.stations).each([]) { scan.visit(&$0, kind: .station) }
            try database.statement(SearchSQL.episodes).each([]) { scan.visit(&$0, kind: .episode) }
            try database.statement(SearchSQL.stories).each([]) { scan.visit(&$0, kind: .story) }
            return try scan.best(limit).compactMap(find)
        }
    }
}

private enum SearchSQL {
    static let programs = "SELECT id, updated, title, hosts, NULL FROM program"
    static let stations = "SELECT id, votes, title, tags, NULL FROM station"
    static let stories = "SELECT id, unixepoch(day), title, author, NULL FROM story"
    static let episodes = """
        SELECT e.id, e.published, e.title, e.hosts, coalesce(nullif(p.title, ''), e.program_title)
        FROM episode e LEFT JOIN program p ON p.id = e.program
        """
}

/// Looks at one row after the other and remembers those that match.
private struct SearchScan {
    struct Hit {
        var id: ItemID
        /// Less is better: a title before another field, a programme or station before an episode or story.
        var rank: Int
        var time: Int64
    }

    let wanted: [FoldedText]
    private var hits: [Hit] = []
    private var text = FoldedText()

    init(wanted: [FoldedText]) { self.wanted = wanted }

    mutating func visit(_ row: inout SQLiteColumns, kind: ItemID.Kind) {
        let (number, time) = (row.int(), row.intOrNil() ?? .min)
        text.clear()
        row.withBytes { text.append($0) }
        var rank = kind == .program || kind == .station ? 0 : 1
        if !hasAll() {
            for _ in 0..<2 {
                // Between two fields stands what no word holds.
                text.append(UInt8(ascii: "\n"))
                row.withBytes { text.append($0) }
            }
            guard hasAll() else { return }
            rank += 2
        }
        hits.append(Hit(id: ItemID(kind, number), rank: rank, time: time))
    }

    func best(_ limit: Int) -> [ItemID] {
        hits.sorted { ($0.rank, $1.time, $0.id.number) < ($1.rank, $0.time, $1.id.number) }.prefix(limit).map(\.id)
    }

    private func hasAll() -> Bool { wanted.allSatisfy(text.contains) }
}
