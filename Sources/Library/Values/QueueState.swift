public import Catalogue

/// The queue as the library stores it.
public struct QueueState: Hashable, Sendable {
    /// In the queue's order.
    public var entries: [QueueRow]
    /// The `entry` that is playing or would play.
    public var current: Int64?
    /// The number that the next new entry gets.
    public var nextEntry: Int64
    public var random: Bool
    public var repeats: Bool
    public var single: Bool
    public var consume: Bool
    /// Of the shuffled order.
    public var seed: UInt64

    public init(
        entries: [QueueRow] = [], current: Int64? = nil, nextEntry: Int64 = 1, random: Bool = false, repeats: Bool = false,
        single: Bool = false, consume: Bool = false, seed: UInt64 = 0
    ) {
        self.entries = entries
        self.current = current
        self.nextEntry = nextEntry
        self.random = random
        self.repeats = repeats
        self.single = single
        self.consume = consume
        self.seed = seed
    }
}

/// One entry of the queue. The same item may stand in it several times.
public struct QueueRow: Hashable, Sendable {
    /// Unique in the queue, for as long as the entry is in it.
    public var entry: Int64
    public var item: ItemID
    public var played: Bool
    /// It counts as played, but could not be.
    public var failed: Bool
    /// The entry's place in the shuffled order.
    public var shuffleOrder: Int?

    public init(entry: Int64, item: ItemID, played: Bool = false, failed: Bool = false, shuffleOrder: Int? = nil) {
        self.entry = entry
        self.item = item
        self.played = played
        self.failed = failed
        self.shuffleOrder = shuffleOrder
    }
}
