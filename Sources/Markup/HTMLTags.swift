/// What in a piece of HTML the parser had better not see.
enum HTMLTags {
    /// Whether a start tag has more attributes than that: what stands in it outside of quotes and behind a blank is counted.
    static func hasGiant(_ text: [UInt8], attributeLimit: Int) -> Bool {
        text.withUnsafeBufferPointer { text in
            var at = 0
            while at + 1 < text.count {
                guard text[at] == UInt8(ascii: "<") else {
                    at += 1
                    continue
                }
                switch text[at + 1] {
                case 0x41...0x5A, 0x61...0x7A:
                    guard let end = endOfTag(text, from: at + 1, attributeLimit: attributeLimit) else { return true }
                    at = end
                case UInt8(ascii: "!"): at = endOfComment(text, from: at)
                default: at += 1
                }
            }
            return false
        }
    }

    /// Behind the tag; nil where it is too large.
    private static func endOfTag(_ text: UnsafeBufferPointer<UInt8>, from start: Int, attributeLimit: Int) -> Int? {
        var quote: UInt8 = 0
        var previous: UInt8 = 0
        var names = 0
        var at = start
        while at < text.count {
            let byte = text[at]
            at += 1
            if quote != 0 {
                if byte == quote {
                    quote = 0
                    previous = 0x20
                }
                continue
            }
            if byte == UInt8(ascii: ">") { return at }
            if previous == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte > 0x20, previous <= 0x20 || previous == UInt8(ascii: "/"), byte != UInt8(ascii: "=") {
                names += 1
                if names > attributeLimit { return nil }
            }
            // Blanks between a `=` and its quote don't part them.
            if byte > 0x20 || previous != UInt8(ascii: "=") { previous = byte }
        }
        return at
    }

    private static func endOfComment(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let isComment = start + 3 < text.count && text[start + 2] == UInt8(ascii: "-") && text[start + 3] == UInt8(ascii: "-")
        var at = start + (isComment ? 4 : 2)
        while at < text.count {
            if text[at] == UInt8(ascii: ">"), !isComment || (text[at - 1] == UInt8(ascii: "-") && text[at - 2] == UInt8(ascii: "-")) {
                return at + 1
            }
            at += 1
        }
        return at
    }
}
