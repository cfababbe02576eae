/// A programme (show, podcast, audio book) as a service describes it. An absent fact is nil or empty, never invented.
public struct Program: Hashable, Sendable {
    /// The service's id: opaque text, unique within its source.
    public var ref: String
    public var title: String
    public var hosts: [String]
    public var tags: [String]
    public var summary: String?
    /// Absolute URL of the largest cover.
    public var image: String?
    public var feed: String?
    public var web: String?
    public var language: String?
    public var episodeCount: Int?
    /// Title of the newest episode, where a list names it.
    public var latestTitle: String?
    /// Seconds since 1970, UTC.
    public var updated: Int64?
    public var counters: [Counter]
    /// Its episodes tell one story from the first on (itunes:type), where the feed says so or that they don't.
    public var isSerial: Bool?
    /// Whether it is for adults, where the feed says so or that it isn't.
    public var isExplicit: Bool?

    public init(
        ref: String, title: String, hosts: [String] = [], tags: [String] = [], summary: String? = nil, image: String? = nil,
        feed: String? = nil, web: String? = nil, language: String? = nil, episodeCount: Int? = nil, latestTitle: String? = nil,
        updated: Int64? = nil, counters: [Counter] = [], isSerial: Bool? = nil, isExplicit: Bool? = nil
    ) {
        self.ref = ref
        self.title = title
        self.hosts = hosts
        self.tags = tags
        self.summary = summary
        self.image = image
        self.feed = feed
        self.web = web
        self.language = language
        self.episodeCount = episodeCount
        self.latestTitle = latestTitle
        self.updated = updated
        self.counters = counters
        self.isSerial = isSerial
        self.isExplicit = isExplicit
    }
}

/// A number that a service shows, as it shows it: `listens` "1.2万". Names: listens, downloads, collects, subscribers, comments.
public struct Counter: Hashable, Sendable {
    public var name: String
    public var text: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}
