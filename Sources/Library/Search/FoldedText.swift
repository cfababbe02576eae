/// Text in the form in which it is compared: no difference between upper and lower case, between letters with and without marks (Latin, Greek,
/// Cyrillic, Arabic), between ligatures and their letters, and between full and half width. UTF-8.
struct FoldedText {
    private(set) var bytes: [UInt8] = []

    init(_ text: String) {
        var (text, folded) = (text, [UInt8]())
        folded.reserveCapacity(text.utf8.count)
        text.withUTF8 { source in
            var at = 0
            while at < source.count {
                let start = at
                while at < source.count, source[at] < 0x80 { at &+= 1 }
                let before = folded.count
                folded.append(contentsOf: source[start..<at])
                folded.withUnsafeMutableBufferPointer { for index in before..<$0.count { $0[index] = Self.lowered($0[index]) } }
                while at < source.count, source[at] >= 0x80 { Self.fold(Self.scalar(in: source, &at), into: &folded) }
            }
        }
        bytes = folded
    }

    /// The scalar that begins at `at`, which then is behind it. `source` is UTF-8, and none of its first 128.
    private static func scalar(in source: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Unicode.Scalar {
        let count = source[at] < 0xE0 ? 2 : source[at] < 0xF0 ? 3 : 4
        var value = UInt32(source[at]) & (0x7F >> UInt32(count))
        let end = min(at + count, source.count)
        for byte in source[(at + 1)..<end] { value = value << 6 | UInt32(byte & 0x3F) }
        at = end
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// Adds the folded form of a scalar; nothing for a mark that stands by itself.
    static func fold(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
        switch scalar.value {
        case 0..<0x80: bytes.append(lowered(UInt8(scalar.value)))
        case 0xc0..<0x180: bytes += latin[Int(scalar.value) - 0xc0]
        case 0x300..<0x370, 0x591..<0x5c8, 0x610..<0x61b, 0x640, 0x64b..<0x660, 0x670, 0xfe00..<0xfe10:
            break  // a mark by itself, a stretched line, a variant's sign
        case 0x370..<0x700, 0xfb00..<0xfb07: bytes += others[scalar] ?? Array(scalar.properties.lowercaseMapping.utf8)
        case 0x1e00..<0x1f00: bytes += laterLatin[Int(scalar.value) - 0x1e00]
        case 0x2e80..<0xff00: bytes += UTF8.encode(scalar) ?? .init()  // Chinese, Japanese, Korean have no case
        case 0xff01...0xff5e: bytes.append(lowered(UInt8(scalar.value - 0xff00 + 0x20)))
        default: bytes += scalar.properties.lowercaseMapping.utf8
        }
    }

    func contains(_ part: FoldedText) -> Bool { place(of: part) { _ in true } != nil }

    /// Where `part` first begins with what `accepts` takes for a beginning.
    func place(of part: FoldedText, where accepts: (Int) -> Bool) -> Int? {
        guard let first = part.bytes.first else { return accepts(0) ? 0 : nil }
        var rest = bytes[...]
        while let start = rest.firstIndex(of: first), start + part.bytes.count <= bytes.count {
            if bytes[start..<start + part.bytes.count].elementsEqual(part.bytes), accepts(start) { return start }
            rest = bytes[(start + 1)...]
        }
        return nil
    }

    static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
}

extension FoldedText {
    /// U+00C0 to U+017F without case and marks.
    private static let latin: [[UInt8]] = """
        a a a a a a ae c e e e e i i i i ð n o o o o o × o u u u u y þ ss a a a a a a ae c e e e e i i i i ð n o o o o o ÷ o u u u u y þ y \
        a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ij ij j j k k k l l l l l l l l l l \
        n n n n n n n n n o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t u u u u u u u u u u u u w w y y y z z z z z z s
        """.split(separator: " ").map { Array($0.utf8) }

    /// Letters of other scripts without case and marks, and ligatures: each stands before what it is folded to.
    private static let others: [Unicode.Scalar: [UInt8]] = {
        let pairs = """
            Άα Έε Ήη Ίι Όο Ύυ Ώω άα έε ήη ίι όο ύυ ώω Ϊι Ϋυ ϊι ϋυ ΐι ΰυ ςσ Йи йи Ёе ёе Їі її Ўу ўу Ѓг ѓг Ќк ќк آا أا إا ؤو ئي ﬀff ﬁfi ﬂfl ﬃffi \
            ﬄffl ﬅst ﬆst
            """
        var table: [Unicode.Scalar: [UInt8]] = [:]
        for pair in pairs.split(whereSeparator: \.isWhitespace) {
            guard let scalar = pair.unicodeScalars.first else { continue }
            table[scalar] = Array(String(String.UnicodeScalarView(pair.unicodeScalars.dropFirst())).utf8)
        }
        return table
    }()

    /// U+1E00 to U+1EFF, the same.
    private static let laterLatin: [[UInt8]] = """
        a a b b b b b b c c d d d d d d d d d d e e e e e e e e e e f f g g h h h h h h h h h h i i i i k k k k k k l l l l l l l l m m \
        m m m m n n n n n n n n o o o o o o o o p p p p r r r r r r r r s s s s s s s s s s t t t t t t t t u u u u u u u u u u v v v v \
        w w w w w w w w w w x x x x y y z z z z z z h t w y ẚ s s s ss δ a a a a a a a a a a a a a a a a a a a a a a a a e e e e e e e e \
        e e e e e e e e i i i i o o o o o o o o o o o o o o o o o o o o o o o o u u u u u u u u u u u u u u y y y y y y y y ỻ ỻ ỽ ỽ ỿ ỿ
        """.split(separator: " ").map { Array($0.utf8) }
}
