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
    /// What a station said to be playing meanwhile, in the order it was heard.
    public var titles: [HeardTitle] = []

    public init(id: Int64, item: EpisodeRecord, from: Int64, to: Int64? = nil, position: Double = 0) {
        self.id = id
        self.item = item
        self.from = from
        self.to = to
        self.position = position
    }
}

/// What a station said to be playing from then on.
public struct HeardTitle: Hashable, Sendable {
    /// Seconds since 1970.
    public var at: Int64
    public var title: String

    public init(at: Int64, title: String) {
        self.at = at
        self.title = title
    }
}

/// How long something was heard in one sitting.
public struct ListenTime: Hashable, Sendable {
    /// Seconds since 1970.
    public var from: Int64
    public var to: Int64
    /// Seconds of sound: what was paused or jumped over doesn't count.
    public var heard: Double
    /// The programme of what was heard, where it has one.
    public var program: ItemID?
    /// The programme's title, or a station's own.
    public var title: String?

    public init(from: Int64, to: Int64, heard: Double, program: ItemID? = nil, title: String? = nil) {
        self.from = from
        self.to = to
        self.heard = heard
        self.program = program
        self.title = title
    }
}
