import Glibc

/// What stands before a document's first element, and what in it the parser had better not see.
enum XMLProlog {
    /// How many attributes one tag may have: the parser compares each with each.
    static let attributeLimit = 2000

    /// Where the first element begins; nil where there is none. Declarations, comments and whatever else stands before it are passed over.
    static func end(of text: [UInt8]) -> Int? {
        var at = text.startIndex
        while let open = text[at...].firstIndex(of: UInt8(ascii: "<")), open + 1 < text.endIndex {
            switch text[open + 1] {
            case UInt8(ascii: "?"): at = place(after: "?>", in: text, from: open)
            case UInt8(ascii: "!"):
                let isComment = text[open...].starts(with: "<!--".utf8)
                at = isComment ? place(after: "-->", in: text, from: open + 4) : endOfDeclaration(text, from: open)
            case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: return open
            default: at = open + 1
            }
        }
        return nil
    }

    /// Whether a tag has more attributes than `attributeLimit`.
    static func hasGiantTag(_ text: ArraySlice<UInt8>) -> Bool {
        text.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var at = 0
            while at < bytes.count {
                // No `<` can stand in a tag, so a giant is a long way from the next one.
                let next = memchr(base + at + 1, 0x3C, max(bytes.count - at - 1, 0)).map { base.distance(to: $0) } ?? bytes.count
                if next - at > attributeLimit * 4, isGiant(bytes[at..<next]) { return true }
                at = next
            }
            return false
        }
    }

    /// Of one that begins like a start tag: counts its `=` outside of quotes.
    private static func isGiant(_ tag: Slice<UnsafeRawBufferPointer>) -> Bool {
        guard let first = tag.dropFirst().first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else { return false }
        var count = 0
        var quote: UInt8 = 0
        for byte in tag {
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: ">") {
                return false
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "=") {
                count += 1
                if count > attributeLimit { return true }
            }
        }
        return false
    }

    private static func place(after end: String, in text: [UInt8], from start: Int) -> Int {
        let end = Array(end.utf8)
        var at = start
        while at + end.count <= text.count {
            if text[at] == end[0], text[at...].starts(with: end) { return at + end.count }
            at += 1
        }
        return text.endIndex
    }

    /// Behind `<!DOCTYPE … [ … ]>`.
    private static func endOfDeclaration(_ text: [UInt8], from start: Int) -> Int {
        var depth = 0
        var at = start
        while at < text.endIndex {
            switch text[at] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return at + 1
            default: break
            }
            at += 1
        }
        return text.endIndex
    }
}
