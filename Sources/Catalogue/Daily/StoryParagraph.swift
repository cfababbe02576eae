/// The text of one block while it is put together, white space folded as HTML does.
struct StoryParagraph {
    /// Lines stay as they are.
    var isPreformatted = false
    /// UTF-8.
    private var bytes: [UInt8] = []
    private var gap = Gap.none

    /// What has to stand before the next character.
    private enum Gap {
        case none, blank, lineBreak
        /// Between a name and what is told of it.
        case dot
    }

    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count }

    /// What was put behind a place.
    func text(from start: Int) -> String { String(decoding: bytes[min(start, bytes.count)...], as: UTF8.self) }

    mutating func add(_ text: String) {
        if isPreformatted {
            bytes.append(contentsOf: text.utf8)
            return
        }
        let added = Array(text.utf8)
        var at = 0
        while at < added.count {
            switch added[at] {
            case 0x20, 0x09, 0x0C:
                if gap == .none { gap = .blank }
                at += 1
            case 0x0A, 0x0D:
                if gap != .dot { gap = .lineBreak }
                at += 1
            default:
                let start = at
                while at < added.count, added[at] > 0x20 || !Self.isBlank(added[at]) { at += 1 }
                append(added[start..<at])
            }
        }
    }

    /// A `<br>`; of several together two count.
    mutating func addBreak() {
        gap = .none
        guard !bytes.isEmpty, !bytes.suffix(2).elementsEqual([0x0A, 0x0A]) else { return }
        bytes.append(0x0A)
    }

    mutating func addBlank() {
        if gap == .none { gap = .blank }
    }

    /// A link's number, close to what it belongs to.
    mutating func addNote(_ note: String) { bytes.append(contentsOf: note.utf8) }

    /// Begins what is told of somebody behind the name, whose comma goes.
    mutating func addDot() {
        dropComma()
        if !bytes.isEmpty { gap = .dot }
    }

    mutating func dropComma() {
        for comma in ["，", ",", "、"] where bytes.suffix(comma.utf8.count).elementsEqual(comma.utf8) {
            bytes.removeLast(comma.utf8.count)
        }
    }

    /// The text, fit for a terminal, in lines without empty ones at the ends; nothing is left.
    mutating func take() -> String {
        defer {
            bytes.removeAll(keepingCapacity: true)
            gap = .none
        }
        guard !bytes.isEmpty else { return "" }
        let text = String(decoding: bytes, as: UTF8.self)
        if isPreformatted { return PlainText.preformatted(text) }
        guard bytes.contains(0x0A) else { return PlainText.verbatim(text) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { PlainText.verbatim(String($0)) }
        let inner = lines.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
        return inner.joined(separator: "\n")
    }

    private mutating func append(_ run: ArraySlice<UInt8>) {
        if bytes.isEmpty || bytes.last == 0x0A {
            // Other blanks that would begin a line, as of an empty paragraph's `&nbsp;`.
            if let first = run.first, first >= 0xC2, String(decoding: run, as: UTF8.self).trimmed.isEmpty { return }
        } else {
            switch gap {
            case .none: break
            case .blank: bytes.append(0x20)
            case .lineBreak: if !CJK.joins(bytes[...], run) { bytes.append(0x20) }
            case .dot: bytes.append(contentsOf: " · ".utf8)
            }
        }
        gap = .none
        bytes.append(contentsOf: run)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0C, 0x0A, 0x0D: true
        default: false
        }
    }
}

/// Scripts that are written without blanks.
private enum CJK {
    /// Whether a line break between two texts (UTF-8) means nothing: both sides are of such a script, or one of them a mark that is used with it.
    static func joins(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        guard let before = last(of: left), let after = first(of: right) else { return false }
        return isIdeographic(before) && (isIdeographic(after) || isMark(after)) || isMark(before) && isIdeographic(after)
    }

    private static func last(of text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let end = text.suffix(4)
        guard let start = end.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return nil }
        return first(of: end[start...])
    }

    private static func first(of text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        String(decoding: text.prefix(4), as: UTF8.self).unicodeScalars.first
    }

    private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// Dashes, quotation marks and the ellipsis.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2014, 0x2018...0x201D, 0x2026, 0xB7: true
        default: false
        }
    }
}
