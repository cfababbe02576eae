public import Catalogue

/// One sitting: what was heard, from when to when.
public struct ListenRecord: Hashable, Sendable {
    public var id: Int64
    public var item: EpisodeRecord
    /// Seconds since 1970.
    public var from: Int64
    /// Seconds since 1970; nil where the program was killed before it stored any progress.
    public var to: Int64?
    /// Where in the episode it ended, in seconds.
    public var position: Double

    public init(id: Int64, item: EpisodeRecord, from: Int64, to: Int64? = nil, position: Double = 0) {
        self.id = id
        self.item = item
        self.from = from
        self.to = to
        self.position = position
    }
}
