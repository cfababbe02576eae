public import Catalogue

/// A downloaded file that is to be cleaned up, or was.
public struct CleanupItem: Hashable, Sendable {
    /// The episode.
    public var id: ItemID
    public var title: String
    /// Absolute.
    public var path: String
    /// Bytes.
    public var size: Int64
    /// The rule that takes it, as it was set.
    public var rule: String

    public init(id: ItemID, title: String, path: String, size: Int64, rule: String = "") {
        (self.id, self.title, self.path, self.size, self.rule) = (id, title, path, size, rule)
    }

    func by(_ rule: String) -> CleanupItem {
        var item = self
        item.rule = rule
        return item
    }
}

/// What cleaning up has come to, or would.
public struct CleanupOutcome: Hashable, Sendable {
    public var items: [CleanupItem] = []
    /// What the rules take besides, but the trash can't hold together with the rest: the next time.
    public var later: [CleanupItem] = []
    /// Files that are not in the trash all the same.
    public var gone: [GoneFile] = []
}
