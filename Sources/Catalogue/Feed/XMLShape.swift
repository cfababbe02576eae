import Markup

/// Which kind of document an XML text is, by its first element.
public enum XMLShape: Hashable, Sendable {
    case feed, outline, playlist, webPage
    /// Something else: the name of its first element.
    case other(String)

    /// Nil where the text is no XML at all.
    public static func of(_ body: [UInt8], charset: String? = nil) -> XMLShape? {
        // The first element is near the start; what follows needn't be looked at.
        guard let found = try? XMLReader.read(Array(body.prefix(64 << 10)), charset: charset, into: { FirstElement() }) else { return nil }
        return switch found.visitor.name.lowercased() {
        case "rss", "rdf", "feed", "channel": .feed
        case "opml": .outline
        case "playlist": .playlist
        case "html": .webPage
        default: .other(PlainText.verbatim(found.visitor.name))
        }
    }
}

private final class FirstElement: XMLVisitor {
    var bases: [String] = []
    private(set) var name = ""

    func tag(for name: XMLName) -> Int {
        if self.name.isEmpty { self.name = name.local }
        return 0
    }

    func interrupts(_ tag: Int) -> Bool { false }

    func begin(_ tag: Int, _ attributes: XMLAttributes) -> XMLContent { .end }

    func end(_ tag: Int, text: String) {}
}
