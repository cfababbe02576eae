import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// What was heard, summed up by days.
@Suite struct StatsTests {
    /// 2026-11-30 (a Monday) at 10:00 UTC.
    private let now: Int64 = 1_796_032_800

    private func listen(hoursAgo: Int64, heard: Double, lasting: Int64 = 600, _ program: Int64? = 1) -> ListenTime {
        let from = now - hoursAgo * 3600
        let id = program.map { ItemID(.program, $0) }
        return ListenTime(from: from, to: from + lasting, heard: heard, program: id, title: program.map { "第\($0)台" })
    }

    private func report(_ listens: [ListenTime], zone: Int64 = 0, days: Int = 3) -> StatsReport {
        Stats(listens, now: now, zone: { _ in zone }).report(days: days)
    }

    @Test func sumsGoByTodayThisWeekThisMonthAndAll() {
        let report = report([
            listen(hoursAgo: 1, heard: 100), listen(hoursAgo: 20, heard: 50), listen(hoursAgo: 24 * 20, heard: 7),
            listen(hoursAgo: 24 * 40, heard: 3),
        ])
        #expect(report.sums.map(\.heard) == [100, 100, 157, 160])
        #expect(report.sums.map(\.sittings) == [1, 1, 3, 4])
        #expect(report.days.map(\.day) == ["2026-11-28", "2026-11-29", "2026-11-30"])
        #expect(report.days.map(\.heard) == [0, 50, 100])
        #expect(report.days.map(\.weekday) == [5, 6, 0])
        #expect(report.weeks.count == 8)
        #expect(report.weeks.suffix(2).map(\.day) == ["2026-11-23", "2026-11-30"])
        #expect(report.weeks.suffix(2).map(\.heard) == [50, 100])
        #expect(report.since == "2026-10-21")
    }

    @Test func daysAreTheListenersOwn() {
        // 23:30 UTC is the next day at 07:30 in China.
        let late = ListenTime(from: now - 10 * 3600 - 1800, to: now - 10 * 3600 - 900, heard: 900)
        #expect(report([late]).days.map(\.heard) == [0, 900, 0])
        #expect(report([late], zone: 8 * 3600).days.map(\.heard) == [0, 0, 900])
    }

    @Test func aSittingOverMidnightCountsForBothDays() {
        let midnight = now - 10 * 3600
        let report = report([ListenTime(from: midnight - 900, to: midnight + 2700, heard: 1800)])
        #expect(report.days.map(\.heard) == [0, 450, 1350])
        #expect(report.days.map(\.sittings) == [0, 1, 0])
        #expect(report.sums.last?.sittings == 1)
    }

    @Test func midnightIsWhereTheClockSaysThatDay() {
        // Put forward by an hour at 01:00 UTC on the 29th: a day of 23 hours. The sitting goes from 12:00 to 00:30 two days later, by the clock.
        let change = now - 33 * 3600
        let zone: @Sendable (Int64) -> Int64 = { $0 < change ? 0 : 3600 }
        let sitting = ListenTime(from: now - 46 * 3600, to: now - 10 * 3600 - 1800, heard: 35.5 * 3600)
        let report = Stats([sitting], now: now, zone: zone).report(days: 3)
        #expect(report.days.map { $0.heard / 3600 } == [12, 23, 0.5])
    }

    @Test func aClockThatWasSetDoesNotSpreadASittingOverYears() {
        let report = report([
            ListenTime(from: now - 3600, to: .max, heard: 60), ListenTime(from: .min, to: now, heard: 5),
            ListenTime(from: now, to: now - 999_999, heard: 1),
        ])
        #expect(report.sums.map(\.heard) == [61, 61, 61, 66])
    }

    @Test func programmesStandByWhatWasHeardOfThem() {
        let report = report(
            (1...12).map { listen(hoursAgo: $0, heard: $0 == 12 ? 900 : 10, $0) } + [
                listen(hoursAgo: 2, heard: 500, nil), listen(hoursAgo: 3, heard: 1, 3),
            ])
        #expect(report.programs.count == 10 && report.otherPrograms == 3)
        #expect(report.programs.prefix(4).map(\.title) == ["第12台", nil, "第3台", "第1台"])
        #expect(report.programs.prefix(4).map(\.heard) == [900, 500, 11, 10])
        #expect(report.programs.prefix(3).map(\.sittings) == [1, 1, 2])
    }

    @Test func nothingHeardIsNothing() {
        let report = report([])
        #expect(report.since == nil && report.programs.isEmpty)
        #expect(report.sums.allSatisfy { $0.heard == 0 })
    }

    @Test func whatIsJumpedOverIsNotHeard() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("long.mp3", seconds: 3600)[0]
            try await radio.session.play([path])
            await radio.started()
            try await radio.session.pause()
            _ = try await radio.session.seek(#require(SeekTime("50:00")))
            try await radio.session.stop()
            let place = try await radio.session.history().first?.position
            #expect(place == 3000)
            let heard = try await radio.session.stats(days: 1).sums.last?.heard ?? -1
            #expect(heard >= 0 && heard < 1500)
        }
    }

    @Test func whatIsPlayedToItsEndIsHeardWhole() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("short.mp3", seconds: 0.5)[0]
            try await radio.session.play([path])
            #expect(await radio.session.waitUntilPlayed().isEmpty)
            let report = try await radio.session.stats(days: 1)
            let position = try await radio.session.history().first?.position ?? 0
            #expect(position > 0.4)
            #expect((report.sums.last?.heard ?? 0) == position)
        }
    }
}
