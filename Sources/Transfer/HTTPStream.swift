/// Something to be played while it comes.
public struct StreamRequest: Sendable {
    public var url: String
    public var headers: [(name: String, value: String)]
    /// Whether a redirect may lead from https to http.
    public var allowDowngrade: Bool
    /// It is a station's: without a length it has no end. One that sends what only stations send is taken for one in any case.
    public var isLive = false
    /// Of a station: a connection that the server closes in good order is its end, and is not taken up again.
    public var endsWithServer = false

    public init(_ url: String, headers: [(name: String, value: String)] = [], allowDowngrade: Bool = false) {
        self.url = url
        self.headers = headers
        self.allowDowngrade = allowDowngrade
    }
}

/// What the head of an answer says of a stream.
public struct StreamFacts: Sendable, Equatable {
    /// Where it came from, after redirects; "" where there was no answer.
    public var url = ""
    public var length: Int64?
    /// The media type, in small letters.
    public var contentType: String?
    /// A broadcast, which has no end.
    public var isLive = false
    /// The name that a station gives itself, as it was written.
    public var stationName: String?
    /// In kbit/s, by the station's word.
    public var bitrate: Int?
}

/// The bytes behind a URL, read at any offset while they come; a few MB of them are in memory at a time.
///
/// A station's have no length and no place that a server would know: offsets count what came, without the metadata between the sound. Where it
/// breaks off, it is asked again for a while, and what comes then follows.
///
/// Made for one reader with a thread of its own: the calls wait. `cancel` may come from any thread. It starts at once, is cancelled when let go
/// of, and takes a broken connection up again at the byte. Where a server knows no ranges, going back means asking anew and reading on to there.
public final class HTTPStream: Sendable {
    private let feed: StreamFeed
    /// Kept so that its thread goes on for as long as somebody reads.
    private let client: TransferClient

    init(_ plan: ExchangePlan, _ expected: StreamState.Expectation, _ client: TransferClient) {
        self.client = client
        feed = StreamFeed(plan, expected, client.loop)
        feed.begin()
    }

    deinit { feed.cancel() }

    /// How many bytes there are in all. Waits for the first answer; nil where the server doesn't tell, or there was no answer.
    public var length: Int64? { feed.facts.length }
    /// What the first answer said, as `length`; nothing where there was none.
    public var facts: StreamFacts { feed.facts }

    /// A station's blocks of metadata up to an offset that weren't given before, in their order; none that repeats the one before. Never waits.
    public func metadata(upTo offset: Int64) -> [[UInt8]] { feed.metadata(upTo: offset) }

    /// Reads from an offset; waits for one byte at least. 0: the end. Throws what keeps the bytes from coming, or `cancelled`.
    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(TransferError) -> Int {
        try feed.read(at: max(0, offset), into: buffer)
    }

    /// The bytes from there on are wanted now: a read that waits for others throws `cancelled`. Any thread.
    public func turn(to offset: Int64) { feed.turn(to: max(0, offset)) }

    /// Ends it; a read that waits throws `cancelled` at once, and so does each later one. Any thread.
    public func cancel() { feed.cancel() }
}

extension TransferClient {
    /// Begins to fetch something for playing. Returns at once; throws only where the URL or libcurl is no good.
    public func open(_ request: StreamRequest) throws(TransferError) -> HTTPStream {
        var plan = try plan(request.url)
        plan.headers = request.headers
        plan.allowDowngrade = request.allowDowngrade
        plan.isMedia = true
        return HTTPStream(plan, .init(isLive: request.isLive, endsWithServer: request.endsWithServer), self)
    }
}

extension StreamFacts {
    init(_ head: AnswerHead, isLive: Bool) {
        url = head.url
        length = isLive ? nil : head.bodyLength
        contentType = head.contentType
        self.isLive = isLive
        stationName = head["icy-name"]
        bitrate = head["icy-br"].flatMap { Int($0.prefix { $0 != "," }) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
    }
}
