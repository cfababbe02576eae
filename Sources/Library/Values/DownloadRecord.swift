public import Catalogue

/// How far a download has come.
public enum DownloadState: String, Sendable, CaseIterable {
    case waiting, running, done, failed, cancelled
}

/// What is to be written down of a download.
public struct DownloadNote: Hashable, Sendable {
    public enum Kind: Sendable {
        /// How it goes: it is nobody's unless it runs.
        case told
        /// It is this process's.
        case held
        /// It is this process's, and is to lie where its path says if that is free.
        case placed
    }

    public var record: DownloadRecord
    public var kind: Kind

    public init(_ record: DownloadRecord, _ kind: Kind) {
        (self.record, self.kind) = (record, kind)
    }
}

/// An episode's download.
public struct DownloadRecord: Hashable, Sendable {
    /// The episode.
    public var id: ItemID
    /// What is fetched, with whatever signature it carries.
    public var url: String
    public var state: DownloadState
    /// Bytes.
    public var received: Int64
    public var size: Int64?
    /// Absolute path of the finished file.
    public var path: String?
    /// Hexadecimal.
    public var sha256: String?
    /// Why it failed, in words.
    public var error: String?
    /// It failed for good: what it is fetched from is not there any more.
    public var isGone: Bool
    /// Seconds since 1970; set by the library.
    public var updated: Int64
    /// The episode's title; read from the catalogue, not stored.
    public var title: String

    public init(
        id: ItemID, url: String, state: DownloadState = .waiting, received: Int64 = 0, size: Int64? = nil, path: String? = nil,
        sha256: String? = nil, error: String? = nil, isGone: Bool = false, updated: Int64 = 0, title: String = ""
    ) {
        self.id = id
        self.url = url
        self.state = state
        self.received = received
        self.size = size
        self.path = path
        self.sha256 = sha256
        self.error = error
        self.isGone = isGone
        self.updated = updated
        self.title = title
    }
}
