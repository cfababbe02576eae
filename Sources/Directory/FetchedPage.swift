public import Catalogue

/// A page as a source gave it, with what is to be stored and what has to be told about it.
public struct FetchedPage: Sendable {
    public var page: Page
    /// The answers that came fresh (or were confirmed by a 304), to be stored with the page. Empty for a local tree and the packed station.
    public var answers: [Answer]
    /// Set where at least one part came from the store because the source could not be reached.
    public var stored: StoredNote?
    /// The parts that failed while another could be shown.
    public var failures: [PartFailure]

    public init(page: Page, answers: [Answer] = [], stored: StoredNote? = nil, failures: [PartFailure] = []) {
        self.page = page
        self.answers = answers
        self.stored = stored
        self.failures = failures
    }
}

/// Why something was shown from the store, and how old it is.
public struct StoredNote: Sendable {
    /// When the oldest stored part was seen: seconds since 1970, UTC.
    public var seen: Int64
    /// Why that part was not fresh.
    public var reason: DirectoryError

    public init(seen: Int64, reason: DirectoryError) {
        self.seen = seen
        self.reason = reason
    }
}

/// One part of a page that failed.
public struct PartFailure: Sendable {
    /// `banner`, `cards`, `details` or `play list`.
    public var part: String
    public var error: DirectoryError

    public init(part: String, error: DirectoryError) {
        self.part = part
        self.error = error
    }
}
