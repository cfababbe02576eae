/// Where an item stands in a chart.
public struct ChartPlace: Hashable, Sendable {
    /// How it has moved since the last look of another occasion.
    public enum Movement: Hashable, Sendable {
        /// So many ranks up, or down where it is below zero; 0 where it stays.
        case by(Int)
        /// It was not in the chart, which was known as far down as it stands now.
        case new
    }

    /// From 1.
    public var rank: Int
    /// Nil where nothing is known to compare it with.
    public var movement: Movement?

    public init(rank: Int, movement: Movement? = nil) {
        self.rank = rank
        self.movement = movement
    }
}

/// How an item stood in one chart, look by look.
public struct ChartTrace: Hashable, Sendable {
    /// A time at which the chart was looked at.
    public struct Point: Hashable, Sendable {
        /// Seconds since 1970.
        public var time: Int64
        /// From 1; nil where the item wasn't in what was seen of the chart.
        public var rank: Int?
        /// How many ranks were seen of the chart; nil where that isn't known.
        public var reach: Int?

        public init(time: Int64, rank: Int?, reach: Int? = nil) {
            self.time = time
            self.rank = rank
            self.reach = reach
        }
    }

    public var source: String
    /// The chart's name for commands (`hot`), and its title.
    public var name: String
    public var title: String
    /// The oldest first. Of looks that said the same the first and the last.
    public var points: [Point]
    /// How often it was looked at; looks within ten minutes are one.
    public var looks: Int

    public init(source: String, name: String, title: String, points: [Point], looks: Int) {
        self.source = source
        self.name = name
        self.title = title
        self.points = points
        self.looks = looks
    }
}
