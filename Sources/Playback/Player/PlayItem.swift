import Synchronization

/// Names one play of one thing; every event of it carries it. No two are equal.
public struct PlayToken: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)
    private let number: UInt64

    public init() { number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// Something to play.
public struct PlayItem: Sendable {
    public let token: PlayToken
    /// For words about it.
    public var name: String
    /// Where to begin, in seconds. At or past the end: from the beginning.
    public var start: Double
    /// How its sound is changed.
    public var effects: Effects
    /// How long it is by what others say, in seconds.
    public var expectedDuration: Double?
    /// Makes the source, on the player's thread. Returns at once: what waits is the source's `read`, which `cancel` can wake.
    public var makeSource: @Sendable () throws -> any ByteSource

    public init(
        token: PlayToken = PlayToken(), name: String, start: Double = 0, effects: Effects = Effects(), expectedDuration: Double? = nil,
        makeSource: @escaping @Sendable () throws -> any ByteSource
    ) {
        self.token = token
        self.name = name
        self.start = start
        self.effects = effects
        self.expectedDuration = expectedDuration
        self.makeSource = makeSource
    }
}
