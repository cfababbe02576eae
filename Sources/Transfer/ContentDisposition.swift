/// What the header `Content-Disposition` says (RFC 6266).
enum ContentDisposition {
    /// The file's name: `filename*` (RFC 8187) before `filename`; nil where there is neither. It may be anything.
    static func fileName(_ header: String) -> String? {
        var rest = Array(header.utf8)[...]
        var plain: String?
        rest = rest.drop { $0 != semicolon }
        while rest.popFirst() == semicolon {
            let name = String(decoding: rest.prefix { $0 != equals && $0 != semicolon }, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
            rest = rest.drop { $0 != equals && $0 != semicolon }
            if rest.first != equals { continue }
            rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let value = value(&rest)
            switch name.lowercased() {
            case "filename*": if let decoded = extended(value) { return decoded }
            case "filename": plain = plain ?? String(decoding: value, as: UTF8.self)
            default: break
            }
        }
        return plain
    }

    private static let semicolon = UInt8(ascii: ";")
    private static let equals = UInt8(ascii: "=")
    private static let quote = UInt8(ascii: "\"")

    /// A token or a quoted string; the rest begins with the semicolon behind it then.
    private static func value(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var value: [UInt8] = []
        guard rest.first == quote else {
            value = Array(rest.prefix { $0 != semicolon })
            rest = rest.dropFirst(value.count)
            while value.last == UInt8(ascii: " ") || value.last == UInt8(ascii: "\t") { value.removeLast() }
            return value
        }
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != quote {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { value.append(escaped) } else { value.append(byte) }
        }
        rest = rest.drop { $0 != semicolon }
        return value
    }

    /// `UTF-8'en'na%C3%AFve.mp3`; nil where it is not of that form.
    private static func extended(_ value: [UInt8]) -> String? {
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var (bytes, rest): ([UInt8], ArraySlice<UInt8>) = ([], parts[2])
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            if byte == UInt8(ascii: "%"), digits.count == 2 {
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        if String(decoding: parts[0], as: UTF8.self).lowercased() == "iso-8859-1" {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: bytes.map { Unicode.Scalar($0) })
            return String(text)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
