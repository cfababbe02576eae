public import Catalogue

/// A programme that the listener follows, with what came of looking for news.
public struct Subscription: Hashable, Sendable {
    public var program: ProgramRecord
    /// Where its feed is to be had now; nil where its source is asked for the programme.
    public var url: String?
    /// Seconds since 1970: when it was subscribed, and when it was last looked at.
    public var since: Int64
    public var checked: Int64?
    public var etag: String?
    public var lastModified: String?
    /// What the last look failed of, in words, and how many in a row have.
    public var error: String?
    public var failures: Int
    /// Not to be asked before this time (seconds since 1970), after it failed often.
    public var notBefore: Int64?
    /// Episodes in all, and those that were not heard yet; 0 where they were not asked for.
    public var episodes: Int
    public var unheard: Int

    public init(
        program: ProgramRecord, url: String? = nil, since: Int64, checked: Int64? = nil, etag: String? = nil, lastModified: String? = nil,
        error: String? = nil, failures: Int = 0, notBefore: Int64? = nil, episodes: Int = 0, unheard: Int = 0
    ) {
        self.program = program
        self.url = url
        self.since = since
        self.checked = checked
        self.etag = etag
        self.lastModified = lastModified
        self.error = error
        self.failures = failures
        self.notBefore = notBefore
        self.episodes = episodes
        self.unheard = unheard
    }
}

/// What a look at a subscription came to.
public enum SubscriptionCheck: Hashable, Sendable {
    /// The server had news. `url` is where the feed has moved for good; nil where it is where it was.
    case news(url: String?, etag: String?, lastModified: String?)
    case unchanged
    case failed(words: String, notBefore: Int64?)
}

/// What a look at a subscription brought, to be kept.
public struct SubscriptionNews: Sendable {
    public var program: ItemID
    public var source: String
    public var check: SubscriptionCheck
    /// Nil where there is nothing to keep but the check.
    public var page: Page?

    public init(of program: ItemID, from source: String, _ check: SubscriptionCheck, page: Page? = nil) {
        self.program = program
        self.source = source
        self.check = check
        self.page = page
    }
}
