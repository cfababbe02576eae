import Catalogue

extension SearchQuery {
    /// An operator that is written so that it can only stand for a word, which is hardly what was meant.
    public enum Fault: Error, Hashable, Sendable {
        /// A value that the operator doesn't take: the word as it stands, and the operator.
        case badValue(String, of: Operator)
        /// Nothing stands behind the colon.
        case noValue(Operator)
        /// Only words and marks can be left out by a `-`: the word as it stands.
        case notExcludable(String)
        case openQuote
    }

    /// What may stand before a colon.
    public enum Operator: String, Hashable, Sendable {
        case title, host, program, mark = "is", before, after, sort

        fileprivate init?(named name: String) { self.init(rawValue: name == "programme" ? "program" : name) }
    }

    /// What a word of a query asks for.
    private enum Wish {
        case term(Term)
        case mark(Mark, isExcluded: Bool)
        case until(Int64)
        case from(Int64)
        case order(Order)
    }

    /// The first fault of a query; nil where it asks for what it says. Whatever stands before a colon and is no operator is a word.
    public static func fault(in text: String) -> Fault? {
        var rest = Substring(text)
        while let word = word(&rest) {
            do throws(Fault) { _ = try wish(word) } catch { return error }
        }
        return text.count { $0 == "\"" } % 2 == 0 ? nil : .openQuote
    }

    /// Adds what a word of the query asks for. A faulty one is a word.
    mutating func take(_ word: Substring) {
        switch (try? Self.wish(word)) ?? .term(Self.term(word, of: nil)) {
        case .term(let term):
            let isNew = term.text.contains { !$0.isWhitespace } && !terms.contains(term)
            if isNew, terms.count < Self.mostTerms { terms.append(term) }
        case .mark(let mark, isExcluded: false): if !marks.contains(mark) { marks.append(mark) }
        case .mark(let mark, isExcluded: true): if !excludedMarks.contains(mark) { excludedMarks.append(mark) }
        case .until(let date): until = min(until ?? date, date)
        case .from(let date): from = max(from ?? date, date)
        case .order(let order): self.order = order
        }
    }

    private static func wish(_ word: Substring) throws(Fault) -> Wish {
        let (body, isExcluded) = body(of: word)
        guard let colon = body.firstIndex(of: ":"), let asked = Operator(named: body[..<colon].lowercased()) else {
            return .term(term(word, of: nil))
        }
        let value = body[body.index(after: colon)...]
        if value.allSatisfy({ $0 == "\"" || $0.isWhitespace }) { throw .noValue(asked) }
        if let field = Field(rawValue: asked.rawValue) { return .term(term(word, of: field)) }
        if isExcluded, asked != .mark { throw .notExcludable(String(word)) }
        guard let wish = wish(asked, value.lowercased(), isExcluded: isExcluded) else { throw .badValue(String(word), of: asked) }
        return wish
    }

    /// Nil where it isn't one of the operator's values.
    private static func wish(_ asked: Operator, _ value: String, isExcluded: Bool) -> Wish? {
        switch asked {
        case .title, .host, .program: nil
        case .mark: Mark(named: value).map { .mark($0, isExcluded: isExcluded) }
        case .before: date(value).map { .until($0) }
        case .after: date(value).map { .from($0) }
        case .sort: Order(rawValue: value).map { .order($0) }
        }
    }

    /// With a field: what stands behind its colon.
    private static func term(_ word: Substring, of field: Field?) -> Term {
        let (body, isExcluded) = body(of: word)
        let text = field == nil ? body : body.drop { $0 != ":" }.dropFirst()
        return Term(String(text.replacing("\"", with: "")), field: field, isPhrase: text.contains("\""), isExcluded: isExcluded)
    }

    /// A `-` before a word leaves out what has it.
    private static func body(of word: Substring) -> (body: Substring, isExcluded: Bool) {
        let isExcluded = word.first == "-" && word.count > 1
        return (isExcluded ? word.dropFirst() : word, isExcluded)
    }

    /// A word of the query, as it stands there: quotes hold blanks together and are kept.
    static func word(_ rest: inout Substring) -> Substring? {
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

extension SearchQuery.Mark {
    /// As a listener writes it, on either side of the Atlantic.
    fileprivate init?(named name: String) { self.init(rawValue: name == "favorite" ? "favourite" : name) }
}
