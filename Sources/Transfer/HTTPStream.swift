/// Something to be played while it comes.
public struct StreamRequest: Sendable {
    public var url: String
    public var headers: [(name: String, value: String)]
    /// Whether a redirect may lead from https to http.
    public var allowDowngrade: Bool

    public init(_ url: String, headers: [(name: String, value: String)] = [], allowDowngrade: Bool = false) {
        self.url = url
        self.headers = headers
        self.allowDowngrade = allowDowngrade
    }
}

/// The bytes behind a URL, read at any offset while they come; a few MB of them are in memory at a time.
///
/// Made for one reader with a thread of its own: the calls wait. `cancel` may come from any thread. It starts at once, is cancelled when let go
/// of, and takes a broken connection up again at the byte. Where a server knows no ranges, going back means asking anew and reading on to there.
public final class HTTPStream: Sendable {
    private let feed: StreamFeed

    init(_ plan: ExchangePlan, _ loop: TransferLoop) {
        feed = StreamFeed(plan, loop)
        feed.begin()
    }

    deinit { feed.cancel() }

    /// How many bytes there are in all. Waits for the first answer; nil where the server doesn't tell, or there was no answer.
    public var length: Int64? { feed.facts.length }
    /// The media type, in small letters, as `length`.
    public var contentType: String? { feed.facts.contentType }

    /// Reads from an offset; waits for one byte at least. 0: the end. Throws what keeps the bytes from coming, or `cancelled`.
    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(TransferError) -> Int {
        try feed.read(at: max(0, offset), into: buffer)
    }

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
        return HTTPStream(plan, loop)
    }
}
