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

    /// The collector behind a C context pointer.
    static func of(_ context: UnsafeMutableRawPointer?) -> HTMLTextCollector? {
        context.map { Unmanaged<HTMLTextCollector>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The text so far.
    var result: String {
        // A break stands as U+2029 until the end, since only then it is known whether the source's own line breaks count.
        let text = String(decoding: bytes, as: UTF8.self)
        guard hasBreaks else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 == "\u{2029}" ? "\n" : $0 }))
    }

    func begin(_ name: UnsafePointer<xmlChar>?) {
        let name = Self.text(name)
        depth += 1
        if depth > 512 { isTooDeep = true }
        if Self.hidden.contains(name) { hiddenDepth += 1 }
        if name == "br" || Self.paragraphs.contains(name) { addBreak() } else if Self.lines.contains(name) { beginLine() }
        if name == "li" { bytes.append(contentsOf: Array("- ".utf8)) }
        if name == "td" || name == "th" { bytes.append(0x20) }
    }

    func end(_ name: UnsafePointer<xmlChar>?) {
        let name = Self.text(name)
        depth -= 1
        if Self.hidden.contains(name), hiddenDepth > 0 { hiddenDepth -= 1 }
        if Self.paragraphs.contains(name) { addBreak() } else if Self.lines.contains(name) { beginLine() }
    }

    func add(_ text: UnsafePointer<xmlChar>?, _ count: Int32) {
        guard hiddenDepth == 0, let text, count > 0 else { return }
        bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(count)))
    }

    private func addBreak() {
        guard hiddenDepth == 0 else { return }
        hasBreaks = true
        bytes.append(contentsOf: Self.lineBreak)
    }

    /// A break, unless the text stands at one.
    private func beginLine() {
        if bytes.suffix(3) != Self.lineBreak[...] { addBreak() }
    }

    private static func text(_ name: UnsafePointer<xmlChar>?) -> String { name.map { String(cString: $0) } ?? "" }

    private static let hidden: Set<String> = ["script", "style", "head", "title", "template", "noscript", "iframe", "object"]
    private static let lineBreak: [UInt8] = [0xE2, 0x80, 0xA9]
    /// Elements with an empty line around them, and those that only begin a line.
    private static let paragraphs: Set<String> = [
        "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "table", "blockquote", "pre", "hr",
    ]
    private static let lines: Set<String> = [
        "div", "li", "dt", "dd", "tr", "section", "article", "header", "footer", "figure", "figcaption",
    ]
}
