import Catalogue

/// What a search asks for. Any text is a query: what is no operator, or a wrong one, is a word.
public struct SearchQuery: Hashable, Sendable {
    /// Where a word may stand.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case title, host, program
    }

    /// What the listener did with an item. `new` are unheard episodes of what is followed.
    public enum Mark: String, Hashable, Sendable, CaseIterable {
        case favourite, downloaded, played, new
    }

    /// `relevance`: whole titles' words before other places, programmes and stations before the rest, newer before older.
    public enum Order: String, Hashable, Sendable, CaseIterable {
        case date, relevance, duration
    }

    public struct Term: Hashable, Sendable {
        public var text: String
        /// Nil: anywhere.
        public var field: Field?
        /// It was quoted: its last word doesn't go on.
        public var isPhrase: Bool
        /// Items that have it are left out.
        public var isExcluded: Bool

        public init(_ text: String, field: Field? = nil, isPhrase: Bool = false, isExcluded: Bool = false) {
            (self.text, self.field, self.isPhrase, self.isExcluded) = (text, field, isPhrase, isExcluded)
        }
    }

    /// What was typed more than once stands here once. Words after the first hundred don't count: each is looked for by itself.
    public var terms: [Term] = []
    public var marks: [Mark] = []
    public var excludedMarks: [Mark] = []
    /// Seconds since 1970: at this time or later, and before that one.
    public var from: Int64?
    public var until: Int64?
    public var order = Order.relevance

    private static let mostTerms = 100

    /// Reads `words "a phrase" -word title:word host:"two words" program:word is:mark -is:mark before:DATE after:DATE sort:ORDER`. DATE is
    /// a year, a month or a day (UTC); `before` means before its beginning, `after` from its beginning on.
    public init(_ text: String) {
        var rest = Substring(text)
        while let word = Self.word(&rest) { take(word) }
    }

    /// The words alone, as a service understands them.
    public var plainWords: String { terms.filter { !$0.isExcluded && $0.field == nil }.map(\.text).joined(separator: " ") }

    /// Whether a service would understand something else than what is asked.
    public var hasOperators: Bool {
        terms.contains { $0.isExcluded || $0.field != nil } || !marks.isEmpty || !excludedMarks.isEmpty || from != nil || until != nil
            || order != .relevance
    }
}

extension SearchQuery {
    /// A word of the query, as it stands there: quotes hold blanks together and are kept.
    private static func word(_ rest: inout Substring) -> Substring? {
        rest = rest.drop(while: \.isWhitespace)
        guard !rest.isEmpty else { return nil }
        var isQuoted = false
        let end = rest.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character.isWhitespace && !isQuoted
        }
        defer { rest = rest[(end ?? rest.endIndex)...] }
        return rest[..<(end ?? rest.endIndex)]
    }

    private mutating func take(_ word: Substring) {
        let isExcluded = word.first == "-" && word.count > 1
        let body = isExcluded ? word.dropFirst() : word
        if let colon = body.firstIndex(of: ":"), colon != body.startIndex {
            let value = body[body.index(after: colon)...]
            if !value.isEmpty, take(operator: body[..<colon].lowercased(), value, isExcluded: isExcluded) { return }
        }
        add(body, field: nil, isExcluded: isExcluded)
    }

    /// False where there is no such operator, or where the value is none of its values.
    private mutating func take(operator name: String, _ value: Substring, isExcluded: Bool) -> Bool {
        if let field = Field(rawValue: name == "programme" ? "program" : name) {
            add(value, field: field, isExcluded: isExcluded)
            return true
        }
        let word = value.lowercased()
        if name == "is", let mark = Mark(rawValue: word == "favorite" ? "favourite" : word) {
            if isExcluded {
                if !excludedMarks.contains(mark) { excludedMarks.append(mark) }
            } else if !marks.contains(mark) {
                marks.append(mark)
            }
            return true
        }
        if isExcluded { return false }
        switch name {
        case "before":
            guard let date = Self.date(word) else { return false }
            until = min(until ?? date, date)
        case "after":
            guard let date = Self.date(word) else { return false }
            from = max(from ?? date, date)
        case "sort":
            guard let order = Order(rawValue: word) else { return false }
            self.order = order
        default: return false
        }
        return true
    }

    private mutating func add(_ text: Substring, field: Field?, isExcluded: Bool) {
        let plain = text.replacing("\"", with: "")
        guard plain.contains(where: { !$0.isWhitespace }) else { return }
        let term = Term(String(plain), field: field, isPhrase: text.contains("\""), isExcluded: isExcluded)
        if terms.count < Self.mostTerms, !terms.contains(term) { terms.append(term) }
    }

    /// The beginning of `2026`, `2026-05` or `2026-05-31`.
    private static func date(_ text: String) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts[0].utf8.count == 4, parts.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) })
        else {
            return nil
        }
        let whole = parts.map(String.init) + Array(repeating: "01", count: 3 - parts.count)
        // A service's dates are in China's time.
        return Timestamp.parse(whole.joined(separator: "-")).map { $0 + 8 * 3600 }
    }
}
