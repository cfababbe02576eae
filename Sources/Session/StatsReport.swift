public import Catalogue

/// How much was heard when, and of what.
public struct StatsReport: Sendable, Equatable {
    /// What was heard in a stretch of time that ends now.
    public struct Sum: Sendable, Equatable {
        public enum Name: String, Sendable, CaseIterable {
            case today, week, month, total
        }

        public var name: Name
        /// Seconds.
        public var heard: Double
        public var sittings: Int

        public init(name: Name, heard: Double, sittings: Int) { (self.name, self.heard, self.sittings) = (name, heard, sittings) }
    }

    /// What was heard in a day or a week.
    public struct Span: Sendable, Equatable {
        /// Its first day, `2026-11-30`.
        public var day: String
        /// From 0 for Monday.
        public var weekday: Int
        /// Seconds.
        public var heard: Double
        public var sittings: Int

        public init(day: String, weekday: Int, heard: Double, sittings: Int) {
            (self.day, self.weekday, self.heard, self.sittings) = (day, weekday, heard, sittings)
        }
    }

    /// What was heard of a programme, or of a station.
    public struct ProgramTime: Sendable, Equatable {
        public var id: ItemID?
        /// Nil for what belongs to no programme.
        public var title: String?
        /// Seconds.
        public var heard: Double
        public var sittings: Int

        public init(id: ItemID?, title: String?, heard: Double, sittings: Int) {
            (self.id, self.title, self.heard, self.sittings) = (id, title, heard, sittings)
        }
    }

    /// Today, since Monday, since the first of the month, and in all.
    public var sums: [Sum]
    /// The last days, today the last.
    public var days: [Span]
    /// The last weeks, this one the last.
    public var weeks: [Span]
    /// Those of which most was heard, the first ten.
    public var programs: [ProgramTime]
    /// How many there are besides these.
    public var otherPrograms: Int
    /// The first day on which something was heard.
    public var since: String?

    public init(
        sums: [Sum], days: [Span], weeks: [Span], programs: [ProgramTime], otherPrograms: Int, since: String? = nil
    ) {
        (self.sums, self.days, self.weeks) = (sums, days, weeks)
        (self.programs, self.otherPrograms, self.since) = (programs, otherPrograms, since)
    }
}
