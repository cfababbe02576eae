/// How much at once, how long, how often. Times are seconds, sizes bytes.
public struct TransferLimits: Sendable, Equatable {
    /// Downloads at once.
    public var transfers = 4
    /// Downloads at once from one host:port.
    public var perHost = 2
    /// How long a connection may take, name look-up and TLS included.
    public var connectTimeout = 15.0
    /// How long a server may be silent once connected; a transfer that is held up on this side doesn't count.
    public var stallSeconds = 30.0
    /// Redirects followed in one request.
    public var redirects = 10
    /// How often in a row a broken download or stream is taken up again without a byte gained.
    public var retries = 3
    /// The first pause before it is taken up again; doubled each time.
    public var retryDelay = 0.5
    /// The longest `Retry-After` a download waits for; a longer one is an error.
    public var longestWait = 60
    /// How far a stream reads ahead of its reader.
    public var streamAhead = 4 << 20
    /// How much a stream keeps behind its reader.
    public var streamBehind = 1 << 20

    public init() {}
}
