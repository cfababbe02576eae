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
    init?(of words: [FoldedText], in text: String) {
        let folded = FoldedText(text)
        let places = words.filter { !$0.bytes.isEmpty }.compactMap { word in
            folded.place(of: word, where: folded.beginsWord).map { $0..<$0 + word.bytes.count }
        }
        guard let place = places.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        let range = text.characters(foldedTo: place)
        let start = text.index(range.lowerBound, offsetBy: -Self.reach.before, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(range.upperBound, offsetBy: Self.reach.after, limitedBy: text.endIndex) ?? text.endIndex
        before = (start > text.startIndex ? "…" : "") + Self.line(text[start..<range.lowerBound])
        match = Self.line(text[range])
        after = Self.line(text[range.upperBound..<end]) + (end < text.endIndex ? "…" : "")
    }

    private static func line(_ text: Substring) -> String {
        guard text.unicodeScalars.contains(where: isBreak) else { return String(text) }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}

extension FoldedText {
    fileprivate func beginsWord(_ start: Int) -> Bool {
        guard start > 0, Self.isLetter(bytes[start]) else { return true }
        return !Self.isLetter(bytes[start - 1])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) }
}

extension String {
    /// The characters that these bytes of its folded form are from.
    fileprivate func characters(foldedTo place: Range<Int>) -> Range<Index> {
        var folded: [UInt8] = []
        var (at, count, start) = (startIndex, 0, startIndex)
        while at < endIndex {
            if count <= place.lowerBound { start = at }
            let byte = utf8[at]
            if byte < 0x80 {
                count += 1
            } else {
                folded.removeAll(keepingCapacity: true)
                FoldedText.fold(unicodeScalars[at], into: &folded)
                count += folded.count
            }
            if count >= place.upperBound {
                let end = index(after: at)
                return min(index(before: index(after: start)), end)..<end
            }
            at = unicodeScalars.index(after: at)
        }
        return start..<endIndex
    }
}
