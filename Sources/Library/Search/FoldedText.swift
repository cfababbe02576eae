import Glibc

/// Text in the form in which it is compared: no difference between upper and lower case, between Latin letters with and without marks, and between
/// full and half width. UTF-8.
struct FoldedText {
    private(set) var bytes: [UInt8] = []

    init() {}

    init(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Adds the folded form of UTF-8 text.
    mutating func append(_ text: UnsafeRawBufferPointer) {
        if text.allSatisfy({ $0 < 0x80 }) {
            for byte in text { bytes.append(Self.lowered(byte)) }
        } else {
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { append(scalar) }
        }
    }

    /// Adds a byte as it is.
    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    func contains(_ part: FoldedText) -> Bool {
        guard let first = part.bytes.first else { return true }
        return bytes.withUnsafeBytes { whole in
            part.bytes.withUnsafeBytes { part in
                guard let start = whole.baseAddress, let wanted = part.baseAddress else { return false }
                var at = start
                // memchr and memcmp: memmem is hidden from Swift as a GNU extension.
                while true {
                    let left = whole.count - (at - start) - part.count
                    guard left >= 0, let found = memchr(at, Int32(first), left + 1) else { return false }
                    if memcmp(found, wanted, part.count) == 0 { return true }
                    at = UnsafeRawPointer(found) + 1
                }
            }
        }
    }
}

extension FoldedText {
    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0..<0x80: bytes.append(Self.lowered(UInt8(scalar.value)))
        case 0xc0..<0x180: bytes += Self.latin[Int(scalar.value) - 0xc0].utf8
        case 0x300..<0x370: break  // a mark by itself
        case 0x2e80..<0xff00: bytes += UTF8.encode(scalar) ?? .init()  // Chinese, Japanese, Korean have no case
        case 0xff01...0xff5e: bytes.append(Self.lowered(UInt8(scalar.value - 0xff00 + 0x20)))
        default: bytes += scalar.properties.lowercaseMapping.utf8
        }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    /// U+00C0 to U+017F without case and marks.
    private static let latin: [String] = """
        a a a a a a ae c e e e e i i i i ð n o o o o o × o u u u u y þ ss a a a a a a ae c e e e e i i i i ð n o o o o o ÷ o u u u u y þ y \
        a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ij ij j j k k k l l l l l l l l l l \
        n n n n n n n n n o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s
        """.split(separator: " ").map(String.init)
}
