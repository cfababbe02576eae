/// A radio station as a directory describes it. An absent fact is nil or empty, never invented.
public struct Station: Hashable, Sendable {
    /// The service's id: opaque text, unique within its source.
    public var ref: String
    public var title: String
    /// The streams, the best first; each plays without an end.
    public var audio: [AudioFile]
    public var tags: [String]
    public var country: String?
    public var language: String?
    /// As the directory calls it: "MP3", "AAC+".
    public var codec: String?
    /// How often listeners voted for it.
    public var votes: Int?
    /// How often it was played in the last day.
    public var clicks: Int?
    /// How `clicks` changed since the day before.
    public var trend: Int?
    public var image: String?
    public var web: String?
    /// Its stream is HLS: a list of short files that follow one another.
    public var isHLS: Bool

    public init(
        ref: String, title: String, audio: [AudioFile] = [], tags: [String] = [], country: String? = nil, language: String? = nil,
        codec: String? = nil, votes: Int? = nil, clicks: Int? = nil, trend: Int? = nil, image: String? = nil, web: String? = nil,
        isHLS: Bool = false
    ) {
        self.ref = ref
        self.title = title
        self.audio = audio
        self.tags = tags
        self.country = country
        self.language = language
        self.codec = codec
        self.votes = votes
        self.clicks = clicks
        self.trend = trend
        self.image = image
        self.web = web
        self.isHLS = isHLS
    }
}
