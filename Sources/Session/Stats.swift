import Catalogue
import Glibc
import Library

extension RadioSession {
    /// How much was heard, by the listener's clock; `days` is how many days are told one by one.
    public func stats(days: Int) async throws -> StatsReport {
        Stats(try await library().listenTimes(), now: configuration.clock(), zone: Stats.zone).report(days: days)
    }
}

/// Sums up sittings by days. A sitting over midnight counts for each day by its time on it.
struct Stats {
    private typealias Heard = (seconds: Double, sittings: Int)

    private let listens: [ListenTime]
    private let zone: (Int64) -> Int64
    private let today: Int64
    /// By days since 1970-01-01.
    private var byDay: [Int64: Heard] = [:]

    private static let weekCount: Int64 = 8
    private static let programCount = 10

    /// `now`: seconds since 1970; `zone` gives how many seconds the listener's clock is ahead of UTC at a time.
    init(_ listens: [ListenTime], now: Int64, zone: @escaping (Int64) -> Int64) {
        (self.listens, self.zone) = (listens, zone)
        today = Self.day(now, zone)
        for listen in listens {
            for (index, part) in parts(of: listen).enumerated() {
                byDay[part.day, default: (0, 0)].seconds += part.seconds
                byDay[part.day, default: (0, 0)].sittings += index == 0 ? 1 : 0
            }
        }
    }

    func report(days: Int) -> StatsReport {
        let monday = today - Int64(Self.weekday(today))
        let month = Timestamp.day(today * 86_400).prefix(7)
        let sums = [
            sum(.today) { $0 == today }, sum(.week) { $0 >= monday && $0 <= today },
            sum(.month) { $0 <= today && Timestamp.day($0 * 86_400).prefix(7) == month }, sum(.total) { _ in true },
        ]
        let firstDay = today - Int64(days) + 1
        let firstWeek = monday - Self.weekCount * 7 + 7
        let all = programs()
        return StatsReport(
            sums: sums, days: (firstDay...today).map { span(from: $0, days: 1) },
            weeks: stride(from: firstWeek, through: monday, by: 7).map { span(from: $0, days: 7) },
            programs: Array(all.prefix(Self.programCount)), otherPrograms: max(all.count - Self.programCount, 0),
            since: byDay.keys.min().map { Timestamp.day($0 * 86_400) })
    }

    /// How far the listener's zone (TZ) is ahead of UTC at a time.
    static func zone(_ time: Int64) -> Int64 {
        var moment = time_t(time)
        var parts = unsafe tm()
        // Both live to the end of the call, and its result points to the second.
        guard unsafe localtime_r(&moment, &parts) != nil else { return 0 }
        return Int64(unsafe parts.tm_gmtoff)
    }
}

extension Stats {
    private func parts(of listen: ListenTime) -> [(day: Int64, seconds: Double)] {
        let (first, last) = (Self.day(listen.from, zone), Self.day(listen.to, zone))
        // A clock that was set meanwhile says nothing of where the days part.
        guard last > first, last - first <= 7 else { return [(first, listen.heard)] }
        let whole = Double(listen.to - listen.from)
        return (first...last).map { day in
            let begin = day == first ? listen.from : beginning(of: day)
            let end = day == last ? listen.to : beginning(of: day + 1)
            return (day, listen.heard * Double(max(end - begin, 0)) / whole)
        }
    }

    /// Its midnight, by the zone as it is then: clocks are put forward and back.
    private func beginning(of day: Int64) -> Int64 {
        let midnight = day * 86_400
        return midnight - zone(midnight - zone(midnight))
    }

    private func sum(_ name: StatsReport.Sum.Name, _ isIn: (Int64) -> Bool) -> StatsReport.Sum {
        var sum = StatsReport.Sum(name: name, heard: 0, sittings: 0)
        for (day, heard) in byDay where isIn(day) {
            sum.heard += heard.seconds
            sum.sittings += heard.sittings
        }
        return sum
    }

    private func span(from day: Int64, days: Int64) -> StatsReport.Span {
        let heard = (day..<day + days).compactMap { byDay[$0] }
        return StatsReport.Span(
            day: Timestamp.day(day * 86_400), weekday: Self.weekday(day), heard: heard.reduce(0) { $0 + $1.seconds },
            sittings: heard.reduce(0) { $0 + $1.sittings })
    }

    /// Most heard first; equally heard ones by title.
    private func programs() -> [StatsReport.ProgramTime] {
        struct Key: Hashable {
            var id: ItemID?
            var title: String?
        }
        var found: [Key: StatsReport.ProgramTime] = [:]
        for listen in listens {
            let key = Key(id: listen.program, title: listen.program == nil ? listen.title : nil)
            let none = StatsReport.ProgramTime(id: listen.program, title: listen.title, heard: 0, sittings: 0)
            found[key, default: none].heard += listen.heard
            found[key, default: none].sittings += 1
        }
        let byTitle = Array(found.values).inTitleOrder { $0.title ?? "" }
        let places = byTitle.indices.sorted { first, second in
            let (one, other) = (byTitle[first].heard, byTitle[second].heard)
            return one == other ? first < second : one > other
        }
        return places.map { byTitle[$0] }
    }

    /// Days since 1970-01-01 by the listener's clock; clocks that are far off count as the ends of what dates can be.
    private static func day(_ time: Int64, _ zone: (Int64) -> Int64) -> Int64 {
        let time = min(max(time, -62_000_000_000), 253_000_000_000)
        let local = time + zone(time)
        return (local - (local < 0 ? 86_399 : 0)) / 86_400
    }

    /// 1970-01-01 was a Thursday.
    private static func weekday(_ day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }
}
