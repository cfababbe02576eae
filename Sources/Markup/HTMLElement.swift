/// What an element is to a text.
enum HTMLElement {
    /// Nobody reads what is in it; `raw`: nor is it markup.
    case hidden, raw
    /// With an empty line around it.
    case paragraph
    /// The same, and what is open in it ends with it.
    case list
    /// Begins a line.
    case line
    case listItem, lineBreak, cell, other

    /// By the first eight letters of a name in lower case: enough to tell those that count from one another.
    init(packed: UInt64) { self = Self.known[packed] ?? .other }

    static func packed(_ name: some Sequence<UInt8>) -> UInt64 { name.prefix(8).reduce(0) { $0 << 8 | UInt64($1 | 0x20) } }

    private static let known: [UInt64: HTMLElement] = {
        let groups: [(HTMLElement, [String])] = [
            (.raw, ["script", "style", "iframe", "title"]), (.hidden, ["head", "template", "noscript", "object"]),
            (.paragraph, ["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "hr"]), (.list, ["ul", "ol", "dl", "table"]),
            (.line, ["div", "dt", "dd", "tr", "section", "article", "header", "footer", "figure", "figcaption"]),
            (.listItem, ["li"]), (.lineBreak, ["br"]), (.cell, ["td", "th"]),
        ]
        var known: [UInt64: HTMLElement] = [:]
        for (kind, names) in groups {
            for name in names { known[packed(name.utf8)] = kind }
        }
        return known
    }()
}
