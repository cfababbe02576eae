import CXML

/// Takes the parser's events and puts the text together.
final class HTMLTextCollector {
    private var bytes: [UInt8] = []
    /// How many elements are open whose contents nobody reads.
    private var hiddenDepth = 0
    private var hasBreaks = false
    private var depth = 0
    /// Whether elements were nested deeper than in any text that someone wrote; the text is of no use then.
    private(set) var isTooDeep = false

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// The collector behind a C context pointer.
    static func of(_ context: UnsafeMutableRawPointer?) -> HTMLTextCollector? {
        context.map { Unmanaged<HTMLTextCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The text so far.
    func result() -> String {
        // Only now it is known whether the source's own line breaks count.
        if hasBreaks {
            bytes.withUnsafeMutableBufferPointer { text in
                for index in text.indices where text[index] < 0x20 {
                    if text[index] == Self.lineBreak { text[index] = 0x0A } else if text[index] != 0x09 { text[index] = 0x20 }
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func begin(_ name: UnsafePointer<xmlChar>?) {
        let kind = HTMLElement(name)
        depth += 1
        if depth > 512 { isTooDeep = true }
        switch kind {
        case .hidden: hiddenDepth += 1
        case .paragraph, .lineBreak: addBreak()
        case .line, .listItem: beginLine()
        case .cell: bytes.append(0x20)
        case .other: break
        }
        if kind == .listItem { bytes.append(contentsOf: [UInt8(ascii: "-"), 0x20]) }
    }

    func end(_ name: UnsafePointer<xmlChar>?) {
        depth -= 1
        switch HTMLElement(name) {
        case .hidden: hiddenDepth = max(hiddenDepth - 1, 0)
        case .paragraph: addBreak()
        case .line, .listItem: beginLine()
        case .lineBreak, .cell, .other: break
        }
    }

    func add(_ text: UnsafePointer<xmlChar>?, _ count: Int32) {
        guard hiddenDepth == 0, let text, count > 0 else { return }
        bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
    }

    private func addBreak() {
        guard hiddenDepth == 0 else { return }
        hasBreaks = true
        bytes.append(Self.lineBreak)
    }

    /// A break, unless the text stands at one.
    private func beginLine() {
        if bytes.last != Self.lineBreak { addBreak() }
    }

    /// Stands for a break until the end. No text has it, as the parser is given none and makes none of a reference.
    private static let lineBreak: UInt8 = 0x01
}

/// What an element is to a text.
private enum HTMLElement {
    /// Nobody reads what is in it.
    case hidden
    /// With an empty line around it.
    case paragraph
    /// Begins a line.
    case line
    case listItem, lineBreak, cell, other

    init(_ name: UnsafePointer<xmlChar>?) {
        guard let name, let packed = Self.packed(name) else {
            self = .other
            return
        }
        self = Self.known[packed] ?? .other
    }

    /// The first eight letters: enough to tell those that count from one another, and quicker than text, as there are so many.
    private static func packed(_ name: UnsafePointer<xmlChar>) -> UInt64? {
        var packed: UInt64 = 0
        for index in 0..<8 {
            guard name[index] != 0 else { return packed }
            packed = packed << 8 | UInt64(name[index])
        }
        return packed
    }

    private static let known: [UInt64: HTMLElement] = {
        let groups: [(HTMLElement, [String])] = [
            (.hidden, ["script", "style", "head", "title", "template", "noscript", "iframe", "object"]),
            (.paragraph, ["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre", "hr"]),
            (.line, ["div", "dt", "dd", "tr", "section", "article", "header", "footer", "figure", "figcaption"]),
            (.listItem, ["li"]), (.lineBreak, ["br"]), (.cell, ["td", "th"]),
        ]
        var known: [UInt64: HTMLElement] = [:]
        for (kind, names) in groups {
            for name in names { known[name.utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }] = kind }
        }
        return known
    }()
}
