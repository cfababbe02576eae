import Catalogue
import Glibc
import Library
import Session

@testable import Playback

/// Things to print, in English and Chinese.
enum Sample {
    static let tides = ProgramRecord(
        id: ItemID(.program, 1), source: "demo",
        program: Program(
            ref: "101", title: "Night Tides", hosts: ["Ann Lee", "Bo"],
            summary: "Stories from the shore.\nTold at night, when the water is out.",
            image: "demo:/image/tides.png", episodeCount: 3, updated: 1_796_040_000, counters: [Counter(name: "listens", text: "1.2万")]),
        favourite: true)
    static let tea = ProgramRecord(
        id: ItemID(.program, 2), source: "demo", program: Program(ref: "102", title: "茶馆夜话", hosts: ["李明"], episodeCount: 12))

    static let low = EpisodeRecord(
        id: ItemID(.episode, 1), source: "demo", programID: ItemID(.program, 1),
        episode: Episode(
            ref: "1001", title: "Low Water", programRef: "101", programTitle: "Night Tides", published: 1_796_040_000, duration: 185,
            audio: [AudioFile(url: "demo:/audio/low.mp3", mime: "audio/mpeg", bitrate: 32, size: 740_000)],
            counters: [Counter(name: "listens", text: "880")]),
        favourite: true, played: true, downloaded: "/l/downloads/Night Tides/Low Water.mp3")
    static let moon = EpisodeRecord(
        id: ItemID(.episode, 2), source: "demo", programID: ItemID(.program, 2),
        episode: Episode(ref: "1002", title: "月光下的海", programTitle: "茶馆夜话", published: 1_796_126_400, duration: 3723), position: 60)
    static let bare = EpisodeRecord(id: ItemID(.episode, 3), source: "demo", episode: Episode(ref: "1003", title: "Nothing known"))

    static let queue = [
        QueueLine(position: 1, record: low, isCurrent: false, played: true),
        QueueLine(position: 2, record: moon, isCurrent: true, played: false),
        QueueLine(position: 3, record: bare, isCurrent: false, played: false),
    ]
    static let listens = [ListenRecord(id: 1, item: moon, from: 1_796_040_000, to: 1_796_040_100, position: 100)]
    static let downloads = [
        DownloadLook(
            DownloadRecord(
                id: low.id, url: "x", state: .done, received: 740_000, size: 740_000, path: "/l/downloads/Night Tides/Low Water.mp3",
                sha256: "ab12", title: "Low Water"), .over),
        DownloadLook(
            DownloadRecord(id: moon.id, url: "x", state: .running, received: 1_234_567, size: 2_000_000, title: "月光下的海"),
            .coming(bytesPerSecond: 100_000)),
        DownloadLook(
            DownloadRecord(id: bare.id, url: "x", state: .failed, error: "no answer in time", title: "Nothing known"), .left),
    ]
    static let devices = [
        AudioDevice(name: "alsa.pci", title: "Built-in Audio", isDefault: true), AudioDevice(name: "hdmi", title: "HDMI", isDefault: false),
    ]
    static let settings = [
        SettingReport(key: "transfers", value: nil, defaultValue: "4"), SettingReport(key: "volume", value: "80", defaultValue: "100"),
        SettingReport(key: "fm.sign", value: "•••", defaultValue: nil), SettingReport(key: "device", value: nil, defaultValue: nil),
    ]
    static let audio = AudioFacts(
        codec: "mp3", mpeg: 2.5, sampleRate: 11025, channels: 1, frames: 55_263, duration: 5.0125, bitrate: 48, vbr: true, formatChanges: 0,
        bytes: 30_000, warnings: [.junk(bytes: 417)])
    static let tags = AudioTags(
        title: AudioTags.Fact("Sine", .id3v2),
        chapters: [
            AudioChapter(start: 0, title: "One"), AudioChapter(start: 2, title: "Two"), AudioChapter(start: 3, title: "", isHidden: true),
        ])
    static let paused = StatusReport(
        state: .paused, record: low, position: 83.5, volume: 80, output: "pulse", queuePosition: 1, queueLength: 3,
        modes: QueueModes(repeats: true))

    /// Dates are shown by the listener's clock: in these tests it is UTC.
    static func useUTC() {
        setenv("TZ", "UTC", 1)
        tzset()
    }

    static func report(_ sections: [KeptSection], first: Int = 1, total: Int? = nil, hasMore: Bool = false, skipped: [String] = [])
        -> PageReport
    {
        PageReport(
            title: "featured", source: "demo", page: KeptPage(sections: sections, firstNumber: first, total: total, skipped: skipped),
            hasMore: hasMore)
    }

    static let featured = report([
        KeptSection(
            .activities,
            items: [
                .activity(
                    Activity(title: "Listen to the sea", image: "demo:/image/a.png", target: .program(tides.program)), target: tides.id),
                .activity(Activity(title: "Our pages", target: .web("https://example.org/")), target: nil),
            ]),
        KeptSection(.card(title: "For tonight", category: "329"), items: [.program(tides), .episode(low)]),
        KeptSection(.card(title: "茶与故事", category: nil), items: [.episode(moon), .program(tea)]),
    ])
}

/// One text of the lines, for comparing whole outputs.
func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
