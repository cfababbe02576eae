import Markup

/// A text as a tag has it, before its charset is settled.
enum TagText {
    case text(String)
    /// Said to be Latin-1, or said to be nothing: often something else.
    case bytes([UInt8])

    /// The content of an ID3v2 frame behind its encoding byte (id3.org, v2.4 §4). Several values are parted by zeros, which v2.4 alone
    /// means as such; before, what follows the first zero is padding.
    init(_ content: TagBytes, encoding: UInt8, isList: Bool) {
        switch encoding {
        case 1, 2: self = .text(Self.joined(Self.utf16(content.all, isBig: encoding == 2), isList: isList))
        case 3 where String(validating: content.all, as: UTF8.self) != nil:
            self = .text(Self.joined(String(decoding: content.all, as: UTF8.self), isList: isList))
        default:
            let parts = content.all.split(separator: 0).map(Array.init)
            self = .bytes(Array(parts.prefix(isList ? parts.count : 1).joined(separator: Array(Self.separator.utf8))))
        }
    }

    /// What the text is, if its bytes are of that charset; one clean line, nil where nothing is left.
    func line(_ charset: String?) -> String? {
        let text: String
        switch self {
        case .text(let known): text = known
        case .bytes(let bytes): text = GuessedCharset.text(bytes, charset)
        }
        let line = PlainText.verbatim(text)
        return line.isEmpty ? nil : line
    }

    var unsettled: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// Stands between values.
    static let separator = " / "

    private static func joined(_ text: String, isList: Bool) -> String {
        let parts = text.split(separator: "\0")
        return isList ? parts.joined(separator: separator) : parts.first.map(String.init) ?? ""
    }

    /// A byte order mark counts before what is said; each value may have one. Without any, encoding 1 is read as most programs wrote it.
    private static func utf16(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> String {
        var isBig = isBig
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var at = bytes.startIndex
        while at + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[at]), UInt16(bytes[at + 1]))
            at += 2
            switch (first, second) {
            case (0xFF, 0xFE): isBig = false
            case (0xFE, 0xFF): isBig = true
            default: units.append(isBig ? first << 8 | second : second << 8 | first)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}

/// The texts of one tag: who wrote one of them in another charset than he said wrote all of them so.
struct TagTexts {
    private let charset: String?

    init(_ texts: some Sequence<TagText>) { charset = GuessedCharset.of(texts.compactMap(\.unsettled)) }

    func line(_ text: TagText?) -> String? { text?.line(charset) }
}
