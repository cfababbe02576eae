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
    /// For each open outline the group of what is in it: the titles around it, joined once for all the feeds in it.
    private var groups: [String?] = []
    /// How long a group may be; titles further in are left out of it.
    private static let groupLimit = 1024

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
        if Tag(rawValue: tag) == .outline, !groups.isEmpty { groups.removeLast() }
    }

    private func open(_ attributes: XMLAttributes) {
        let text = filled(attributes["text"], PlainText.clean) ?? filled(attributes["title"], PlainText.clean)
        guard let url = filled(attributes["xmlUrl"], PlainText.verbatim) else { return groups.append(group(adding: text)) }
        let group = groups.last ?? nil
        outlines.append(
            FeedOutline(
                title: text ?? "", url: url, web: filled(attributes["htmlUrl"], PlainText.verbatim),
                group: group))
        groups.append(group)
    }

    private func group(adding title: String?) -> String? {
        let outer = groups.last ?? nil
        guard let title, (outer?.utf8.count ?? 0) + title.utf8.count < Self.groupLimit else { return outer }
        return outer.map { $0 + "/" + title } ?? title
    }

    private func filled(_ text: String?, _ cleaned: (String) -> String) -> String? {
        text.map(cleaned).flatMap { $0.isEmpty ? nil : $0 }
    }
}
