/// Text as the full-text index takes it: folded words and pairs of characters, each after a blank.
///
/// Letters and digits that touch are one word. Of a run of Chinese, Japanese, Korean, Thai and the like each two neighbours are one token and the last character
/// is one more: 历史故事 is `历史 史故 故事 事`. So a word of two characters is one token, a longer one a phrase, and a single character
/// begins a token wherever it stands. All else parts words; a symbol outside ASCII is a word of its own.
struct SearchTokens {
    /// Longer words are cut here, in the index as in a query.
    private static let longestWord = 40

    private(set) var bytes: [UInt8] = []
    /// Where the last token begins in `bytes`.
    private(set) var lastStart = 0
    private(set) var count = 0
    private var wordLength = 0
    private var run = Run()

    private struct Run {
        var last: Unicode.Scalar?
        var length = 0
    }

    init() {}

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lastToken: String { String(decoding: bytes[lastStart...], as: UTF8.self) }

    /// Adds text that continues what was added before.
    mutating func append(_ text: String) {
        var text = text
        bytes.reserveCapacity(bytes.count + text.utf8.count * 2)
        let isASCII = text.withUTF8 { utf8 in
            guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
            take(ascii: utf8)
            return true
        }
        if isASCII { return }
        var composed = ComposedScalars()
        for scalar in text.unicodeScalars {
            if let before = composed.take(scalar) { take(before) }
        }
        if let last = composed.end() { take(last) }
    }

    /// Begins anew, in the same memory.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (lastStart, count, wordLength, run) = (0, 0, 0, Run())
    }

    /// Ends the text.
    mutating func end() {
        endRun()
        wordLength = 0
    }

    /// Ends a query's word, after which the last character of a run is not asked for by itself: the run may go on in what is looked for. True
    /// where the last token is a single character of such a script, with which a token of the index may begin.
    mutating func endQuery() -> Bool {
        defer { run = Run() }
        guard run.length == 1 else { return false }
        endRun()
        return true
    }

    /// Whether the last token is a word that may go on: not a pair or a character of a run.
    var endsInWord: Bool { wordLength > 0 }
}

extension SearchTokens {
    private mutating func take(ascii text: UnsafeBufferPointer<UInt8>) {
        var rest = text[...]
        while let first = rest.first {
            let word = rest.prefix { Self.isWord(FoldedText.lowered($0)) }
            if word.isEmpty { take(ascii: first) } else { take(asciiWord: word) }
            rest = rest.dropFirst(max(word.count, 1))
        }
    }

    /// Letters and digits that touch.
    private mutating func take(asciiWord word: Slice<UnsafeBufferPointer<UInt8>>) {
        beginWord()
        let (before, taken) = (bytes.count, word.prefix(max(Self.longestWord - wordLength, 0)))
        bytes.append(contentsOf: taken)
        bytes.withUnsafeMutableBufferPointer { for index in before..<$0.count { $0[index] = FoldedText.lowered($0[index]) } }
        wordLength += taken.count
    }

    private static func isWord(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) }

    private mutating func take(ascii byte: UInt8) {
        let byte = FoldedText.lowered(byte)
        guard Self.isWord(byte) else { return end() }
        beginWord()
        guard wordLength < Self.longestWord else { return }
        bytes.append(byte)
        wordLength += 1
    }

    private mutating func take(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 { return take(ascii: UInt8(scalar.value)) }
        switch SearchScript(scalar) {
        case .run: takeRun(scalar)
        case .mark: break
        case .letter:
            beginWord()
            let before = bytes.count
            guard wordLength < Self.longestWord else { return }
            FoldedText.fold(scalar, into: &bytes)
            wordLength += bytes.count - before
        case .symbol:
            end()
            beginToken()
            add(scalar)
        case .gap: end()
        }
    }

    private mutating func takeRun(_ scalar: Unicode.Scalar) {
        wordLength = 0
        if let last = run.last {
            beginToken()
            add(last)
            add(scalar)
        }
        run.last = scalar
        run.length += 1
    }

    private mutating func endRun() {
        if let last = run.last {
            beginToken()
            add(last)
        }
        run = Run()
    }

    /// Characters of three bytes, as most of runs are, without a detour.
    private mutating func add(_ scalar: Unicode.Scalar) {
        guard (0x800..<0x10000).contains(scalar.value) else { return bytes += UTF8.encode(scalar) ?? .init() }
        bytes.append(0xe0 | UInt8(truncatingIfNeeded: scalar.value >> 12))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar.value >> 6 & 0x3f))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar.value & 0x3f))
    }

    private mutating func beginWord() {
        guard wordLength == 0 else { return }
        endRun()
        beginToken()
    }

    private mutating func beginToken() {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        lastStart = bytes.count
        count += 1
    }
}

/// What a character outside ASCII is to the index.
enum SearchScript {
    /// Of a script without blanks between words.
    case run
    case letter
    /// Nothing by itself: an accent, a variant's sign, a joiner.
    case mark
    case symbol
    case gap

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x4e00...0x9fff: self = .run
        case 0xd7, 0xf7: self = .gap
        case 0xc0..<0x180: self = .letter
        case 0x300..<0x370, 0x591..<0x5c8, 0x610..<0x61b, 0x640, 0x64b..<0x660, 0x670, 0xfe00..<0xfe10, 0x200b...0x200d,
            0xe0000...0x10ffff:
            self = .mark
        // Thai, Lao, Burmese, Khmer; not their digits.
        case 0xe01...0xe3a, 0xe40...0xe4e, 0xe81...0xecd, 0xedc...0xedf, 0x1000...0x103f, 0x1050...0x108f, 0x1780...0x17d3: self = .run
        // Ideographs, kana, Hangul and Bopomofo; not their punctuation.
        case 0x3005...0x3007, 0x3041...0x30fa, 0x30fc...0x312f, 0x3131...0x318e, 0x31a0...0x31ff, 0x3400...0x4dbf,
            0xac00...0xd7af, 0xf900...0xfaff, 0xff66...0xff9f, 0x20000...0x3ffff:
            self = .run
        case 0xff10...0xff19, 0xff21...0xff3a, 0xff41...0xff5a: self = .letter
        default: self.init(scalar.properties.generalCategory)
        }
    }

    private init(_ category: Unicode.GeneralCategory) {
        switch category {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
            .decimalNumber, .letterNumber, .otherNumber:
            self = .letter
        case .otherSymbol: self = .symbol
        default: self = .gap
        }
    }
}
