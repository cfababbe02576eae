/// What a Tab does to the line: works on text alone.
struct Completion: Equatable {
    /// How many Unicode scalars before the cursor to take away, and what to put there.
    var deleted = 0
    var inserted = ""
    /// The choices, where nothing can be added.
    var choices: [String] = []

    /// Completes the last word of `line` (the text before the cursor) from `candidates`, which are whole words without quotes.
    ///
    /// A single match is completed with a blank, unless it ends in `/`; otherwise what all matches begin with is added. Words with blanks
    /// or quotes in them are put in quotes.
    init(of line: String, from candidates: [String]) {
        let word = OpenWord(endOf: line)
        let isClean = { (text: String) in Columns.plain(text) == text }
        let matches = Set(candidates.filter { $0.hasPrefix(word.text) && isClean($0) }).sorted()
        guard let first = matches.first, let last = matches.last else { return }
        let isOnly = matches.count == 1
        let common = String(zip(first, last).prefix { $0 == $1 }.map(\.0))
        let isWhole = isOnly && !first.hasSuffix("/")
        let replacement = word.quoted(common, isWhole: isWhole) + (isWhole ? " " : "")
        if replacement.unicodeScalars.starts(with: word.raw.unicodeScalars) {
            inserted = String(String.UnicodeScalarView(replacement.unicodeScalars.dropFirst(word.raw.unicodeScalars.count)))
        } else if common != word.text || isWhole {
            (deleted, inserted) = (word.raw.unicodeScalars.count, replacement)
        }
        if inserted.isEmpty && deleted == 0 { choices = matches }
    }
}

/// The word that the end of a line is in, with and without its quotes.
private struct OpenWord {
    private(set) var raw = ""
    private(set) var text = ""
    private var quote: Character?

    init(endOf line: String) {
        var isEscaped = false
        for character in line {
            if isEscaped {
                add(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                raw.append(character)
                isEscaped = true
            } else if character == quote {
                raw.append(character)
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                raw.append(character)
                quote = character
            } else if quote == nil, character == " " {
                (raw, text) = ("", "")
            } else {
                add(character)
            }
        }
    }

    private mutating func add(_ character: Character) {
        raw.append(character)
        text.append(character)
    }

    /// `word` as it has to be typed; without its closing quote while it goes on.
    func quoted(_ word: String, isWhole: Bool) -> String {
        let special: Set<Character> = [" ", "'", "\"", "\\"]
        guard let mark = quote ?? (word.contains(where: special.contains) ? word.contains("'") ? "\"" : "'" : nil) else { return word }
        let escaped: [Character] = mark == "\"" ? ["\"", "\\"] : []
        let inside = word.map { escaped.contains($0) ? "\\\($0)" : String($0) }.joined()
        if mark == "'" && word.contains("'") { return OpenWord(endOf: "\"").quoted(word, isWhole: isWhole) }
        return String(mark) + inside + (isWhole ? String(mark) : "")
    }
}
