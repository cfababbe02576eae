import Markup

/// Follows a feed's elements and keeps what they say of the channel and of the item that is open.
final class FeedDocument: XMLVisitor {
    let url: String?
    var bases: [String] = [] { didSet { followBases() } }
    private(set) var isFeed = false
    private(set) var root = ""
    /// What the values of xml:base that hold here come to, the outermost first.
    private var resolvedBases: [String?] = []

    private var channel = FeedFields()
    private var item = FeedFields()
    private var hasItem = false
    private var isEmpty = true
    /// In the document's order; nil for one that says nothing.
    private var items: [FeedItem?] = []
    /// The open elements that hold others, beyond the document's own.
    private var holders: [FeedTag] = []
    /// How the text of the open element is to be read.
    private var textKind = FeedText.Kind.either
    /// Whether the open element's text counts: a guid's that is a link, a person's who is a host.
    private var isMarked = false

    init(url: String?) {
        self.url = url
    }

    func tag(for name: XMLName) -> Int {
        if root.isEmpty { root = name.local.lowercased() }
        return FeedTag(name).rawValue
    }

    func interrupts(_ tag: Int) -> Bool { isFeed && FeedTag(tag).isStructure }

    func begin(_ tag: Int, _ attributes: XMLAttributes) -> XMLContent {
        let tag = FeedTag(tag)
        switch tag {
        case .rss, .rdf, .feed, .channel:
            isFeed = true
            return .elements
        case .item:
            isFeed = true
            closeItem()
            hasItem = true
            if let guid = attributes["rdf:about"] { change { $0.guid = guid } }
            return .elements
        case _ where !isFeed: return .end
        case .image, .owner, .author, .mediaGroup, .alternate:
            holders.append(tag)
            if tag == .alternate { change { $0.alternates.append(FeedFile(alternate: attributes)) } }
            return .elements
        case .unknown: return .nothing
        default: return beginFact(tag, attributes)
        }
    }

    func end(_ tag: Int, text: String) {
        let tag = FeedTag(tag)
        switch tag {
        case .item: closeItem()
        case .image, .owner, .author, .mediaGroup, .alternate: if holders.last == tag { holders.removeLast() }
        default: if !text.isEmpty { take(tag, text) }
        }
    }

    /// Everything, once the document has ended.
    func feed(known: Set<String>) -> Feed {
        closeItem()
        // Those that say nothing are all the same: the oldest of them counts.
        if let last = items.lastIndex(where: { $0 == nil }) { items[last] = FeedItem(FeedFields()) }
        let program = channel.program(url: url)
        let newFeed = channel.newFeed.flatMap { $0 == url ? nil : $0 }
        var feed = Feed(program: program, newFeedURL: newFeed)
        let found = items.compactMap { $0 }
        for item in found { item.episode.setProgram(program) }
        let refs = FeedIdentity.refs(of: found.map(\.episode), known: known)
        feed.episodes.reserveCapacity(found.count)
        var next = 0
        for (index, item) in items.enumerated() {
            guard let item else {
                feed.skipped.append("item \(index + 1) is the same as another")
                continue
            }
            if let ref = refs[next] {
                item.episode.ref = ref
                feed.episodes.append(item.episode)
            } else {
                feed.skipped.append("item \(index + 1) is the same as another")
            }
            if item.hasUnusableFile { feed.skipped.append("item \(index + 1) has a file whose address can't be used") }
            next += 1
        }
        return feed
    }
}

extension FeedDocument {
    /// Longer addresses are no base: each address of the document would become as long.
    private static let baseLimit = 512

    /// Where relative addresses are resolved against.
    var base: String? { resolvedBases.last ?? url }

    private func followBases() {
        if resolvedBases.count > bases.count { resolvedBases.removeLast(resolvedBases.count - bases.count) }
        for written in bases[resolvedBases.count...] {
            let outer = base
            let inner = written.utf8.count > Self.baseLimit ? nil : WebAddress.absolute(written, base: outer)
            resolvedBases.append(inner.flatMap { $0.utf8.count > Self.baseLimit ? nil : $0 } ?? outer)
        }
    }

    private func closeItem() {
        if hasItem { items.append(isEmpty ? nil : FeedItem(item)) }
        item = FeedFields()
        isEmpty = true
        hasItem = false
        holders = []
    }

    /// Changes what is known of the open item, or of the channel.
    private func change(_ body: (inout FeedFields) -> Void) {
        if hasItem {
            body(&item)
            isEmpty = false
        } else {
            body(&channel)
        }
    }

    private func beginFact(_ tag: FeedTag, _ attributes: XMLAttributes) -> XMLContent {
        guard fits(tag) else { return .nothing }
        switch tag {
        case .enclosure, .rdfEnclosure, .mediaContent, .source, .atomLink, .chapters, .transcript:
            beginAddress(tag, attributes)
            return .nothing
        case .artwork, .artworkLink:
            let address = attributes["href"] ?? attributes["url"]
            let isImage = tag == .artwork || attributes["rel"] == "image"
            if isImage, let image = absolute(address) { change { $0.artwork = $0.artwork ?? image } }
            return .nothing
        case .podcastCategory:
            if let text = attributes["text"] { change { $0.tags.append(text) } }
            return .elements
        case .category:
            guard let term = attributes["label"] ?? attributes["term"] else { return .text }
            change { $0.tags.append(term) }
            return .nothing
        default:
            let type = attributes["type"]
            textKind = FeedText.Kind(type: type, inAtom: isAtom)
            isMarked =
                tag == .guid
                ? attributes["isPermaLink"]?.lowercased() == "true" : ["host", ""].contains(attributes["role"]?.lowercased() ?? "")
            return type == "xhtml" ? .markup : .text
        }
    }

