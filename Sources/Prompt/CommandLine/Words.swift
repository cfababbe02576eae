/// A typed line cut into words, as a shell would: blanks part them, quotes and backslashes hold them together, `#` at the beginning of
/// a word begins a comment. Nothing else is special: no `$`, no `*`, and no shell is ever run.
enum Words {
    static func split(_ line: String) throws(UsageError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                // Inside double quotes a backslash only takes the meaning from a quote or another backslash.
                if quote == "\"" && character != "\"" && character != "\\" { word = (word ?? "") + "\\" }
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\" && open == "\"" {
                    isEscaped = true
                } else {
                    word?.append(character)
                }
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else if character == "#" && word == nil {
                return words
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let quote { throw .openQuote(quote) }
        if isEscaped { throw .openEscape }
        if let word { words.append(word) }
        return words
    }
}
