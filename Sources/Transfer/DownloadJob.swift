/// A file to be had.
public struct DownloadJob: Sendable {
    public enum Origin: Sendable {
        case http(url: String)
        case bytes([UInt8])
        /// A file of this machine, by its absolute path; it is copied.
        case file(path: String)
    }

    public var origin: Origin
    /// The file's absolute path in the end; its folder is made. Names of up to 245 bytes leave room for what stands beside it meanwhile.
    public var to: String
    /// Whether a redirect may lead from https to http.
    public var allowDowngrade: Bool
    /// Its place in the line, by `TransferClient.ticket`; nil: the last.
    public var ticket: Int?
    /// Grows with it, for who wants to hear it meanwhile.
    public var growing: GrowingFile?

    public init(_ origin: Origin, to: String, allowDowngrade: Bool = false, ticket: Int? = nil, growing: GrowingFile? = nil) {
        self.origin = origin
        self.to = to
        self.allowDowngrade = allowDowngrade
        self.ticket = ticket
        self.growing = growing
    }
}

/// How far a download is.
public struct DownloadProgress: Sendable, Equatable {
    /// Bytes on the disk, those of earlier runs included.
    public var received: Int64
    /// The whole size, where the server tells it.
    public var size: Int64?
    /// Of the last seconds.
    public var bytesPerSecond: Double
    /// Nothing comes now: it is asked for again after a while.
    public var pause: DownloadPause?

    public init(received: Int64, size: Int64?, bytesPerSecond: Double, pause: DownloadPause? = nil) {
        self.received = received
        self.size = size
        self.bytesPerSecond = bytesPerSecond
        self.pause = pause
    }
}

/// A download waits before it asks again.
public struct DownloadPause: Sendable, Equatable {
    /// What has ended the last request.
    public var error: TransferError
    public var seconds: Double

    public init(after error: TransferError, seconds: Double) {
        self.error = error
        self.seconds = seconds
    }
}

/// A download that is done: whole, on the disk for good, under its name.
public struct DownloadedFile: Sendable, Equatable {
    public var path: String
    /// In bytes.
    public var size: Int64
    /// 64 small hexadecimal digits.
    public var sha256: String
    /// By its first bytes; nil where they are of no known form.
    public var mime: String?
    public var frames: FrameCheck
    /// The file's name by the server (`Content-Disposition`), which may be anything.
    public var named: String?
    /// The type by the server: the media type alone, in small letters.
    public var declared: String?

    public init(path: String, size: Int64, sha256: String, mime: String?, frames: FrameCheck = .unknown) {
        self.path = path
        self.size = size
        self.sha256 = sha256
        self.mime = mime
        self.frames = frames
    }
}
