/// How much at once, how long, how often. Times are seconds, sizes bytes.
public struct TransferLimits: Sendable, Equatable {
    /// Downloads at once.
    public var transfers = 4
    /// Downloads at once from one host:port.
    public var perHost = 2
    /// Bytes a second of all downloads together; nil: as fast as can be. Streams don't count.
    public var downloadRate: Int64?
    /// How long a connection may take, name look-up and TLS included.
    public var connectTimeout = 15.0
    /// How long a server may be silent once connected; a transfer that is held up on this side doesn't count.
    public var stallSeconds = 30.0
    /// How long a station may be silent before it is asked anew.
    public var liveStall = 10.0
    /// How long a station that broke off is asked again without a byte coming.
    public var livePatience = 120.0
    /// Redirects followed in one request.
    public var redirects = 10
    /// How often in a row a broken download or stream is taken up again without a byte gained, and a server asked again that is not there.
    public var retries = 3
    /// How often a download is asked for again at a server that has answered before: a network that is lost for a while comes back.
    public var patientRetries = 10
    /// The first pause before it is taken up again; doubled each time.
    public var retryDelay = 0.5
    /// The longest such pause.
    public var longestDelay = 30.0
    /// Which part of a download's pause is left to chance, from 0 to 1, so that many don't come back at once.
    public var jitter = 0.5
    /// The longest `Retry-After` a download waits for; a longer one is an error.
    public var longestWait = 60
    /// How far a stream reads ahead of its reader.
    public var streamAhead = 4 << 20
    /// How much a stream keeps behind its reader.
    public var streamBehind = 1 << 20

    public init() {}
}
