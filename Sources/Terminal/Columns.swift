/// How many columns of a terminal a text takes, and texts cut or filled to a number of columns.
///
/// Counted by grapheme clusters: Chinese and emoji take two columns, combining marks and joined emoji none of their own.
public enum Columns {
    /// The columns that `text` takes on one line. Control characters count 0, a pair of line ends too.
    public static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + characterWidth($1) }
    }

    /// `text` if it fits into `columns`, else its beginning with `…` as the last character.
    ///
    /// The result can be one column narrower than asked where a wide character would have been cut in two.
    public static func fit(_ text: String, _ columns: Int) -> String {
        if text.utf8.count <= columns || width(text) <= columns { return text }
        guard columns > 0 else { return "" }
        return beginning(of: text, columns - 1) + "…"
    }

    /// `text` cut to `columns` by `fit` and filled with blanks on its right.
    public static func left(_ text: String, _ columns: Int) -> String {
        let shown = fit(text, columns)
        return shown + blanks(columns - width(shown))
    }

    /// `text` cut to `columns` by `fit` and filled with blanks on its left.
    public static func right(_ text: String, _ columns: Int) -> String {
        let shown = fit(text, columns)
        return blanks(columns - width(shown)) + shown
    }

    /// `text` on one line and without anything that a terminal obeys.
    ///
    /// Line ends and tabs become one blank; other control characters (C0, DEL, C1) and the marks that turn the direction of
    /// what follows (U+202A–U+202E, U+2066–U+2069) are left out.
    public static func plain(_ text: String) -> String {
        if !text.utf8.contains(where: canBeObeyed) || !text.unicodeScalars.contains(where: isObeyed) { return text }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if isLineEnd(scalar) {
                if !(scalar == "\n" && previous == "\r") { result.append(" ") }
            } else if !isObeyed(scalar) {
                result.append(scalar)
            }
            previous = scalar
        }
        return String(result)
    }

    /// The longest beginning of `text` that takes at most `columns`, ending between two characters.
    static func beginning(of text: String, _ columns: Int) -> String {
        var (end, used) = (text.startIndex, 0)
        while end < text.endIndex {
            used += characterWidth(text[end])
            if used > columns { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }

    /// So many blanks; none where `count` is not above 0.
    public static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether a character of `isObeyed` begins so in UTF-8.
    private static func canBeObeyed(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xE2 }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
