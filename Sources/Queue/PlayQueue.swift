public import Catalogue

/// What is to be played, in order. A value: it knows nothing of what plays it or where it is kept.
///
/// A *position* is where an entry stands, from 1, and changes; an entry's `id` stays its own for as long as it is queued, and an item
/// may be queued more than once. The *order* is the one of the positions, or with `random` a shuffled one that `seed` stands for. Played entries
/// stay, marked, until they are removed (or at once with `consume`).
public struct PlayQueue: Sendable, Equatable {
    public struct Entry: Sendable, Equatable, Identifiable {
        public let id: Int64
        public let item: ItemID
        public var played: Bool
        /// It counts as played, but could not be.
        public var failed: Bool
        /// With `random`: plays before the shuffled ones, lowest first. Set by `insert`.
        public var upNext: Int?

        public init(id: Int64, item: ItemID, played: Bool = false, failed: Bool = false, upNext: Int? = nil) {
            self.id = id
            self.item = item
            self.played = played
            self.failed = failed
            self.upNext = upNext
        }
    }

    public internal(set) var entries: [Entry]
    /// The id of the entry that plays or would be resumed; nil before the first and after the last.
    public internal(set) var current: Int64?
    /// The id that the next new entry gets.
    public internal(set) var nextID: Int64
    public var random: Bool { didSet { if random != oldValue { reshuffle() } } }
    public var repeats: Bool
    public var single: Bool
    public var consume: Bool
    /// Stands for the shuffled order; a new one is a new order.
    public internal(set) var seed: UInt64

    public init(
        entries: [Entry] = [], current: Int64? = nil, nextID: Int64 = 1, random: Bool = false, repeats: Bool = false,
        single: Bool = false, consume: Bool = false, seed: UInt64 = 0
    ) {
        self.entries = entries
        self.current = current
        self.nextID = nextID
        self.random = random
        self.repeats = repeats
        self.single = single
        self.consume = consume
        self.seed = seed
    }

    /// The index (from 0) of the current entry.
    public var currentIndex: Int? { current.flatMap(index(of:)) }
    public var currentEntry: Entry? { currentIndex.map { entries[$0] } }

    public func index(of id: Int64) -> Int? { entries.firstIndex { $0.id == id } }

    /// A new order for `random`; what was played stays played.
    mutating func reshuffle() {
        seed = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0xD1B5_4A32_D192_ED03
        for index in entries.indices { entries[index].upNext = nil }
    }
}

/// A position that no entry stands at.
public struct NoSuchPosition: Error, Sendable, Equatable {
    public let position: Int
    public let length: Int

    public init(position: Int, length: Int) {
        self.position = position
        self.length = length
    }
}
