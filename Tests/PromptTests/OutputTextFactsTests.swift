import Catalogue
import Library
import Session
import Terminal
import Testing

@testable import Playback
@testable import Prompt

/// What people see of one thing, and of what happens.
@Suite struct OutputTextFactsTests {
    private let wide = TextPrinter(width: 80)

    init() { Sample.useUTC() }

    @Test func infoTellsAllThatIsKnown() {
        #expect(
            text(wide.item(.program(Sample.tides))) == """
                Night Tides
                id         p1
                source     demo
                hosts      Ann Lee, Bo
                episodes   3
                updated    2026-11-30
                favourite  ♥ yes
                image      demo:/image/tides.png
                listens    1.2万

                Stories from the shore.
                Told at night, when the water is out.
                """)
        #expect(
            text(wide.item(.episode(Sample.low))) == """
                Low Water
                id          e1
                source      demo
                programme   Night Tides (p1)
                published   2026-11-30
                duration    3:05
                favourite   ♥ yes
                played      to its end
                downloaded  /l/downloads/Night Tides/Low Water.mp3
                audio       demo:/audio/low.mp3 · audio/mpeg · 32 kbit/s · 740 kB
                listens     880
                """)
    }

    @Test func infoTellsWhatAFeedSaysBesides() {
        var serial = Sample.tea
        (serial.program.isSerial, serial.program.isExplicit) = (true, true)
        let order = wide.item(.program(serial))
        #expect(order.contains("order     serial, the first comes first") && order.contains("explicit  yes"))
        var trailer = Sample.bare
        trailer.episode.kind = .trailer
        trailer.episode.chapters = "https://h.test/c.json"
        trailer.episode.transcripts = [Transcript(url: "https://h.test/t.vtt", mime: "text/vtt", language: "zh")]
        #expect(
            text(wide.item(.episode(trailer))) == """
                Nothing known
                id          e3
                source      demo
                type        trailer
                chapters    https://h.test/c.json
                transcript  https://h.test/t.vtt · text/vtt · zh
                """)
        trailer.episode.kind = .full
        #expect(!wide.item(.episode(trailer)).contains { $0.hasPrefix("type") })
    }

    @Test func audioIsDescribed() {
        #expect(
            text(wide.audio(Sample.audio, Sample.tags, name: "/m/a.mp3", isURL: false)) == """
                /m/a.mp3
                title     Sine
                chapters  2
                codec     MP3 (MPEG-2.5 layer 3)
                sound     11025 Hz, mono
                duration  0:05 (5.0125 s, 55263 frames)
                bit rate  48 kbit/s on average, variable
                size      30 kB
                warning: 417 B between the frames are no audio and are left out
                """)
    }

    @Test func statusSaysWhatPlaysAndHow() {
        #expect(
            text(wide.status(Sample.paused)) == """
                ‖ Low Water · Night Tides
                paused at 1:23 of 3:05 (45%) · 1 of 3 in the queue
                volume 80% · random off · repeat on · single off · consume off
                output pulse
                """)
        let idle = StatusReport(
            state: .stopped, volume: 100, output: "null", queueLength: 0, modes: QueueModes(), process: 77, error: .noSuchDevice("hdmi"))
        #expect(
            text(wide.status(idle)) == """
                ■ nothing is current; the queue is empty
                volume 100% · random off · repeat off · single off · consume off
                output null
                played by process 77
                no sound: there is no output device “hdmi”; device lists them
                """)
    }

    @Test func theBarGivesTheTitleWhatRoomThereIs() {
        #expect(TextStatus.bar(Sample.paused, width: 64) == "‖ 1:23/3:05  Low Water · Night Tides          1/3 · 80% · repeat")
        #expect(TextStatus.bar(Sample.paused, width: 30) == "‖ 1:23/3:05  Low Water · Nigh…")
        var sleepy = Sample.paused
        sleepy.sleep = SleepReport(goal: .time, left: 89.2)
        #expect(TextStatus.bar(sleepy, width: 70) == "‖ 1:23/3:05  Low Water · Night Tides   1/3 · sleep 1:30 · 80% · repeat")
    }

    @Test func sleepTellsItsEndAndWhatIsLeft() {
        #expect(wide.sleep(nil) == ["sleep is off"])
        #expect(wide.sleep(SleepReport(goal: .time, left: 1799.2)) == ["sleep in 30:00"])
        #expect(wide.sleep(SleepReport(goal: .episode, left: 61)) == ["sleep at the end of the episode, in 1:01"])
        #expect(wide.sleep(SleepReport(goal: .chapter)) == ["sleep at the end of the chapter"])
    }

    @Test func aChangeIsOneSentence() {
        let one: [ItemRecord] = [.episode(Sample.low)]
        let sentences: KeyValuePairs = [
            ChangeReport(action: "add", items: 1, records: one): "added “Low Water”",
            ChangeReport(action: "add", items: 3): "added 3 items",
            ChangeReport(action: "favourite", items: 2, skipped: 1): "♥ 2 items; 1 was so already",
            ChangeReport(action: "favourite", items: 0, skipped: 2): "nothing to do: all were so already",
            ChangeReport(action: "clear", items: 0): "the queue was empty",
            ChangeReport(action: "next", items: 0): "the queue ends here",
            ChangeReport(action: "delete", items: 1, records: one): "deleted the file of “Low Water”",
        ]
        for (report, sentence) in sentences { #expect(wide.change(report) == [sentence]) }
    }

    @Test func eventsAreOneLineEachAndFailuresGoToStandardError() {
        let told: (String) -> EventLine = { EventLine(text: $0, isError: false) }
        let failed: (String) -> EventLine = { EventLine(text: $0, isError: true) }
        #expect(wide.event(.nowPlaying(Sample.low, from: 0)) == told("▶ Low Water · Night Tides  3:05"))
        #expect(wide.event(.nowPlaying(Sample.low, from: 90)) == told("▶ Low Water · Night Tides  3:05, from 1:30"))
        #expect(wide.event(.skipped(Sample.low, PlaybackError.empty)) == failed("skipped “Low Water”: the file is empty"))
        // What names the thing itself isn't told of it twice.
        #expect(
            wide.event(.skipped(Sample.low, SessionError.noAudio(title: "Low Water")))
                == failed("skipped “Low Water” has no audio that could be played"))
        #expect(wide.event(.queueEnded(failures: 0)) == told("■ the queue has ended"))
        #expect(wide.event(.queueEnded(failures: 2)) == told("■ the queue has ended; 2 items could not be played"))
        #expect(wide.event(.deviceBack) == told("sound is back"))
        #expect(wide.event(.detour(asked: "headset", used: "speakers")) == failed("playing on “speakers” instead of “headset”"))
        #expect(
            wide.event(.noDevice(.serverHangs)) == failed("no sound: the sound server doesn't answer; playing goes on when it does"))
        #expect(wide.event(.status(Sample.paused)) == nil)
        #expect(wide.event(.download(Sample.downloads[0].record)) == told("↓ downloaded “Low Water”, 740 kB"))
        #expect(wide.event(.download(Sample.downloads[1].record)) == nil)
        #expect(
            wide.event(.downloadFailed(Sample.downloads[2].record, LibraryError.diskFull(path: "/l")))
                == failed(
                    "not downloaded: “Nothing known”: the disk is full: nothing was changed in the library /l; free some space and try again"
                ))
    }

    /// Case L17: what a server or a file says can't reach the terminal as a command, nor break a line.
    @Test func hostileTextStaysOnItsLineAndObeysNothing() {
        let title = "\u{1B}]0;owned\u{07}a\r\nb\u{9B}31m\u{0}\u{8}\u{7F}\u{202E}c\u{2066}"
        var episode = Sample.low
        episode.episode.title = title
        episode.episode.programTitle = title
        episode.episode.summary = title
        let report = Sample.report([KeptSection(.card(title: title, category: nil), items: [.episode(episode)])])
        var status = Sample.paused
        status.record = episode
        let lines =
            wide.page(report) + wide.item(.episode(episode)) + wide.status(status)
            + wide.change(ChangeReport(action: "add", items: 1, records: [.episode(episode)]))
            + [wide.error(SessionError.noAudio(title: title)), wide.event(.nowPlaying(episode, from: 0))?.text ?? ""]
        for scalar in lines.joined().unicodeScalars {
            #expect(
                !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value) && scalar != "\u{202E}" && scalar != "\u{2066}")
        }
        #expect(wide.page(report).count == 2)
    }

    @Test func stylesAreOnlyWhereTheyAreAllowed() {
        let painted = TextPrinter(width: 80, palette: Palette(isOn: true)).page(Sample.featured).joined()
        #expect(painted.contains("\u{1B}[1m"))
        #expect(!wide.page(Sample.featured).joined().contains("\u{1B}"))
    }

    @Test func figuresReadWell() {
        #expect(
            [0, 999, 1000, 1234, 99_999, 1_234_567, 2_500_000_000, .max, -5].map(Figures.size) == [
                "0 B", "999 B", "1.0 kB", "1.2 kB", "99 kB", "1.2 MB", "2.5 GB", "9.2 EB", "0 B",
            ])
        #expect(
            [0, 59, 60, 7200, 90_000, 200_000, -9].map { Figures.age(since: 1_000_000 - $0, now: 1_000_000) } == [
                "just now", "just now", "1 min ago", "2 h ago", "1 day ago", "2 days ago", "just now",
            ])
        #expect(Figures.age(since: .min, now: .max) == "just now")
    }
}
