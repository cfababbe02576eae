/// The place in a text at which a search's word stands, with what is around it; one line.
public struct SearchContext: Hashable, Sendable {
    /// What comes before the word, the word, and what comes after it.
    public var before: String
    public var match: String
    public var after: String

    public var text: String { before + match + after }

    public init(before: String, match: String, after: String) { (self.before, self.match, self.after) = (before, match, after) }

    /// Characters that are shown around a match.
    private static let reach = (before: 24, after: 60)

    /// The first place at which one of `words` stands; nil where none does. As in the index, a word begins a word of the text.
    init?(of words: [String], in text: String) {
        let folded = Folded(text)
        let places = words.compactMap { folded.place(of: FoldedText($0).bytes) }
        guard let range = places.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        let start = text.index(range.lowerBound, offsetBy: -Self.reach.before, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(range.upperBound, offsetBy: Self.reach.after, limitedBy: text.endIndex) ?? text.endIndex
        before = (start > text.startIndex ? "…" : "") + Self.line(text[start..<range.lowerBound])
        match = Self.line(text[range])
        after = Self.line(text[range.upperBound..<end]) + (end < text.endIndex ? "…" : "")
    }

    private static func line(_ text: Substring) -> String { String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }

    /// A text's folded form, with the character that each of its bytes is from.
    private struct Folded {
        private let text: String
        private var bytes: [UInt8] = []
        private var characters: [String.Index] = []

        init(_ text: String) {
            self.text = text
            for index in text.indices {
                for scalar in text[index].unicodeScalars { FoldedText.fold(scalar, into: &bytes) }
                while characters.count < bytes.count { characters.append(index) }
            }
        }

        func place(of word: [UInt8]) -> Range<String.Index>? {
            guard let first = word.first, bytes.count >= word.count else { return nil }
            for start in 0...(bytes.count - word.count) where bytes[start] == first {
                guard bytes[start..<start + word.count].elementsEqual(word), beginsWord(start) else { continue }
                return characters[start]..<text.index(after: characters[start + word.count - 1])
            }
            return nil
        }

        private func beginsWord(_ start: Int) -> Bool {
            guard start > 0, Self.isLetter(bytes[start]) else { return true }
            return !Self.isLetter(bytes[start - 1])
        }

        private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) }
    }
}
