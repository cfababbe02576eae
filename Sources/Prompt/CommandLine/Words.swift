/// A typed line cut into words, as a shell would: blanks part them, quotes and backslashes hold them together, `#` at the beginning of
/// a word begins a comment. Nothing else is special: no `$`, no `*`, and no shell is ever run.
struct Words {
    private var words: [String] = []
    /// The word that is being read; nil between two.
    private var word: String?
    private var quote: Character?
    private var isEscaped = false
    private var isComment = false

    static func split(_ line: String) throws(UsageError) -> [String] {
        var words = Words()
        for character in line {
            words.take(character)
            if words.isComment { break }
        }
        if let quote = words.quote { throw .openQuote(quote) }
        if words.isEscaped { throw .openEscape }
        words.endWord()
        return words.words
    }

    private mutating func take(_ character: Character) {
        if isEscaped {
            takeEscaped(character)
        } else if let open = quote {
            takeQuoted(character, open)
        } else if character == "\\" {
            isEscaped = true
        } else if character == "\"" || character == "'" {
            quote = character
            word = word ?? ""
        } else if character.isWhitespace {
            endWord()
        } else if character == "#" && word == nil {
            isComment = true
        } else {
            append(character)
        }
    }

    /// Inside double quotes a backslash only takes the meaning from a quote or another backslash.
    private mutating func takeEscaped(_ character: Character) {
        if quote == "\"" && character != "\"" && character != "\\" { append("\\") }
        append(character)
        isEscaped = false
    }

    private mutating func takeQuoted(_ character: Character, _ open: Character) {
        if character == open {
            quote = nil
        } else if character == "\\" && open == "\"" {
            isEscaped = true
        } else {
            append(character)
        }
    }

    private mutating func append(_ character: Character) { word = (word ?? "") + String(character) }

    private mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }
}
