import Markup

/// Follows the outlines of an OPML file.
final class OutlineDocument: XMLVisitor {
    private enum Tag: Int {
        case opml, body, outline, other
    }

    var bases: [String] = []
    private(set) var isOPML = false
    private(set) var root = ""
    private(set) var outlines: [FeedOutline] = []
    /// The titles of the open outlines; nil for one that is a feed itself.
    private var groups: [String?] = []

    func tag(for name: XMLName) -> Int {
        let local = name.local.lowercased()
        if root.isEmpty { root = local }
        let tag: Tag =
            switch local {
            case "opml": .opml
            case "body": .body
            case "outline": .outline
            default: .other
            }
        return tag.rawValue
    }

    func interrupts(_ tag: Int) -> Bool { false }

    func begin(_ tag: Int, _ attributes: XMLAttributes) -> XMLContent {
        let tag = Tag(rawValue: tag)
        if tag == .opml { isOPML = true }
        guard isOPML else { return .end }
        switch tag {
        case .opml, .body: return .elements
        case .outline:
            open(attributes)
            return .elements
        case .other, nil: return .nothing
        }
    }

    func end(_ tag: Int, text: String) {
        if Tag(rawValue: tag) == .outline { groups.removeLast() }
    }

    private func open(_ attributes: XMLAttributes) {
        let text = filled(attributes["text"], PlainText.clean) ?? filled(attributes["title"], PlainText.clean)
        guard let url = filled(attributes["xmlUrl"], PlainText.verbatim) else { return groups.append(text) }
        let names = groups.compactMap { $0 }
        outlines.append(
            FeedOutline(
                title: text ?? "", url: url, web: filled(attributes["htmlUrl"], PlainText.verbatim),
                group: names.isEmpty ? nil : names.joined(separator: "/")))
        groups.append(nil)
    }

    private func filled(_ text: String?, _ cleaned: (String) -> String) -> String? {
        text.map(cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}
