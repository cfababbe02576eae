import Markup

/// What an element of a feed is about, whichever of the feed formats names it.
enum FeedTag: Int {
    /// The document's element: `rss`, `RDF`, Atom's `feed`.
    case rss, rdf, feed
    case channel, item
    /// Elements that hold others: RSS's image, the feed's owner, an author of Atom's kind, another file of the same sound, Media RSS's group.
    case image, owner, author, alternate, mediaGroup
    case title, link, atomLink, guid, description, content, summary, subtitle
    case published, updated, language, url, logo, artwork, name, person, category, podcastCategory, artworkLink
    case duration, number, season, keywords, newFeed, podcastGUID
    case kind, explicit, order, chapters, transcript
    case enclosure, source, mediaContent, rdfEnclosure
    /// The same fact in a namespace of second rank.
    case otherTitle, creator, otherSummary
    case unknown

    init(_ name: XMLName) {
        let local = name.local.lowercased()
        self = Self.known[FeedNamespace(name)]?[local] ?? .unknown
    }

    /// By its number; a stranger's is `unknown`.
    init(_ number: Int) { self = FeedTag(rawValue: number) ?? .unknown }

    /// Whether it lies neither in another of its kind nor in a text.
    var isStructure: Bool { self == .item || self == .channel }

    private static let known: [FeedNamespace: [String: FeedTag]] = [
        .rss: [
            "rss": .rss, "rdf": .rdf, "feed": .feed, "channel": .channel, "item": .item, "entry": .item, "image": .image, "title": .title,
            "link": .link, "guid": .guid, "description": .description, "pubdate": .published, "lastbuilddate": .updated,
            "language": .language, "url": .url, "category": .category, "author": .creator, "managingeditor": .creator,
            "enclosure": .enclosure,
        ],
        .rdf: ["rdf": .rdf],
        .atom: [
            "feed": .feed, "entry": .item, "title": .title, "link": .atomLink, "id": .guid, "content": .content, "summary": .summary,
            "subtitle": .subtitle, "tagline": .subtitle, "published": .published, "issued": .published, "created": .published,
            "updated": .updated, "modified": .updated, "logo": .logo, "icon": .logo, "author": .author, "name": .name,
            "category": .category,
        ],
        .itunes: [
            "title": .otherTitle, "author": .creator, "owner": .owner, "name": .name, "image": .artwork, "category": .podcastCategory,
            "summary": .summary, "subtitle": .subtitle, "keywords": .keywords, "duration": .duration, "episode": .number,
            "season": .season, "new-feed-url": .newFeed, "link": .artworkLink, "episodetype": .kind, "explicit": .explicit, "type": .order,
        ],
        .podcast: [
            "guid": .podcastGUID, "person": .person, "episode": .number, "season": .season, "alternateenclosure": .alternate,
            "source": .source, "chapters": .chapters, "transcript": .transcript,
        ],
        .content: ["encoded": .content],
        .dublinCore: [
            "creator": .creator, "date": .published, "title": .otherTitle, "description": .otherSummary, "language": .language,
        ],
        .media: ["group": .mediaGroup, "content": .mediaContent, "title": .otherTitle, "description": .otherSummary],
        .rdfEnclosure: ["enclosure": .rdfEnclosure],
    ]
}

/// The namespaces of feeds. Their addresses are compared without case, scheme and a last slash or `#`, as feeds write them carelessly.
enum FeedNamespace: Hashable {
    case rss, rdf, atom, itunes, podcast, content, dublinCore, media, rdfEnclosure, other

    init(_ name: XMLName) {
        self =
            name.namespace.isEmpty
            ? Self.prefixes[name.prefix.lowercased()] ?? .other : Self.addresses[Self.plain(name.namespace)] ?? .other
    }

    private static func plain(_ address: String) -> String {
        var text = address.lowercased()[...]
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) { text = text.dropFirst(scheme.count) }
        if text.hasPrefix("www.") { text = text.dropFirst(4) }
        while let last = text.last, last == "/" || last == "#" { text = text.dropLast() }
        return String(text)
    }

    /// For undeclared prefixes.
    private static let prefixes: [String: FeedNamespace] = [
        "": .rss, "rss": .rss, "rdf": .rdf, "atom": .atom, "atom10": .atom, "a10": .atom, "itunes": .itunes, "podcast": .podcast,
        "content": .content, "dc": .dublinCore, "media": .media, "enc": .rdfEnclosure,
    ]

    private static let addresses: [String: FeedNamespace] = [
        "purl.org/rss/1.0": .rss, "my.netscape.com/rdf/simple/0.9": .rss, "channel.netscape.com/rdf/simple/0.9": .rss,
        "backend.userland.com/rss": .rss, "backend.userland.com/rss2": .rss, "backend.userland.com/rss091": .rss,
        "blogs.law.harvard.edu/tech/rss": .rss, "cyber.law.harvard.edu/rss/rss.html": .rss, "w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "itunes.apple.com/dtds/podcast-1.0.dtd": .itunes, "podcastindex.org/namespace/1.0": .podcast,
        "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast, "purl.org/rss/1.0/modules/content": .content,
        "purl.org/dc/elements/1.1": .dublinCore, "purl.org/dc/terms": .dublinCore, "search.yahoo.com/mrss": .media,
        "purl.oclc.org/net/rss_2.0/enc": .rdfEnclosure,
    ]
}
