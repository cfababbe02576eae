import Markup

/// A subscription in an OPML file.
public struct FeedOutline: Hashable, Sendable {
    public var title: String
    /// The feed's address, as the file has it.
    public var url: String
    /// The home page.
    public var web: String?
    /// The outlines around it, the outermost first, joined by "/".
    public var group: String?

    public init(title: String, url: String, web: String? = nil, group: String? = nil) {
        self.title = title
        self.url = url
        self.web = web
        self.group = group
    }
}

/// Lists of subscriptions as other programs take and give them (OPML 1.0 and 2.0, opml.org).
public enum OPML {
    /// Every outline that names a feed, in the file's order; a feed that stands in two groups comes twice. Throws where the file is no
    /// OPML.
    public static func read(_ body: [UInt8], charset: String? = nil) throws(CatalogueError) -> [FeedOutline] {
        let document: OutlineDocument
        do {
            document = try XMLReader.read(body, charset: charset) { OutlineDocument() }.visitor
        } catch {
            throw .notXML(error)
        }
        guard document.isOPML else {
            throw document.root == "html" ? .webPage : .notThisDocument(root: PlainText.verbatim(document.root), expected: "OPML")
        }
        return document.outlines
    }

    /// OPML 2.0 with one outline for each group. A "/" in a group's name begins a group in it.
    public static func write(_ outlines: [FeedOutline], title: String = "Subscriptions") -> String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#, "  <head>", "    <title>\(text(title))</title>",
            "  </head>",
            "  <body>",
        ]
        var path: [String] = []
        for outline in outlines {
            let group = outline.group?.unicodeScalars.split(separator: "/").map(String.init) ?? []
            let common = zip(path, group).prefix { $0 == $1 }.count
            while path.count > common {
                path.removeLast()
                lines.append(indent(path.count) + "</outline>")
            }
            for name in group.dropFirst(common) {
                lines.append(indent(path.count) + "<outline text=\"\(text(name))\">")
                path.append(name)
            }
            lines.append(indent(path.count) + line(outline))
        }
        while !path.isEmpty {
            path.removeLast()
            lines.append(indent(path.count) + "</outline>")
        }
        return (lines + ["  </body>", "</opml>", ""]).joined(separator: "\n")
    }

    private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth + 2) }

    private static func line(_ outline: FeedOutline) -> String {
        let title = text(outline.title.isEmpty ? outline.url : outline.title)
        let web = outline.web.map { " htmlUrl=\"\(address($0))\"" } ?? ""
        return "<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\" xmlUrl=\"\(address(outline.url))\"\(web)/>"
    }

    private static func text(_ text: String) -> String { escaped(PlainText.verbatim(text)) }

    private static func address(_ url: String) -> String { escaped(PlainText.address(url)) }

    /// For an attribute or a text; characters that XML forbids are left out.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\r", "\t": result += "&#\(scalar.value);"
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
