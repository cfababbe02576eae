import Catalogue
import Library
import Session
import Terminal
import Testing

@testable import Prompt

/// Charts with memory as people and scripts see them.
@Suite struct OutputChartTests {
    init() { Sample.useUTC() }

    private static func section(_ places: [ChartPlace]) -> KeptSection {
        KeptSection(
            .chart(name: "hot", title: "热门"), items: [.episode(Sample.low), .episode(Sample.moon), .episode(Sample.bare)], places: places)
    }

    private static let moved = section([
        ChartPlace(rank: 21, movement: .by(12)), ChartPlace(rank: 22, movement: .new), ChartPlace(rank: 24, movement: .by(-1)),
    ])

    /// A look a day from 2026-11-20 on; nil where it wasn't in the chart.
    private static func history(_ ranks: [Int?], title: String = "月光下的海", hours: Int64 = 24) -> ChartHistory {
        let points = ranks.enumerated().map { ChartTrace.Point(time: 1_795_132_800 + Int64($0) * hours * 3600, rank: $1) }
        var record = Sample.moon
        record.episode.title = title
        let trace = ChartTrace(source: "demo", name: "hot", title: "热门", points: points, looks: points.count)
        return ChartHistory(record: .episode(record), charts: [trace])
    }

    @Test func movementsStandBesideTheRanks() {
        #expect(
            text(TextPrinter(width: 72).page(Sample.report([Self.moved], first: 21))) == """
                热门 (hot)
                21  21.  ▲12  ♥↓✓  Low Water      Night Tides             3:05
                22  22.  new       月光下的海     茶馆夜话     1:00 of 1:02:03
                23  24.  ▼1        Nothing known
                """)
    }

    @Test func theirColumnStaysAwayWhereNoneIsKnown() {
        let unknown = Self.section((1...3).map { ChartPlace(rank: $0) })
        #expect(text(TextPrinter(width: 40).page(Sample.report([unknown]))).contains("1  1.  ♥↓✓  Low Water"))
    }

    @Test func eachMovementHasItsColour() {
        let lines = TextPrinter(width: 60, palette: Palette(isOn: true)).page(Sample.report([Self.moved]))
        #expect(lines[1].contains("\u{1B}[32m▲12\u{1B}[0m"))
        #expect(lines[2].contains("\u{1B}[33mnew\u{1B}[0m"))
        #expect(lines[3].contains("\u{1B}[31m▼1\u{1B}[0m"))
    }

    @Test func scriptsGetRanksAndMovements() {
        let lines = JSONPrinter().page(Sample.report([Self.moved]))
        #expect(lines[1].hasPrefix(#"{"type":"episode","n":1,"chart":"hot","rank":21,"movement":12,"#))
        #expect(lines[2].hasPrefix(#"{"type":"episode","n":2,"chart":"hot","rank":22,"movement":"new","#))
        #expect(lines[3].hasPrefix(#"{"type":"episode","n":3,"chart":"hot","rank":24,"movement":-1,"#))
        let unknown = JSONPrinter().page(Sample.report([Self.section([])]))
        #expect(unknown[1].contains(#""rank":1,"#) && !unknown[1].contains("movement"))
    }

    @Test func theInspectedPageOfAChartHasItsOwnRanks() {
        var section = Section(.chart(name: "hot", title: ""), items: [.program(Sample.tea.program)])
        section.firstRank = 21
        #expect(JSONPrinter().inspection(Page(sections: [section]))[1].contains(#""rank":21"#))
    }

    @Test func thePlotHasTheBestRankAtTheTop() {
        #expect(
            text(TextPrinter(width: 80).chartHistory([Self.history([3, 2, 2, 1, 1, nil, 4, 1])])) == """
                月光下的海
                热门 (hot)
                1 now · best 1 · worst 4 · 8 looks
                 1 ┤            ╭────────         ╭●
                 2 ┤    ╭───────╯                 │
                 3 ┤────╯                         │
                 4 ┤                         ─────╯
                    2026-11-20            2026-11-27
                """)
    }

    @Test func farRanksShareRows() {
        let lines = TextPrinter(width: 40).chartHistory([Self.history([100, 20, nil], hours: 1)])
        #expect(
            text(lines) == """
                月光下的海
                热门 (hot)
                not in it now · best 20 · worst 100 · 3…
                 20 ┤           ╭──────────
                 31 ┤           │
                 43 ┤           │
                 54 ┤           │
                 66 ┤           │
                 77 ┤           │
                 89 ┤           │
                100 ┤───────────╯
                     2026-11-20 00:00   02:00
                """)
    }

    @Test func oneLookIsNoPlot() {
        #expect(
            text(TextPrinter(width: 80).chartHistory([Self.history([7])])) == """
                月光下的海
                热门 (hot)
                7 now · 1 look
                2026-11-20 00:00
                """)
    }

    @Test(arguments: [1, 5, 20, 27, 28, 40, 80, 120]) func noLineIsWiderThanTheTerminal(width: Int) {
        let longest = String(repeating: "很长的题目 ", count: 40)
        let ranks = (0..<500).map { $0 % 7 == 0 ? nil : ($0 * 37) % 200 + 1 }
        for line in TextPrinter(width: width).chartHistory([Self.history(ranks, title: longest)]) {
            #expect(Columns.width(line) <= width)
        }
    }

    @Test func aPipeGetsThePlotToo() {
        let history = Self.history((0..<500).map { $0 / 100 + 1 })
        let lines = TextPrinter(width: nil).chartHistory([history, history])
        #expect(lines.count == 2 * 9 + 1)
        #expect(lines.allSatisfy { Columns.width($0) <= 80 })
        #expect(lines.filter { $0.hasSuffix("●") } == [lines[7], lines[17]])
    }

    @Test func timesWithoutOrderAreNoTrouble() {
        for times in [[5, 5, 5], [9, 3, .max], [.min, .max, 0]] as [[Int64]] {
            let points = times.enumerated().map { ChartTrace.Point(time: $1, rank: $0 + 1) }
            let trace = ChartTrace(source: "demo", name: "hot", title: "hot", points: points, looks: 3)
            let lines = TextPrinter(width: 80).chartHistory([ChartHistory(record: .program(Sample.tea), charts: [trace])])
            #expect(lines.count == 7)
        }
    }

    @Test func scriptsGetEachLook() {
        #expect(
            text(JSONPrinter().chartHistory([Self.history([2, nil])])) == """
                {"type":"chart","name":"hot","title":"热门","entries":2}
                {"type":"rank","id":"e2","chart":"hot","time":"2026-11-20T00:00:00Z","rank":2}
                {"type":"rank","id":"e2","chart":"hot","time":"2026-11-21T00:00:00Z"}
                {"type":"result","action":"charts","items":2,"skipped":0}
                """)
    }
}
