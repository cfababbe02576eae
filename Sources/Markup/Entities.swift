import CXML

/// HTML's character references.
public enum Entities {
    /// Decodes each reference once: `&amp;lt;` becomes `&lt;`. Unknown names and a bare `&` stay as they are; a number that is no
    /// character becomes U+FFFD.
    public static func decode(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var text = text
        return text.withUTF8 { source in
            var result: [UInt8] = []
            result.reserveCapacity(source.count)
            var at = 0
            while at < source.count {
                if source[at] == UInt8(ascii: "&"), let (scalar, end) = reference(in: source, after: at + 1) {
                    result.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
                    at = end
                } else {
                    result.append(source[at])
                    at += 1
                }
            }
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The character that a reference names, and the position behind its semicolon. `start` is behind its `&`.
    static func reference(in source: UnsafeBufferPointer<UInt8>, after start: Int) -> (Unicode.Scalar, Int)? {
        let longest = min(source.count, start + 34)
        guard start < longest, let end = source[start..<longest].firstIndex(of: UInt8(ascii: ";")), end > start else { return nil }
        let name = source[start..<end]
        let scalar = name.first == UInt8(ascii: "#") ? numbered(name.dropFirst()) : named(name)
        return scalar.map { ($0, end + 1) }
    }

    private static func named(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        guard name.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
            return nil
        }
        if name.elementsEqual("apos".utf8) { return "'" }
        guard cxml_open() else { return nil }
        let value = cxml_entity(Array(name) + [0])
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    private static func numbered(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar? {
        let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (isHex && (0x61...0x66).contains($0 | 0x20)) }
        guard !text.isEmpty, isNumber else { return nil }
        // Too many digits for any number make no character either.
        let value = UInt32(text, radix: isHex ? 16 : 10) ?? .max
        if (0x80...0x9F).contains(value) { return windows[Int(value - 0x80)] }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// What 0x80 to 0x9F mean in Windows-1252, as HTML reads them; the five unassigned are U+FFFD.
    private static let windows: [Unicode.Scalar] = [
        "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}",
        "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
    ]
}
