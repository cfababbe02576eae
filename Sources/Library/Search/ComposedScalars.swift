/// Puts together what some systems write in parts (file names, old feeds): Hangul of its letters, kana with its sound marks; and makes half-width
/// kana full. Each scalar is given on when the next has shown that it doesn't belong to it.
struct ComposedScalars {
    private var waiting: Unicode.Scalar?

    /// What is ready: the scalar that was taken before this one, if it waited; or this one itself, where nothing can follow it.
    mutating func take(_ given: Unicode.Scalar) -> Unicode.Scalar? {
        // Nearly all: nothing waits, and nothing can be added.
        if waiting == nil, !Self.canBegin(given) { return given }
        let scalar = Self.full(given)
        guard let before = waiting else {
            waiting = scalar
            return nil
        }
        if let whole = Self.composed(before, scalar) {
            waiting = whole
            return nil
        }
        waiting = scalar
        return before
    }

    mutating func end() -> Unicode.Scalar? {
        defer { waiting = nil }
        return waiting
    }
}

extension ComposedScalars {
    private static func canBegin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x1112, 0x3041...0x30fe, 0xac00...0xd7a3, 0xff66...0xff9f: true
        default: false
        }
    }

    private static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        let (one, other) = (first.value, second.value)
        switch (one, other) {
        case (0x1100...0x1112, 0x1161...0x1175): return Unicode.Scalar(0xac00 + ((one - 0x1100) * 21 + other - 0x1161) * 28)
        case (0xac00...0xd7a3, 0x11a8...0x11c2) where (one - 0xac00).isMultiple(of: 28): return Unicode.Scalar(one + other - 0x11a7)
        case (0x3041...0x30fe, 0x3099): return voicedBy[first].flatMap { Unicode.Scalar(one + $0) }
        case (0x306f...0x307b, 0x309a), (0x30cf...0x30db, 0x309a): return (one - 0x306f) % 3 == 0 ? Unicode.Scalar(one + 2) : nil
        default: return nil
        }
    }

    private static func full(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xff66...0xff9f).contains(scalar.value) else { return scalar }
        return katakana[Int(scalar.value - 0xff66)]
    }

    /// What can have a voiced sound mark, and how far behind it the letter with the mark stands.
    private static let voicedBy: [Unicode.Scalar: UInt32] = {
        var table: [Unicode.Scalar: UInt32] = [:]
        let letters = [(UInt32(1), "かきくけこさしすせそたちつてとはひふへほゝカキクケコサシスセソタチツテトハヒフヘホヽ"), (8, "ワヰヱヲ"), (78, "うウ")]
        for (distance, letters) in letters { for letter in letters.unicodeScalars { table[letter] = distance } }
        return table
    }()

    /// U+FF66 to U+FF9F.
    private static let katakana = Array(
        ("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン" + "\u{3099}\u{309a}").unicodeScalars)
}
