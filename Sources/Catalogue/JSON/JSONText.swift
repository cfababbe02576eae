/// What the escapes in a JSON text mean.
enum JSONText {
    /// Resolves escapes that the scanner has already checked. A surrogate without its other half becomes U+FFFD.
    static func unescaped(_ source: Span<UInt8>) -> String {
        // No escape is shorter than what it stands for.
        let result = [UInt8](capacity: source.count) { output in
            var at = 0
            while at < source.count {
                guard source[at] == UInt8(ascii: "\\"), at + 1 < source.count else {
                    output.append(source[at])
                    at += 1
                    continue
                }
                let letter = source[at + 1]
                at += 2
                if letter == UInt8(ascii: "u") {
                    for byte in UTF8.encode(scalar(in: source, at: &at)) ?? UTF8.encodedReplacementCharacter { output.append(byte) }
                } else {
                    output.append(plain(letter))
                }
            }
        }
        return JSONBytes.text(result.span)
    }

    /// The character of the four digits at `at`, with the low half that may follow them.
    private static func scalar(in source: Span<UInt8>, at: inout Int) -> Unicode.Scalar {
        let first = unit(in: source, at: at)
        at += 4
        guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        guard at + 5 < source.count, source[at] == UInt8(ascii: "\\"), source[at + 1] == UInt8(ascii: "u") else { return "\u{FFFD}" }
        let second = unit(in: source, at: at + 2)
        guard (0xDC00...0xDFFF).contains(second) else { return "\u{FFFD}" }
        at += 6
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private static func unit(in source: Span<UInt8>, at: Int) -> UInt32 {
        var value: UInt32 = 0
        for index in at..<min(at + 4, source.count) { value = value << 4 | UInt32(hexValue(source[index]) ?? 0) }
        return value
    }

    private static func plain(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// The value of a hexadecimal digit.
    static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
    }
}
