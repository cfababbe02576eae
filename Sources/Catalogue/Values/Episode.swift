/// An episode as a service describes it. An absent fact is nil or empty, never invented.
public struct Episode: Hashable, Sendable {
    /// What kind of episode a feed calls it (itunes:episodeType).
    public enum Kind: String, Sendable {
        case full, trailer, bonus
    }

    /// The service's id: opaque text, unique within its source.
    public var ref: String
    public var title: String
    /// The service's id and the title of the programme it belongs to.
    public var programRef: String?
    public var programTitle: String?
    public var hosts: [String]
    public var tags: [String]
    public var summary: String?
    /// Seconds since 1970, UTC.
    public var published: Int64?
    /// Seconds, above 0.
    public var duration: Double?
    public var number: Int?
    public var season: Int?
    public var guid: String?
    /// The files that hold the same sound, as the service orders them.
    public var audio: [AudioFile]
    /// Absolute URL of the largest cover.
    public var image: String?
    public var web: String?
    public var isVideo: Bool
    public var counters: [Counter]
    public var kind: Kind?
    /// Whether it is for adults, where the feed says so or that it isn't.
    public var isExplicit: Bool?
    /// Absolute URL of its chapters, JSON as podcast:chapters has them.
    public var chapters: String?
    public var transcripts: [Transcript]

    public init(
        ref: String, title: String, programRef: String? = nil, programTitle: String? = nil, hosts: [String] = [], tags: [String] = [],
        summary: String? = nil, published: Int64? = nil, duration: Double? = nil, number: Int? = nil, season: Int? = nil,
        guid: String? = nil, audio: [AudioFile] = [], image: String? = nil, web: String? = nil, isVideo: Bool = false,
        counters: [Counter] = [], kind: Kind? = nil, isExplicit: Bool? = nil, chapters: String? = nil, transcripts: [Transcript] = []
    ) {
        self.ref = ref
        self.title = title
        self.programRef = programRef
        self.programTitle = programTitle
        self.hosts = hosts
        self.tags = tags
        self.summary = summary
        self.published = published
        self.duration = duration
        self.number = number
        self.season = season
        self.guid = guid
        self.audio = audio
        self.image = image
        self.web = web
        self.isVideo = isVideo
        self.counters = counters
        self.kind = kind
        self.isExplicit = isExplicit
        self.chapters = chapters
        self.transcripts = transcripts
    }
}

/// One file of an episode's sound.
public struct AudioFile: Hashable, Sendable {
    /// Absolute, with whatever signature the service put into its query.
    public var url: String
    public var mime: String?
    /// kbit/s.
    public var bitrate: Int?
    /// Bytes; an estimate where `sizeIsEstimate` (a service's rounded figure of unknown unit).
    public var size: Int64?
    public var sizeIsEstimate: Bool
    public var isDefault: Bool

    public init(
        url: String, mime: String? = nil, bitrate: Int? = nil, size: Int64? = nil, sizeIsEstimate: Bool = false, isDefault: Bool = false
    ) {
        self.url = url
        self.mime = mime
        self.bitrate = bitrate
        self.size = size
        self.sizeIsEstimate = sizeIsEstimate
        self.isDefault = isDefault
    }
}

extension Episode {
    /// Which file to fetch: the service's default, else the one with the highest bit rate not above `maxBitrate` (kbit/s), else the
    /// first. Above the cap a default is passed over too, as long as a file under the cap is known.
    public func audioFile(maxBitrate: Int?) -> AudioFile? {
        let usable = audio.filter { !$0.url.isEmpty }
        let capped = maxBitrate.map { cap in usable.filter { ($0.bitrate ?? 0) <= cap } } ?? usable
        if let chosen = capped.first(where: \.isDefault) { return chosen }
        let best = capped.filter { $0.bitrate != nil }.max { ($0.bitrate ?? 0) < ($1.bitrate ?? 0) }
        return best ?? capped.first ?? usable.first
    }
}
