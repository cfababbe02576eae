/// Goes once through a piece of HTML and puts its text together. Feeds bring tens of megabytes of notes, of which no tree is wanted: this
/// takes a fifth of the time of libxml2's parser, and no longer for what is nested without end.
struct HTMLScanner {
    private let source: UnsafeBufferPointer<UInt8>
    private var at = 0
    private var result: [UInt8] = []
    private var hasBreaks = false
    /// Whether a paragraph is open, which the next block ends.
    private var isInParagraph = false
    /// Names whose end tag doesn't come any more, so that nobody looks for it again.
    private var unended: Set<UInt64> = []

    /// `source` must outlive the scanner.
    init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source
        result.reserveCapacity(source.count)
    }

    mutating func text() -> [UInt8] {
        while at < source.count {
            var end = at
            while end < source.count, Self.isText(source[end]) { end &+= 1 }
            if end > at { result.append(contentsOf: source[at..<end]) }
            at = end
            if at < source.count { takeSpecial() }
        }
        if hasBreaks { settleBreaks() }
        return result
    }

    /// Of the control characters also those that a terminal's sequences begin and end with: whoever drops these has to see them.
    private static func isText(_ byte: UInt8) -> Bool {
        if byte >= 0x20 { return byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") }
        return byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x1B || byte == 0x07
    }

    private mutating func takeSpecial() {
        switch source[at] {
        case UInt8(ascii: "&"):
            if let (scalar, end) = Entities.reference(in: source, after: at + 1) {
                if scalar.value != UInt32(Self.lineBreak) { result.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init()) }
                at = end
            } else {
                result.append(UInt8(ascii: "&"))
                at += 1
            }
        case UInt8(ascii: "<"): takeTag()
        default: at += 1
        }
    }

    private mutating func takeTag() {
        let next = at + 1 < source.count ? source[at + 1] : 0
        switch next {
        case UInt8(ascii: "!"):
            let isComment = at + 3 < source.count && source[at + 2] == UInt8(ascii: "-") && source[at + 3] == UInt8(ascii: "-")
            at = isComment ? endOfComment(from: at + 4) : endOfTag(from: at + 1)
        case UInt8(ascii: "?"): at = endOfTag(from: at + 1)
        case UInt8(ascii: "/"):
            let name = packedName(from: at + 2)
            at = endOfTag(from: at + 1)
            end(HTMLElement(packed: name))
        case 0x41...0x5A, 0x61...0x7A:
            let name = packedName(from: at + 1)
            at = endOfTag(from: at + 1)
            begin(HTMLElement(packed: name), name)
        default:
            result.append(UInt8(ascii: "<"))
            at += 1
        }
    }

    private func packedName(from start: Int) -> UInt64 {
        var packed: UInt64 = 0
        var index = start
        while index < source.count, index < start + 8 {
            let byte = source[index]
            let isLetter = (0x61...0x7A).contains(byte | 0x20)
            guard isLetter || (0x30...0x39).contains(byte) else { break }
            packed = packed << 8 | UInt64(byte | 0x20)
            index += 1
        }
        return packed
    }

    private mutating func begin(_ element: HTMLElement, _ name: UInt64) {
        switch element {
        case .hidden, .raw: skipContents(of: name, isRaw: element == .raw)
        case .paragraph, .list, .line, .listItem:
            if isInParagraph { addBreak() }
            isInParagraph = element == .paragraph
            if element == .paragraph || element == .list { addBreak() } else { beginLine() }
            if element == .listItem { result.append(contentsOf: [UInt8(ascii: "-"), 0x20]) }
        case .lineBreak: addBreak()
        case .cell: result.append(0x20)
        case .other: break
        }
    }

    private mutating func end(_ element: HTMLElement) {
        switch element {
        case .paragraph:
            isInParagraph = false
            addBreak()
        case .list, .line, .listItem:
            if isInParagraph { addBreak() }
            isInParagraph = false
            beginLine()
            if element == .list { addBreak() }
        case .lineBreak: addBreak()
        case .hidden, .raw, .cell, .other: break
        }
    }

    private mutating func addBreak() {
        hasBreaks = true
        result.append(Self.lineBreak)
    }

    /// A break, unless the text stands at one.
    private mutating func beginLine() {
        if result.last != Self.lineBreak { addBreak() }
    }

    /// Only at the end it is known whether the source's own line breaks count.
    private mutating func settleBreaks() {
        result.withUnsafeMutableBufferPointer { text in
            // Without branches, so that the compiler changes many bytes at once.
            for index in 0..<text.count {
                let byte = text[index]
                text[index] = byte == Self.lineBreak ? 0x0A : byte == 0x0A ? 0x20 : byte == 0x0D ? 0x20 : byte
            }
        }
    }

    /// Stands for a break until the end; text never has it.
    private static let lineBreak: UInt8 = 0x01
}

extension HTMLScanner {
    /// Behind the `>` of a tag; one in quotes doesn't count, unless the quotes have no end. Behind everything where there is none.
    private func endOfTag(from start: Int) -> Int {
        var index = start
        var plainEnd: Int?
        var quote: UInt8 = 0
        var previous: UInt8 = 0
        while index < source.count {
            let byte = source[index]
            if byte == UInt8(ascii: ">") {
                if quote == 0 { return index + 1 }
                plainEnd = plainEnd ?? index + 1
            } else if quote != 0 {
                if byte == quote { quote = 0 }
                // No value of an attribute is that long: the quote was none.
                if let plainEnd, index - plainEnd > 4096 { return plainEnd }
            } else if previous == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            if byte > 0x20 { previous = byte }
            index += 1
        }
        return plainEnd ?? source.count
    }

    private func endOfComment(from start: Int) -> Int {
        var index = start
        while index + 2 < source.count {
            if source[index] == 0x2D, source[index + 1] == 0x2D, source[index + 2] == UInt8(ascii: ">") { return index + 3 }
            index += 1
        }
        return source.count
    }

    /// Goes to the end tag of that name. Without one a script hides all that follows, other elements nothing.
    private mutating func skipContents(of name: UInt64, isRaw: Bool) {
        guard !unended.contains(name) else { return }
        var index = at
        while index + 1 < source.count {
            if source[index] == UInt8(ascii: "<"), source[index + 1] == UInt8(ascii: "/"), packedName(from: index + 2) == name {
                at = index
                return
            }
            index += 1
        }
        unended.insert(name)
        if isRaw { at = source.count }
    }
}
