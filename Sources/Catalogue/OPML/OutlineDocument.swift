import Markup

/// Follows the outlines of an OPML file.
final class OutlineDocument: XMLVisitor {
    enum Tag {
        case opml, body, outline, other
    }

    var bases: [String] = []
    private(set) var isOPML = false
    private(set) var root = ""
    private(set) var outlines: [FeedOutline] = []
    /// The titles of the open outlines; nil for one that is a feed itself.
    private var groups: [String?] = []

    func tag(for name: XMLName) -> Tag {
        let local = name.local.lowercased()
        if root.isEmpty { root = local }
        return switch local {
        case "opml": .opml
        case "body": .body
        case "outline": .outline
        default: .other
        }
    }

    func interrupts(_ tag: Tag) -> Bool { false }

    func begin(_ tag: Tag, _ attributes: XMLAttributes) -> XMLContent {
        if tag == .opml { isOPML = true }
        guard isOPML else { return .end }
        switch tag {
        case .opml, .body: return .elements
        case .outline:
            open(attributes)
            return .elements
        case .other: return .nothing
        }
    }

    func end(_ tag: Tag, text: String) {
        if tag == .outline { groups.removeLast() }
    }

    private func open(_ attributes: XMLAttributes) {
        let text = filled(attributes["text"], PlainText.clean) ?? filled(attributes["title"], PlainText.clean)
        guard let url = filled(attributes["xmlUrl"], PlainText.verbatim) else { return groups.append(text) }
        let names = groups.compactMap { $0 }
        outlines.append(
            FeedOutline(
                title: text ?? "", url: url, web: filled(attributes["htmlUrl"], PlainText.verbatim), group: names.isEmpty ? nil : names.joined(separator: "/")))
        groups.append(nil)
    }

    private func filled(_ text: String?, _ cleaned: (String) -> String) -> String? {
        text.map(cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}
