import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// Where a downloaded episode lies.
@Suite struct DownloadNameTests {
    private let folder = "/nowhere/downloads"

    private func path(
        _ title: String, program: String? = "Tides", published: Int64? = nil, url: String = "https://a.org/1.mp3",
        taken: Set<String> = []
    ) -> String {
        let audio = AudioFile(url: url)
        let episode = Episode(ref: "1", title: title, programTitle: program, published: published, audio: [audio])
        let record = EpisodeRecord(id: ItemID(.episode, 1), source: "demo", episode: episode)
        return DownloadName.path(for: record, audio: audio, in: folder, taken: taken)
    }

    @Test func itIsProgrammeDateAndTitle() {
        #expect(path("Low Water", published: 1_796_040_000) == folder + "/Tides/2026-11-30 Low Water.mp3")
        #expect(path("Low Water") == folder + "/Tides/Low Water.mp3")
        #expect(path("Low Water", program: nil) == folder + "/demo/Low Water.mp3")
    }

    @Test(arguments: [
        ("a/b\\c", "a_b_c"), ("../../etc/passwd", "_.._etc_passwd"), (".hidden", "hidden"), ("--help", "help"), ("...", "untitled"),
        ("", "untitled"), (" \t ", "untitled"), ("a\0b\u{1B}[31mc\n", "abc"), ("What? \"No\" <b> | *", "What_ _No_ _b_ _ _"),
        ("end. . ", "end"),
        ("a\u{202E}gpm.exe", "agpm.exe"), ("👩‍👩‍👧‍👦 家", "👩‍👩‍👧‍👦 家"), ("Tom &lt;3", "Tom &lt;3"),
    ])
    func aHostileTitleBecomesASafeName(_ title: String, _ name: String) {
        #expect(path(title) == "\(folder)/Tides/\(name).mp3")
        #expect(path("x", program: title) == "\(folder)/\(name == "untitled" ? "untitled" : name)/x.mp3")
    }

    @Test(arguments: [String(repeating: "海", count: 300), String(repeating: "👩‍👩‍👧‍👦", count: 60), String(repeating: "e\u{301}", count: 300)])
    func aLongTitleIsCutAtACharacterWithRoomForItsPart(_ title: String) throws {
        let parts = path(title, program: title, published: 1_796_040_000).split(separator: "/").map(String.init)
        let name = try #require(parts.last)
        #expect(parts.dropLast().allSatisfy { $0.utf8.count <= 255 })
        #expect((200...245).contains(name.utf8.count))
        #expect(name.hasPrefix("2026-11-30 ") && name.hasSuffix(".mp3"))
        let kept = name.dropFirst(11).dropLast(4)
        #expect(title.hasPrefix(kept))
        #expect(kept.count * (title.first.map { String($0).utf8.count } ?? 0) == kept.utf8.count)
    }

    @Test func aTitleOfOneEndlessCharacterIsUntitled() {
        #expect(path("a" + String(repeating: "\u{301}", count: 500)) == folder + "/Tides/untitled.mp3")
    }

    @Test func twoOfOneTitleGetDistinctNames() {
        let first = path("Low Water")
        let second = path("Low Water", taken: [first])
        #expect(second == folder + "/Tides/Low Water (2).mp3")
        #expect(path("Low Water", taken: [first, second]) == folder + "/Tides/Low Water (3).mp3")
    }

    @Test func aFileThatIsThereKeepsItsName() throws {
        let here = try TemporaryFolder()
        try here.write([1], to: "Tides/Low Water.mp3")
        let audio = AudioFile(url: "https://a.org/1.mp3")
        let record = EpisodeRecord(
            id: ItemID(.episode, 1), source: "demo", episode: Episode(ref: "1", title: "Low Water", programTitle: "Tides", audio: [audio]))
        #expect(DownloadName.path(for: record, audio: audio, in: here.path, taken: []) == here.file("Tides/Low Water (2).mp3"))
    }

    @Test(arguments: [
        ("https://a.org/x.m4a?sign=1", "m4a"), ("https://a.org/x.MP3", "mp3"), ("https://a.org/x", "mp3"),
        ("https://a.org/x.php#a.ogg", "mp3"),
        ("demo:/audio/1.mp3", "mp3"), ("https://a.org/play.flac/", "flac"),
    ])
    func theEndingIsTheAddresss(_ url: String, _ ending: String) {
        #expect(path("x", url: url) == "\(folder)/Tides/x.\(ending)")
    }

    @Test func aTitleThatIsAFileNameHasOneEnding() {
        #expect(path("talk.mp3", program: nil) == folder + "/demo/talk.mp3")
        #expect(path("talk.MP3", program: nil) == folder + "/demo/talk.mp3")
        #expect(path(".mp3", program: nil) == folder + "/demo/mp3.mp3")
    }
}
