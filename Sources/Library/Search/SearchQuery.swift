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

    static let mostTerms = 100

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
