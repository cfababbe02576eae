import Catalogue
import Library
import Session
import Terminal
import Testing

@testable import Prompt

@Suite struct OutputTextTests {
    let pipe = TextPrinter(width: nil)
    let wide = TextPrinter(width: 80)

    @Test func dump() {
        Sample.inUTC {
            print(text(pipe.page(Sample.featured)))
            print("--80"); print(text(wide.page(Sample.featured)))
            print("--40"); print(text(TextPrinter(width: 40).page(Sample.featured)))
            print("--open")
            var open = Sample.report([KeptSection(.plain, items: [.episode(Sample.low), .episode(Sample.moon), .episode(Sample.bare)])], total: 41, hasMore: true, skipped: ["x"])
            open.page.program = Sample.tides
            print(text(TextPrinter(width: 80, playing: Sample.moon.id).page(open)))
            print("--charts")
            print(text(wide.page(Sample.report([KeptSection(.chart(name: "hot", title: "热门"), items: [.episode(Sample.low), .episode(Sample.bare)]), KeptSection(.chart(name: "albums", title: "albums"), items: [.program(Sample.tea)])]))))
            print("--categories")
            print(text(wide.page(Sample.report([KeptSection(.plain, items: [.category(Category(ref: "329", title: "播客", group: "有声")), .category(Category(ref: "9", title: "History"))])]))))
            print("--queue")
            print(text(wide.queue([QueueLine(position: 1, record: Sample.low, isCurrent: false, played: true), QueueLine(position: 2, record: Sample.moon, isCurrent: true, played: false), QueueLine(position: 3, record: Sample.bare, isCurrent: false, played: false)], modes: QueueModes(random: true), part: .whole)))
            print("--history")
            print(text(wide.history([ListenRecord(id: 1, item: Sample.moon, from: 1_796_040_000, to: 1_796_040_100, position: 100)], part: .whole)))
            print("--downloads")
            print(text(wide.downloads([DownloadRecord(id: Sample.low.id, url: "x", state: .done, received: 740_000, size: 740_000, path: "/l/downloads/Night Tides/Low Water.mp3", title: "Low Water"), DownloadRecord(id: Sample.moon.id, url: "x", state: .running, received: 1_234_567, size: 2_000_000, title: "月光下的海"), DownloadRecord(id: Sample.bare.id, url: "x", state: .failed, error: "no answer in time", title: "Nothing known")], part: .whole)))
            print("--sources")
            print(text(wide.sources(Source.builtIn, current: "demo")))
            print("--settings")
            print(text(wide.settings([SettingReport(key: "transfers", value: nil, defaultValue: "4"), SettingReport(key: "volume", value: "80", defaultValue: "100"), SettingReport(key: "fm.sign", value: "•••", defaultValue: nil), SettingReport(key: "device", value: nil, defaultValue: nil)])))
            print("--info")
            print(text(wide.item(.program(Sample.tides))))
            print(text(wide.item(.episode(Sample.low))))
            print("--status")
            let status = StatusReport(state: .paused, record: Sample.low, position: 83.4, volume: 80, output: "pulse", queuePosition: 1, queueLength: 3, modes: QueueModes(repeats: true))
            print(text(wide.status(status)))
            print(text(wide.status(StatusReport(state: .stopped, volume: 100, output: "null", queueLength: 0, modes: QueueModes()))))
            for w in [80, 60, 30, 10] { print("[" + TextStatus.bar(status, width: w) + "]") }
        }
    }
}
