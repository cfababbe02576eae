import Markup

/// Text of outside as a terminal may show it: entities decoded once, tags dropped, no control, escape or direction-changing characters.
public enum PlainText {
    /// One line: white space folded to single blanks, none at the ends. Escape sequences go as a whole.
    public static func clean(_ text: String) -> String {
        isPlain(text) ? text : folded(decoded(text), breaks: .asBlanks)
    }

    /// Several lines ("\n"): each as `clean` makes it, at most one empty line between two, none at the ends.
    public static func paragraphs(_ text: String) -> String {
        isPlain(text) ? text : folded(decoded(text), breaks: .kept)
    }

    /// A name or id on one line: control characters dropped and white space folded, but `&` and `<` mean themselves.
    public static func verbatim(_ text: String) -> String {
        isPlain(text) ? text : folded(Array(text.utf8), breaks: .asBlanks)
    }

    /// A name that somebody unknown has given, no longer than what can be shown.
    public static func short(_ name: String) -> String {
        let scalars = name.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: longestName, limitedBy: scalars.endIndex) else { return name }
        return String(name[..<end])
    }

    /// In code points.
    private static let longestName = 300

    private static func decoded(_ text: String) -> [UInt8] { HTMLText.bytes(of: text) }

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

    private enum Breaks {
        case asBlanks
        /// At most one empty line between two.
        case kept
    }

    /// White space folded and what is unwanted dropped, by bytes: notes of feeds are long, and there are many.
    private static func folded(_ source: [UInt8], breaks: Breaks) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var hasBlank = false
        var lineBreaks = 0
        var at = 0
        while at < source.count {
            let start = at
            let kind = character(source, &at)
            switch kind {
            case .unwanted: break
            case .escape:
                let rest = EscapeSequences.removed(from: String(decoding: source, as: UTF8.self))
                return folded(Array(rest.utf8), breaks: breaks)
            case .blank: hasBlank = true
            case .lineBreak: lineBreaks += 1
            case .text:
                if !result.isEmpty {
                    if lineBreaks > 0, case .kept = breaks {
                        result.append(0x0A)
                        if lineBreaks > 1 { result.append(0x0A) }
                    } else if hasBlank || lineBreaks > 0 {
                        result.append(0x20)
                    }
                }
                hasBlank = false
                lineBreaks = 0
                result.append(contentsOf: source[start..<at])
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private enum Character {
        case text, blank, lineBreak, unwanted
        /// Begins a sequence that goes as a whole.
        case escape
    }

    /// What the text has at a place, which is moved behind it. Text is taken up to where something else may begin.
    private static func character(_ source: [UInt8], _ at: inout Int) -> Character {
        let byte = source[at]
        at += 1
        switch byte {
        case 0x0A: return .lineBreak
        case 0x0D:
            if at < source.count, source[at] == 0x0A { at += 1 }
            return .lineBreak
        case 0x20, 0x09, 0x0B, 0x0C: return .blank
        case 0x1B: return .escape
        case 0..<0x20, 0x7F: return .unwanted
        // Lead bytes of U+0080 to U+00BF, U+1000 to U+3FFF, U+F000 to U+FFFF: what else than text there is beyond ASCII.
        case 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: return beyond(source, &at)
        default:
            at = endOfText(source.span, from: at)
            return .text
        }
    }

    /// Where something else than text and single blanks within it may begin.
    private static func endOfText(_ source: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < source.count {
            if isText(source[at]) {
                at &+= 1
            } else if source[at] == 0x20, at + 1 < source.count, isText(source[at + 1]) {
                at &+= 2
            } else {
                break
            }
        }
        return at
    }

    private static func isText(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != 0xC2 && (byte < 0xE1 || byte > 0xE3) && byte != 0xEF
    }

    private static func beyond(_ source: [UInt8], _ at: inout Int) -> Character {
        let length = source[at - 1] < 0xE0 ? 2 : 3
        let end = min(at - 1 + length, source.count)
        var value = UInt32(source[at - 1]) & (length == 2 ? 0x1F : 0x0F)
        for byte in source[at..<end] { value = value << 6 | UInt32(byte & 0x3F) }
        at = end
        guard let scalar = Unicode.Scalar(value) else { return .text }
        switch scalar {
        case "\u{85}", "\u{2028}", "\u{2029}": return .lineBreak
        case "\u{9B}", "\u{9D}": return .escape
        case _ where scalar.isBlank: return .blank
        default: return isUnwanted(scalar) ? .unwanted : .text
        }
    }

    /// Controls, marks that turn the direction of what follows, byte order marks, soft hyphens and what is no character.
    static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xAD, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}

/// A terminal's escape sequences.
enum EscapeSequences {
    /// The text without them: `ESC [ … letter` and `ESC ] … BEL` (or `ESC \`) go as a whole, of others the ESC only.
    static func removed(from text: String) -> String {
        let source = Array(text.unicodeScalars)
        // Behind it no command string has an end, so that none is looked for again and again.
        let lastEnd = source.lastIndex(where: endsCommand) ?? -1
        var result = String.UnicodeScalarView()
        var at = 0
        while at < source.count {
            let next = at + 1 < source.count ? source[at + 1] : " "
            switch source[at] {
            case "\u{1B}" where next == "[": at = endOfControl(source, from: at + 2)
            case "\u{1B}" where next == "]": at = endOfCommand(source, from: at + 2, lastEnd: lastEnd)
            case "\u{9B}": at = endOfControl(source, from: at + 1)
            case "\u{9D}": at = endOfCommand(source, from: at + 1, lastEnd: lastEnd)
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

    private static func endsCommand(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{07}" || scalar == "\u{9C}" || scalar == "\u{1B}" }

    /// Behind the end of a command string; where it has none only the opening goes.
    private static func endOfCommand(_ source: [Unicode.Scalar], from start: Int, lastEnd: Int) -> Int {
        guard start <= lastEnd else { return start }
        var at = start
        while !endsCommand(source[at]) { at += 1 }
        return source[at] == "\u{1B}" && at + 1 < source.count && source[at + 1] == "\\" ? at + 2 : at + 1
    }
}
