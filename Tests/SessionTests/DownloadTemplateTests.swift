import Catalogue
import Testing

@testable import Session

/// `set download-name`, and the endings of files.
@Suite struct DownloadTemplateTests {
    private func path(_ template: String, _ episode: Episode) throws -> String {
        let template = try #require(DownloadTemplate(template))
        let record = EpisodeRecord(id: ItemID(.episode, 7), source: "demo", episode: episode)
        var places = TakenPlaces()
        let path = DownloadName.path(for: record, audio: AudioFile(url: "https://a.org/1.ogg"), in: "/n", by: template, &places)
        return String(path.dropFirst("/n/".count))
    }

    private let whole = Episode(
        ref: "1", title: "Low Water", programTitle: "Tides", hosts: ["Mara", "Tom"], published: 1_796_040_000, number: 3, season: 2)
    private let bare = Episode(ref: "1", title: "Low Water")

    @Test(arguments: [
        ("{program}/{date} {title}.{ext}", "Tides/2026-11-30 Low Water.ogg", "demo/Low Water.ogg"),
        ("{title}.{ext}", "Low Water.ogg", "Low Water.ogg"),
        ("{source}/{year}/{id}.{ext}", "demo/2026/e7.ogg", "demo/e7.ogg"),
        ("{program}/S{season}E{number} {title}.{ext}", "Tides/S2E3 Low Water.ogg", "demo/SE Low Water.ogg"),
        ("{program}/Season {season}/{number} - {title} ({host}).{ext}", "Tides/Season 2/3 - Low Water (Mara).ogg", "demo/Low Water.ogg"),
        ("{title} [{season}] x.{ext}", "Low Water [2] x.ogg", "Low Water x.ogg"),
        ("Podcasts/{title} - {number}.{ext}", "Podcasts/Low Water - 3.ogg", "Podcasts/Low Water.ogg"),
        ("{number}.{ext}", "3.ogg", "Low Water.ogg"),
    ])
    func aTemplateReads(_ template: String, _ known: String, _ unknown: String) throws {
        #expect(try path(template, whole) == known)
        #expect(try path(template, bare) == unknown)
    }

    @Test(arguments: [
        "", "{title}", "{title}.mp3", "/music/{title}.{ext}", "~/{title}.{ext}", "../{title}.{ext}", "a/../{title}.{ext}",
        "./{title}.{ext}",
        "{program}//{title}.{ext}", "{title}/.{ext}", "{titel}.{ext}", "{title.{ext}", "title}.{ext}", "{}.{ext}", "talk.{ext}",
        "C:{title}.{ext}", "a\\{title}.{ext}", "CON/{title}.{ext}", ".hidden/{title}.{ext}", "{ext}.{ext}", "/\u{301}{title}.{ext}",
        "1/2/3/4/5/6/7/8/9/{title}.{ext}",
    ])
    func aWrongTemplateIsRefused(_ template: String) async throws {
        #expect(DownloadTemplate(template) == nil)
        try await Radio.with { radio, _ in
            if template.isEmpty { return }
            let error = await sessionError { try await radio.session.set("download-name", to: template) }
            #expect(error == .badSetting(key: "download-name", value: template, expected: DownloadTemplate.expected))
        }
    }

    @Test func theStandardIsWhatItsTextSays() throws {
        let written = try #require(DownloadTemplate(DownloadTemplate.standardText))
        #expect("\(written)" == "\(DownloadTemplate.standard)")
    }

    @Test func theDeepestPathIsShortEnoughForTheSystem() throws {
        let long = String(repeating: "海", count: 400)
        let episode = Episode(ref: "1", title: long, programTitle: long, hosts: [long])
        let template = Array(repeating: "{host}{program}", count: 8).joined(separator: "/") + "/{title}.{ext}"
        let path = try path(template, episode)
        #expect(path.split(separator: "/").map(\.utf8.count).allSatisfy { $0 <= 235 })
        #expect(path.utf8.count < 4096 - 512 - ".part.info".utf8.count)
    }

    @Test(
        arguments: [
            ("https://a.org/x.mp3", nil, nil, nil, "mp3"),
            ("https://a.org/x.mp3", "audio/mp4", nil, nil, "m4a"),
            ("https://a.org/x.mp3", "audio/ogg", "talk.OPUS", nil, "opus"),
            ("https://a.org/x.mp3", "audio/mpeg", "setup.exe", "audio/mp4", "mp3"),
            ("https://a.org/x.mp3", "audio/mpeg", "x.m4a", nil, "mp3"),
            ("https://a.org/x.mp2", "audio/mpeg", nil, nil, "mp2"),
            ("https://a.org/x", nil, "../../x.flac", "audio/mpeg", "flac"),
            ("https://a.org/x", nil, "flac", "audio/x-m4a", "m4a"),
            ("https://a.org/x", nil, nil, "audio/mpeg", "mp3"),
            ("https://a.org/x.m4a", nil, nil, "audio/mpeg", "m4a"),
            ("https://a.org/x", nil, nil, "text/html", "mp3"),
        ] as [(String, String?, String?, String?, String)])
    func theEndingIsWhatTheFileIs(_ url: String, _ sniffed: String?, _ named: String?, _ declared: String?, _ ending: String) {
        let audio = AudioFile(url: url)
        let guessed = AudioEnding.before(audio)
        #expect(AudioEnding.after(audio, guessed: guessed, sniffed: sniffed, named: named, declared: declared) == ending)
    }
}
