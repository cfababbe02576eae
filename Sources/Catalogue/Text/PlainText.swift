import Markup

/// Text of outside as a terminal may show it: entities decoded once, tags dropped, no control, escape or direction-changing characters.
public enum PlainText {
    /// One line: white space folded to single blanks, none at the ends. Escape sequences go as a whole.
    public static func clean(_ text: String) -> String {
        isPlain(text) ? text : lines(of: decoded(text)).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Several lines ("\n"): each as `clean` makes it, at most one empty line between two, none at the ends.
    public static func paragraphs(_ text: String) -> String {
        if isPlain(text) { return text }
        var result: [String] = []
        for line in lines(of: decoded(text)) where !(line.isEmpty && result.last?.isEmpty ?? true) { result.append(line) }
        if result.last?.isEmpty ?? false { result.removeLast() }
        return result.joined(separator: "\n")
    }

    /// A name or id on one line: control characters dropped and white space folded, but `&` and `<` mean themselves.
    public static func verbatim(_ text: String) -> String {
        isPlain(text) ? text : lines(of: text).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Escape sequences go first: the markup's reader drops their ESC and leaves the rest.
    private static func decoded(_ text: String) -> String { HTMLText.text(of: EscapeSequences.removed(from: text)) }

    private static func isPlain(_ text: String) -> Bool {
        let bytes = text.utf8.span
        return isPlain(bytes)
    }

    /// Whether nothing has to be done: the usual case, so it comes first.
    static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        var previous: UInt8 = 0x20
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case 0..<0x20, 0x7F, UInt8(ascii: "&"), UInt8(ascii: "<"): return false
            // Lead bytes of C1 controls, no-break blank and soft hyphen; of U+2000 to U+2FFF; of U+3000; of U+FEFF.
            case 0xC2, 0xE2, 0xE1, 0xEF: return false
            case 0x80 where previous == 0xE3: return false
            case 0x20 where previous == 0x20: return false
            default: previous = byte
            }
        }
        return previous != 0x20
    }

    private static func lines(of text: String) -> [String] {
        var result = [""]
        var needsBlank = false
        var previous: Unicode.Scalar = " "
        // Again, as an entity may have been an escape character.
        for scalar in EscapeSequences.removed(from: text).unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                result.append("")
                needsBlank = false
            case _ where scalar.isBlank:
                needsBlank = true
            case _ where isUnwanted(scalar): break
            default:
                if needsBlank, let last = result.last, !last.isEmpty { result[result.count - 1].append(" ") }
                needsBlank = false
                result[result.count - 1].unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Controls, marks that turn the direction of what follows, byte order marks and soft hyphens.
    private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xAD, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}

/// A terminal's escape sequences.
enum EscapeSequences {
    /// The text without them: `ESC [ … letter` and `ESC ] … BEL` (or `ESC \`) go as a whole, of others the ESC only.
    static func removed(from text: String) -> String {
        // 0x1B, or U+009B and U+009D by their second byte.
        guard text.utf8.contains(where: { $0 == 0x1B || $0 == 0x9B || $0 == 0x9D }) else { return text }
        let source = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var at = 0
        while at < source.count {
            let next = at + 1 < source.count ? source[at + 1] : " "
            switch source[at] {
            case "\u{1B}" where next == "[": at = endOfControl(source, from: at + 2)
            case "\u{1B}" where next == "]": at = endOfCommand(source, from: at + 2)
            case "\u{9B}": at = endOfControl(source, from: at + 1)
            case "\u{9D}": at = endOfCommand(source, from: at + 1)
            case "\u{1B}": at += 1
            default:
                result.append(source[at])
                at += 1
            }
        }
        return String(result)
    }

    /// Behind parameters (0x20 to 0x3F) and the letter that ends them; without such a letter behind the parameters.
    private static func endOfControl(_ source: [Unicode.Scalar], from start: Int) -> Int {
        var at = start
        while at < source.count, (0x20...0x3F).contains(source[at].value) { at += 1 }
        return at < source.count && (0x40...0x7E).contains(source[at].value) ? at + 1 : at
    }

    /// Behind the end of a command string; where it has none only the opening goes.
    private static func endOfCommand(_ source: [Unicode.Scalar], from start: Int) -> Int {
        var at = start
        while at < source.count, source[at] != "\u{07}", source[at] != "\u{9C}", source[at] != "\u{1B}" { at += 1 }
        guard at < source.count else { return start }
        return source[at] == "\u{1B}" && at + 1 < source.count && source[at + 1] == "\\" ? at + 2 : at + 1
    }
}
