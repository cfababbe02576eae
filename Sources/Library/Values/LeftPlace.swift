public import Catalogue

/// A place in an episode that was left: by stopping there, or by a jump.
public struct LeftPlace: Hashable, Sendable {
    public var item: EpisodeRecord
    /// Seconds from the start.
    public var position: Double
    /// Seconds since 1970.
    public var left: Int64

    public init(item: EpisodeRecord, position: Double, left: Int64) {
        self.item = item
        self.position = position
        self.left = left
    }
}
