/// Turns a query's words into FTS5's language.
struct SearchTerms {
    /// What is asked of the index. `isSeekable` is false where beginning anew in the midst costs as much as the whole.
    struct Match {
        var text: String
        var isSeekable = true
    }

    let database: SQLiteDatabase
    /// With so many words that begin like one, FTS5 gathers them by itself, which reads all their hits.
    private static let mostWords = 200

    /// Nil where nothing is asked for. With `titlesOnly` a word without a field has to stand in a title.
    func match(_ terms: [SearchQuery.Term], titlesOnly: Bool) throws -> Match? {
        let wanted = try terms.filter { !$0.isExcluded }.compactMap { try match($0, titlesOnly: titlesOnly) }
        guard !wanted.isEmpty else { return nil }
        let excluded = try terms.filter(\.isExcluded).compactMap { try match($0, titlesOnly: false) }
        var text = wanted.map(\.text).joined(separator: " AND ")
        if !excluded.isEmpty { text = "(\(text)) NOT (\(excluded.map(\.text).joined(separator: " OR ")))" }
        return Match(text: text, isSeekable: (wanted + excluded).allSatisfy(\.isSeekable))
    }

    /// What an excluded word finds, where nothing else is asked for.
    func excluded(_ terms: [SearchQuery.Term]) throws -> [Match] {
        try terms.filter(\.isExcluded).compactMap { try match($0, titlesOnly: false) }
    }

    /// Nil where the term has no words at all.
    private func match(_ term: SearchQuery.Term, titlesOnly: Bool) throws -> Match? {
        var tokens = SearchTokens()
        tokens.append(term.text)
        let beginsToken = tokens.endQuery()
        guard tokens.count > 0 else { return nil }
        // The index has a list of its own of all that begins with a single character.
        var match = Match(text: "\"\(tokens.text)\"", isSeekable: true)
        let isSingle = tokens.count == 1 && tokens.lastToken.unicodeScalars.count == 1
        if beginsToken {
            match = Match(text: match.text + " *", isSeekable: isSingle)
        } else if !term.isPhrase, tokens.endsInWord {
            let words = try self.words(tokens.lastToken)
            let head = String(decoding: tokens.bytes[..<tokens.lastStart], as: UTF8.self)
            if words.count > Self.mostWords {
                match = Match(text: match.text + " *", isSeekable: isSingle)
            } else if !words.isEmpty {
                match.text = words.map { "\"\(head)\($0)\"" }.joined(separator: " OR ")
            }
        }
        let column = term.field?.rawValue ?? (titlesOnly ? "title" : nil)
        match.text = column.map { "{\($0)} : (\(match.text))" } ?? "(\(match.text))"
        return match
    }

    /// The words of the library that begin so, one more than `mostWords` at most.
    private func words(_ beginning: String) throws -> [String] {
        try database.all(Self.wordsFrom, beginning, beginning + "\u{10FFFF}", Self.mostWords + 1) { $0.text() }
    }

    private static let wordsFrom = "SELECT word FROM search_word WHERE word >= ? AND word <= ? ORDER BY word LIMIT ?"
}
