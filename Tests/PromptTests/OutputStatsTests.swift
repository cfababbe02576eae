import Session
import Terminal
import Testing

@testable import Prompt

/// `stats` at a terminal and for scripts.
@Suite struct OutputStatsTests {
    private let report = StatsReport(
        sums: [
            .init(name: .today, heard: 1800, sittings: 2), .init(name: .week, heard: 5400, sittings: 3),
            .init(name: .month, heard: 5400, sittings: 3), .init(name: .total, heard: 7245, sittings: 4),
        ],
        days: [
            .init(day: "2026-11-28", weekday: 5, heard: 0, sittings: 0), .init(day: "2026-11-29", weekday: 6, heard: 3600, sittings: 1),
            .init(day: "2026-11-30", weekday: 0, heard: 1800, sittings: 2),
        ],
        weeks: [
            .init(day: "2026-11-16", weekday: 0, heard: 0, sittings: 0), .init(day: "2026-11-23", weekday: 0, heard: 3600, sittings: 1),
            .init(day: "2026-11-30", weekday: 0, heard: 1800, sittings: 2),
        ],
        programs: [
            .init(id: nil, title: "月光下的海，很长很长的一个节目名字，长得一行都放不下了，真的放不下", heard: 5400, sittings: 3),
            .init(id: nil, title: nil, heard: 20, sittings: 1),
        ], otherPrograms: 0, since: "2026-11-01")

    @Test func barsShowHowMuchWasHeard() {
        let lines = TextPrinter(width: 48).stats(report)
        #expect(
            lines == [
                "today           30 min  2 listens",
                "this week   1 h 30 min  3 listens",
                "this month  1 h 30 min  3 listens",
                "in all      2 h 01 min  4 listens",
                "since 2026-11-01",
                "",
                "By day",
                "Sat 2026-11-28                                 –",
                "Sun 2026-11-29  ████████████████████  1 h 00 min",
                "Mon 2026-11-30  ██████████                30 min",
                "",
                "By week, from its Monday",
                "2026-11-23  ████████████████████████  1 h 00 min",
                "2026-11-30  ████████████                  30 min",
                "",
                "By programme",
                "月光下的海，很长很…   ██████████████  1 h 30 min",
                "no programme          ▏                     20 s",
            ])
    }

    @Test(arguments: 40...120) func noLineIsLongerThanTheTerminal(width: Int) {
        for line in TextPrinter(width: width).stats(report) { #expect(Columns.width(line) <= width) }
    }

    @Test func aPipeGetsNoColour() {
        #expect(!TextPrinter(width: nil).stats(report).joined().contains("\u{1B}"))
        #expect(TextPrinter(width: 80, palette: Palette(isOn: true)).stats(report).joined().contains("\u{1B}"))
    }

    @Test func nothingHeardIsSaid() {
        #expect(
            TextPrinter(width: 80).stats(StatsReport(sums: [], days: [], weeks: [], programs: [], otherPrograms: 0)) == [
                "nothing was heard yet"
            ])
    }

    @Test func scriptsGetOneLineForEach() {
        let lines = JSONPrinter().stats(report)
        #expect(lines.first == #"{"type":"stats","period":"today","heard":1800,"listens":2}"#)
        #expect(lines.contains(#"{"type":"stats","period":"day","heard":3600,"listens":1,"from":"2026-11-29"}"#))
        #expect(lines.contains(#"{"type":"stats","period":"week","heard":1800,"listens":2,"from":"2026-11-30"}"#))
        #expect(lines.contains(#"{"type":"stats","period":"program","heard":20,"listens":1}"#))
        #expect(lines.last == #"{"type":"result","action":"stats","items":12,"skipped":0}"#)
    }
}
