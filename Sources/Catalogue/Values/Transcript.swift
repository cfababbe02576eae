/// What is said in an episode, as a file (podcast:transcript).
public struct Transcript: Hashable, Sendable {
    /// Absolute.
    public var url: String
    /// `text/vtt`, `application/srt`, `text/html` …
    public var mime: String?
    public var language: String?

    public init(url: String, mime: String? = nil, language: String? = nil) {
        self.url = url
        self.mime = mime
        self.language = language
    }
}
