import Catalogue
import Library
import Session
import Terminal
import Testing

@testable import Playback
@testable import Prompt

/// What people see: whole outputs, compared with text.
@Suite struct OutputTextTests {
    private let pipe = TextPrinter(width: nil)
    private let wide = TextPrinter(width: 80)

    init() { Sample.useUTC() }

    @Test func aPipeGetsEachColumnWhole() {
        #expect(
            text(pipe.page(Sample.featured)) == """
                1       Listen to the sea  programme
                2       Our pages          web page

                For tonight
                3  ♥    Night Tides        Ann Lee, Bo  2026-11-30            3 ep.  1.2万 listens
                4  ♥↓✓  Low Water          Night Tides  2026-11-30             3:05  880 listens

                茶与故事
                5       月光下的海         茶馆夜话     2026-12-01  1:00 of 1:02:03
                6       茶馆夜话           李明                              12 ep.
                """)
    }

    @Test func aNarrowTerminalKeepsTheTitles() {
        let lines = TextPrinter(width: 40).page(Sample.featured)
        #expect(
            text(lines) == """
                1       Listen to the sea
                2       Our pages

                For tonight
                3  ♥    Night Tides
                4  ♥↓✓  Low Water

                茶与故事
                5       月光下的海
                6       茶馆夜话
                """)
    }

    @Test(arguments: [1, 2, 7, 20, 33, 40, 64, 79, 80, 100, 200]) func noLineIsWiderThanTheTerminal(width: Int) {
        let longest = String(repeating: "很长的题目 ", count: 40)
        var episode = Sample.low
        episode.episode.title = longest
        episode.episode.programTitle = longest
        let report = Sample.report([KeptSection(.card(title: longest, category: nil), items: [.episode(episode), .program(Sample.tides)])])
        let printer = TextPrinter(width: width)
        for line in printer.page(report) { #expect(Columns.width(line) <= width) }
        #expect(Columns.width(TextStatus.bar(Sample.paused, width: width)) <= width)
    }

    @Test func aProgrammesPageBeginsWithWhatItIs() {
        var open = Sample.report(
            [KeptSection(.plain, items: [.episode(Sample.low), .episode(Sample.moon), .episode(Sample.bare)])], total: 41, hasMore: true,
            skipped: ["entry 3 has no id"])
        open.page.program = Sample.tides
        #expect(
            text(TextPrinter(width: 80, playing: Sample.moon.id).page(open)) == """
                Night Tides ♥
                Ann Lee, Bo · 3 episodes · 2026-11-30
                Stories from the shore.
                Told at night, when the water is out.

                1  ♥↓✓  Low Water                2026-11-30             3:05  880 listens
                2  ▶    月光下的海     茶馆夜话  2026-12-01  1:00 of 1:02:03
                3       Nothing known
                3 of 41 · 1 left out, as it can't be used · more
                """)
    }

    @Test func theNextPageNumbersOnAndHasNoHeadAgain() {
        var next = Sample.report([KeptSection(.plain, items: [.episode(Sample.bare)])], first: 21, total: 41, hasMore: true)
        next.page.program = Sample.tides
        #expect(text(pipe.page(next)) == "21  Nothing known\n21 of 41 · more")
    }

    @Test func chartsNameThemselvesAndRankTheirItems() {
        let charts = Sample.report([
            KeptSection(.chart(name: "hot", title: "热门"), items: [.episode(Sample.low), .episode(Sample.bare)]),
            KeptSection(.chart(name: "albums", title: "albums"), items: [.program(Sample.tea)]),
        ])
        #expect(
            text(wide.page(charts)) == """
                热门 (hot)
                1  1.  ♥↓✓  Low Water      Night Tides  2026-11-30    3:05  880 listens
                2  2.       Nothing known

                albums
                3  1.       茶馆夜话       李明                     12 ep.
                """)
    }

    @Test func categoriesShowTheirIdsAndNoNumbers() {
        let categories = [Category(ref: "329", title: "播客", group: "有声"), Category(ref: "9", title: "History")]
        #expect(
            text(wide.page(Sample.report([KeptSection(.plain, items: categories.map(KeptItem.category))]))) == """
                播客     有声  329
                History        9
                """)
    }

    @Test func anEmptyPageSaysSo() { #expect(pipe.page(Sample.report([])) == ["nothing here"]) }

    @Test func theQueueShowsWhereItIsAndHowItGoes() {
        #expect(
            text(wide.queue(Sample.queue, modes: QueueModes(random: true, consume: true), part: ListPart())) == """
                1  ♥↓✓  Low Water      Night Tides  2026-11-30             3:05  880 listens
                2  ▶    月光下的海     茶馆夜话     2026-12-01  1:00 of 1:02:03
                3       Nothing known
                random · consume
                """)
        #expect(pipe.queue([], modes: QueueModes(), part: ListPart()) == ["the queue is empty"])
    }

    @Test func historyShowsWhenAndUpToWhere() {
        #expect(text(wide.history(Sample.listens, part: ListPart())) == "1  月光下的海  茶馆夜话  2026-11-30 12:00  to 1:40")
    }

    @Test func downloadsShowHowFarTheyAre() {
        #expect(
            text(pipe.downloads(Sample.downloads, part: ListPart())) == """
                1  Low Water      done               740 kB  /l/downloads/Night Tides/Low Water.mp3
                2  月光下的海     running  1.2 MB of 2.0 MB  100 kB/s, 0:08 left
                3  Nothing known  failed                     no answer in time; download e3 tries it again
                """)
    }

    @Test func sourcesDevicesAndSettingsMarkWhatHolds() {
        #expect(
            text(wide.sources(Array(Source.builtIn.prefix(2)), current: "fm")) == """
                   demo  station  demo:/ (built in)
                *  fm    fm       the service's own addresses (built in)
                """)
        #expect(text(wide.devices(Sample.devices, current: nil)) == "*  alsa.pci  Built-in Audio\n   hdmi      HDMI")
        #expect(text(wide.devices(Sample.devices, current: "hdmi")) == "   alsa.pci  Built-in Audio\n*  hdmi      HDMI")
        #expect(
            text(wide.settings(Sample.settings)) == """
                transfers  4     default
                volume     80    default 100
                fm.sign    •••
                device     none  default
                """)
    }
}
