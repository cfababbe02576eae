/// Which charset bytes are in that claim to be Latin-1, or claim nothing: ID3 tags, titles that radio stations send.
///
/// Told by the characters that the bytes would be. In true Latin-1 a byte beyond ASCII is a letter within a word; in Chinese and Japanese
/// charsets they come in pairs, and most pairs are characters of everyday use, which each charset has in a part of its own.
public enum GuessedCharset {
    /// The charset in which all of these texts of one origin make sense, as iconv calls it; nil where they may as well be Latin-1, or are
    /// ASCII or UTF-8.
    public static func of(_ texts: [[UInt8]]) -> String? {
        let doubtful = texts.filter { text in text.contains { $0 >= 0x80 } && !isUTF8(text) }
        if doubtful.allSatisfy(isLatin) { return nil }
        var best: (charset: String, share: Double)?
        for charset in PairCharset.allCases {
            guard let share = share(of: doubtful, charset), share >= 0.5, share > best?.share ?? 0 else { continue }
            best = (charset.rawValue, share)
        }
        return best?.charset
    }

    /// The text: UTF-8 where it is that, else of the charset that was guessed, if its bytes belong there, else by itself alone, else as
    /// Latin-1. A character that was cut off at the end is dropped.
    public static func text(_ bytes: [UInt8], _ charset: String? = nil) -> String {
        if let whole = utf8(bytes) { return whole }
        // One lone byte beyond ASCII at the end proves nothing: it would be cut off.
        if let charset, let text = decoded(bytes, charset), text.utf8.contains(where: { $0 >= 0x80 }) { return text }
        if let own = of([bytes]), own != charset, let text = decoded(bytes, own) { return text }
        return decoded(bytes, "WINDOWS-1252") ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func decoded(_ bytes: [UInt8], _ charset: String) -> String? {
        Charset.utf8(bytes, from: charset).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool { utf8(bytes) != nil }

    /// A field of fixed length may have cut off the last character.
    private static func utf8(_ bytes: [UInt8]) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes.count - lead < size(ofCharacter: bytes[lead]) else {
            return nil
        }
        // What is left has to prove that it is UTF-8: "caf" before a lone byte does not.
        let text = String(validating: bytes[..<lead], as: UTF8.self)
        return text.flatMap { $0.utf8.contains { $0 >= 0x80 } ? $0 : nil }
    }

    /// How many bytes a character of UTF-8 has by its first.
    private static func size(ofCharacter lead: UInt8) -> Int {
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    /// How many of the characters in pairs are of everyday use; nil where the bytes are none of that charset.
    private static func share(of texts: [[UInt8]], _ charset: PairCharset) -> Double? {
        var (common, all) = (0, 0)
        for text in texts {
            var at = 0
            while at < text.count {
                guard text[at] >= 0x80 else {
                    at += 1
                    continue
                }
                // Cut off at the end.
                if at + 1 == text.count, !charset.isSingle(text[at]) { break }
                guard let kind = charset.kind(text[at], at + 1 < text.count ? text[at + 1] : 0) else { return nil }
                if kind != .mark { all += 1 }
                if kind == .common { common += 1 }
                at += charset.isSingle(text[at]) ? 1 : 2
            }
        }
        return all > 0 ? Double(common) / Double(all) : nil
    }

    /// Whether each byte beyond ASCII may well be a letter within a word, or one of the marks that Western text has.
    private static func isLatin(_ text: [UInt8]) -> Bool {
        var at = 0
        while at < text.count {
            guard text[at] >= 0x80 else {
                at += 1
                continue
            }
            let end = text[at...].firstIndex { $0 < 0x80 } ?? text.count
            let before = at > 0 ? text[at - 1] : 0
            if !isLatin(text[at..<end], before: before, after: end < text.count ? text[end] : 0) { return false }
            at = end
        }
        return true
    }

    private static func isLatin(_ run: ArraySlice<UInt8>, before: UInt8, after: UInt8) -> Bool {
        guard let first = run.first, let last = run.last, run.count <= 3, run.allSatisfy({ isWestern($0) || marks.contains($0) }) else {
            return false
        }
        if run.count == 1 { return true }
        let letters = run.filter(isWestern)
        // Of marks beside one another or a letter only quotation marks are likely.
        let areQuotes = run.allSatisfy { isWestern($0) || $0 < 0xA0 || quotes.contains($0) }
        guard areQuotes, first != 0xBB else { return false }
        if letters.isEmpty { return isLetter(before) && last < 0xA0 }
        // A word has letters of ASCII too, before or behind.
        guard isWestern(first) && isLetter(before) || isWestern(last) && isLetter(after) else { return false }
        return letters.count == 1 || areAWord(letters, before: before, after: after)
    }

    /// Whether letters may stand side by side in Western text: small ones, or capitals in a word of capitals, or a capital that begins a word.
    private static func areAWord(_ letters: [UInt8], before: UInt8, after: UInt8) -> Bool {
        if letters.allSatisfy({ $0 >= 0xDF }) { return true }
        let isCapital = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
        // ß has no capital of its own.
        if letters.allSatisfy({ $0 <= 0xDF }) { return isCapital(before) || isCapital(after) }
        return !isLetter(before) && isLetter(after) && !isCapital(after) && letters.first.map { $0 < 0xDF } == true
    }

    private static func isWestern(_ byte: UInt8) -> Bool {
        byte >= 0xC0 && byte != 0xD7 && byte != 0xF7 || westernLetters.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    /// Of Windows-1252: Š, Œ, Ž, š, œ, ž, Ÿ.
    private static let westernLetters: Set<UInt8> = [0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F]
    /// Of Windows-1252: € … † ‘ ’ “ ” • – — ™, no-break space, ¡ £ § © ª « ® ° ² ³ ´ µ · º » ½ ¿.
    private static let marks: Set<UInt8> = [
        0x80, 0x85, 0x86, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0x99, 0xA0, 0xA1, 0xA3, 0xA7, 0xA9, 0xAA, 0xAB, 0xAE, 0xB0, 0xB2, 0xB3,
        0xB4, 0xB5,
        0xB7, 0xBA, 0xBB, 0xBD, 0xBF,
    ]
    private static let quotes: Set<UInt8> = [0xA1, 0xAB, 0xBB, 0xBF]
}

/// A charset with characters of two bytes, and where in it those of everyday use are.
private enum PairCharset: String, CaseIterable {
    // In the order in which they are taken where all is equal.
    case chinese = "GB18030"
    case traditional = "BIG5-HKSCS"
    case japanese = "CP932"

    enum Kind {
        case common, rare
        /// A sign that says nothing.
        case mark
    }

    /// Whether a byte is a character of its own: Japanese in half width.
    func isSingle(_ byte: UInt8) -> Bool { self == .japanese && (0xA1...0xDF).contains(byte) }

    /// What two bytes are; nil where they are no character.
    func kind(_ lead: UInt8, _ trail: UInt8) -> Kind? {
        switch self {
        case .chinese: Self.chinese(lead, trail)
        case .traditional: Self.traditional(lead, trail)
        case .japanese: isSingle(lead) ? .rare : Self.japanese(lead, trail)
        }
    }

    /// GB 2312 has its first level, by sound, from B0 to D7.
    private static func chinese(_ lead: UInt8, _ trail: UInt8) -> Kind? {
        guard (0x81...0xFE).contains(lead), (0x40...0xFE).contains(trail), trail != 0x7F else { return nil }
        if trail >= 0xA1, (0xA1...0xA3).contains(lead) { return .mark }
        return trail >= 0xA1 && (0xB0...0xD7).contains(lead) ? .common : .rare
    }

    /// Big5 has its first level, by strokes, from A4 to C6.
    private static func traditional(_ lead: UInt8, _ trail: UInt8) -> Kind? {
        guard (0x81...0xFE).contains(lead), (0x40...0x7E).contains(trail) || (0xA1...0xFE).contains(trail) else { return nil }
        if (0xA1...0xA3).contains(lead) { return .mark }
        return (0xA4...0xC6).contains(lead) ? .common : .rare
    }

    /// Kana are at 82 and 83, JIS level 1 from 88 to 97.
    private static func japanese(_ lead: UInt8, _ trail: UInt8) -> Kind? {
        guard (0x81...0x9F).contains(lead) || (0xE0...0xFC).contains(lead), (0x40...0xFC).contains(trail), trail != 0x7F else { return nil }
        if lead == 0x81 { return .mark }
        return (0x82...0x83).contains(lead) || (0x88...0x97).contains(lead) ? .common : .rare
    }
}
