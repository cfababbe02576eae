import Markup

/// What a station says to be playing: `StreamTitle='Artist - Title';StreamUrl='';`, in whatever charset, with quotes that nobody escapes, and
/// padded with zeros.
public enum StreamTitle {
    /// The title, on one line; "" where the station says none now, and nil where the block doesn't speak of a title.
    public static func read(_ block: [UInt8]) -> String? {
        value(of: key, in: block.prefix { $0 != 0 }).map { text($0) }
    }

    /// A station's own word in UTF-8, or in the charset that its bytes look like (`GuessedCharset`), on one line. A mere dash, as of an unknown artist and an
    /// unknown title, is nothing.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = PlainText.verbatim(Entities.decode(GuessedCharset.text(Array(bytes))))
        return text.contains { $0 != "-" && $0 != " " } ? PlainText.short(text) : ""
    }

    private static let key = Array("streamtitle".utf8)
    private static let (quote, semicolon, equals) = (UInt8(ascii: "'"), UInt8(ascii: ";"), UInt8(ascii: "="))

    /// What stands behind `name=`, which is at the block's beginning or behind a semicolon.
    private static func value(of name: [UInt8], in block: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var start: Int? = block.startIndex
        while let place = start {
            let rest = block[place...].drop { $0 == 0x20 }
            if rest.prefix(name.count).elementsEqual(name, by: { $0 | 0x20 == $1 }), rest.dropFirst(name.count).first == equals {
                let value = rest.dropFirst(name.count + 1)
                return value.first == quote ? quoted(value.dropFirst()) : value.prefix { $0 != semicolon }
            }
            start = block[place...].firstIndex(of: semicolon).map { $0 + 1 }
        }
        return nil
    }

    /// Up to the quote and semicolon, or the semicolon alone, with which the field ends. Both may stand within a title too: they end it only
    /// where the block ends with them, or another `name='` follows.
    private static func quoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for place in value.indices where value[place] == semicolon {
            let before = withoutBlanks(value[..<place])
            let isClosed = before.last == quote
            let rest = value[(place + 1)...].drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
            if rest.isEmpty || beginsField(rest, isQuoted: !isClosed) { return isClosed ? before.dropLast() : before }
        }
        return value.last == quote ? value.dropLast() : value
    }

    private static func withoutBlanks(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes[..<(bytes.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? bytes.startIndex)]
    }

    /// Whether a field begins here: a name, `=` and, where nothing else speaks for it, a quote.
    private static func beginsField(_ rest: ArraySlice<UInt8>, isQuoted: Bool) -> Bool {
        let name = rest.prefix { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F || $0 == 0x2D }
        let behind = rest.dropFirst(name.count)
        return !name.isEmpty && behind.first == equals && (!isQuoted || behind.dropFirst().first == quote)
    }
}