    private var isAtom: Bool { root == "feed" }

    /// Whether the holder that is open has such a fact: the title of a channel's image is nobody's.
    private func fits(_ tag: FeedTag) -> Bool {
        switch holders.last {
        case .image?: tag == .url
        case .owner?, .author?: tag == .name
        case .alternate?: tag == .source
        case .mediaGroup?: tag == .mediaContent
        default: tag != .url && tag != .name && tag != .source
        }
    }

    private func beginAddress(_ tag: FeedTag, _ attributes: XMLAttributes) {
        switch tag {
        case .enclosure: add(FeedFile(attributes, url: attributes["url"]))
        case .rdfEnclosure:
            add(FeedFile(attributes, url: attributes["rdf:resource"], type: attributes["enc:type"], length: attributes["enc:length"]))
        case .mediaContent:
            let isAudio = attributes["medium"]?.lowercased() == "audio" || attributes["type"]?.lowercased().hasPrefix("audio/") == true
            guard isAudio, let url = absolute(attributes["url"]) else { return }
            change { $0.media.append(FeedFile(attributes, url: url, length: attributes["fileSize"])) }
        case .chapters:
            if let url = absolute(attributes["url"]) { change { $0.chapters = $0.chapters ?? url } }
        case .transcript:
            guard let url = absolute(attributes["url"]) else { return }
            let transcript = Transcript(url: url, mime: attributes["type"].flatMap(plain), language: attributes["language"].flatMap(plain))
            change { $0.transcripts.append(transcript) }
        case .source:
            // Others than http are other ways to the same file.
            guard let url = absolute(attributes["uri"]) else { return }
            change { $0.nameAlternate(url) }
        default: beginLink(attributes)
        }
    }

    private func beginLink(_ attributes: XMLAttributes) {
        switch attributes["rel"]?.lowercased() ?? "alternate" {
        case "enclosure": add(FeedFile(attributes, url: attributes["href"]))
        case "alternate":
            if let url = absolute(attributes["href"]) { change { $0.web = $0.web ?? url } }
        case "self":
            if let url = absolute(attributes["href"]), !hasItem { channel.selfURL = channel.selfURL ?? url }
        default: break
        }
    }

    private func add(_ file: FeedFile) {
        var file = file
        let written = file.url
        file.url = absolute(written)
        change { fields in
            if file.url != nil { fields.files.append(file) } else if written?.trimmed.isEmpty == false { fields.hasUnusableFile = true }
        }
    }

    private func plain(_ text: String) -> String? {
        let plain = PlainText.verbatim(text)
        return plain.isEmpty ? nil : plain
    }

    private func absolute(_ address: String?) -> String? { address.flatMap { WebAddress.absolute($0, base: base) } }

    private func take(_ tag: FeedTag, _ raw: String) {
        let text = FeedText(raw: raw, kind: textKind)
        let isMarked = isMarked
        let base = base
        let isOwner = holders.last == .owner
        change { fields in
            switch tag {
            case .title: fields.title.fill(text)
            case .otherTitle: fields.otherTitle.fill(text)
            case .link: fields.web = fields.web ?? WebAddress.absolute(raw, base: base)
            case .guid: fields.setGUID(raw, isPermalink: isMarked, base: self.bases.isEmpty ? nil : base)
            case .description: fields.description.fill(text)
            case .content: fields.content.fill(text)
            case .summary, .otherSummary: fields.summary.fill(text)
            case .subtitle: fields.subtitle.fill(text)
            case .published: fields.published = fields.published ?? Timestamp.feedDate(raw)
            case .updated: fields.updated = fields.updated ?? Timestamp.feedDate(raw)
            case .language: fields.language = fields.language ?? raw.trimmed
            case .url, .logo: fields.image = fields.image ?? WebAddress.absolute(raw, base: base)
            case .creator: fields.people.append(raw)
            case .name: if isOwner { fields.owner = fields.owner ?? raw } else { fields.people.append(raw) }
            case .person: if isMarked { fields.hosts.append(raw) }
            case .category: fields.tags.append(raw)
            case .keywords: fields.tags += raw.unicodeScalars.split(separator: ",").map(String.init)
            case .duration: fields.duration = fields.duration ?? DurationText.parse(raw)
            case .number: fields.number = fields.number ?? Int(raw.trimmed)
            case .season: fields.season = fields.season ?? Int(raw.trimmed)
            case .kind: fields.kind = fields.kind ?? raw
            case .explicit: fields.explicit = fields.explicit ?? raw
            case .order: fields.order = fields.order ?? raw
            case .newFeed: fields.newFeed = fields.newFeed ?? WebAddress.absolute(raw, base: base)
            case .podcastGUID: fields.feedID = fields.feedID ?? raw.trimmed
            default: break
            }
        }
    }
}
