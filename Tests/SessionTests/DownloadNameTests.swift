import Catalogue
import Glibc
import Library
import TestSupport
import Testing

@testable import Session

/// Where a downloaded episode lies.
@Suite struct DownloadNameTests {
    private let folder = "/nowhere/downloads"

    private func path(
        _ title: String, program: String? = "Tides", published: Int64? = nil, url: String = "https://a.org/1.mp3",
        taken: [String] = []
    ) -> String {
        let audio = AudioFile(url: url)
        let episode = Episode(ref: "1", title: title, programTitle: program, published: published, audio: [audio])
        let record = EpisodeRecord(id: ItemID(.episode, 1), source: "demo", episode: episode)
        var places = TakenPlaces(taken)
        return DownloadName.path(for: record, audio: audio, in: folder, by: .standard, &places)
    }

    @Test func itIsProgrammeDateAndTitle() {
        #expect(path("Low Water", published: 1_796_040_000) == folder + "/Tides/2026-11-30 Low Water.mp3")
        #expect(path("Low Water") == folder + "/Tides/Low Water.mp3")
        #expect(path("Low Water", program: nil) == folder + "/demo/Low Water.mp3")
    }

    @Test(arguments: [
        ("a/b\\c", "a_b_c"), ("../../etc/passwd", "_.._etc_passwd"), (".hidden", "hidden"), ("--help", "help"), ("...", "untitled"),
        ("", "untitled"), (" \t ", "untitled"), ("a\0b\u{1B}[31mc\n", "abc"), ("What? \"No\" <b> | *", "What_ _No_ _b_ _ _"),
        ("end. . ", "end"), ("/\u{301}..\u{301}/x", "_\u{301}..\u{301}_x"), (".\u{301}hidden", "hidden"), ("\u{200D}\u{301}x", "x"),
        ("x\u{600}", "x"), ("a\u{61C}\u{200B}b", "ab"), ("CON", "_CON"), ("nul.txt", "_nul.txt"), ("com1 .x", "_com1 .x"),
        ("Lpt\u{B2}", "_Lpt\u{B2}"),
        ("console", "console"), ("COM10", "COM10"), ("\u{3000}x\u{A0}", "x"), ("\u{6DD} 5 \u{6DD} 6", "\u{6DD} 5 \u{6DD} 6"),
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

    @Test(arguments: [
        "Low Water.m4a", "LOW WATER.mp3", "low water.mp3.part", "Lo\u{77} Water.opus",
    ])
    func aNameThatIsTheSameToOthersIsTaken(_ name: String) {
        #expect(path("Low Water", taken: ["\(folder)/Tides/\(name)"]) == folder + "/Tides/Low Water (2).mp3")
        #expect(path("Low Water", program: "tides", taken: ["\(folder)/Tides/\(name)"]) == folder + "/tides/Low Water (2).mp3")
    }

    @Test(arguments: [
        ("Caf\u{E9}", "Cafe\u{301}"), ("Stra\u{DF}e", "STRASSE"), ("\u{FB01}x", "FIX"), ("\u{3A3}\u{3C3}\u{3C2}", "\u{3C3}\u{3A3}\u{3C3}"),
    ])
    func lettersThatFoldToTheSameAreToldApart(_ one: String, _ other: String) {
        #expect(path(one, taken: ["\(folder)/Tides/\(other).mp3"]) == "\(folder)/Tides/\(one) (2).mp3")
    }

    @Test func whatIsNoFolderIsNotGoneInto() throws {
        let here = try TemporaryFolder()
        try here.write([1], to: "downloads/Notes")
        try here.write([1], to: "elsewhere/x")
        #expect(symlink(here.file("elsewhere"), here.file("downloads/Tides")) == 0)
        #expect(symlink(here.file("elsewhere"), here.file("downloads/Tides (2)")) == 0)
        #expect(symlink(here.file("nowhere"), here.file("downloads/x.mp3")) == 0)
        let audio = AudioFile(url: "https://a.org/1.mp3")
        var places = TakenPlaces()
        for (program, place) in [("Notes", "Notes (2)/x.mp3"), ("Tides", "Tides (3)/x.mp3"), ("..", "untitled/x.mp3")] {
            let episode = Episode(ref: "1", title: "x", programTitle: program, audio: [audio])
            let record = EpisodeRecord(id: ItemID(.episode, 1), source: "demo", episode: episode)
            let path = DownloadName.path(for: record, audio: audio, in: here.file("downloads"), by: .standard, &places)
            #expect(path == here.file("downloads/" + place))
        }
        #expect(!RealFolder.holds(here.file("downloads/Tides/x.mp3"), in: here.file("downloads")))
        #expect(!RealFolder.holds(here.file("downloads/../x.mp3"), in: here.file("downloads")))
        #expect(!RealFolder.holds(here.file("elsewhere/x.mp3"), in: here.file("downloads")))
        #expect(RealFolder.holds(here.file("downloads/New/x.mp3"), in: here.file("downloads")))
        let flat = try #require(DownloadTemplate("{title}.{ext}"))
        let record = EpisodeRecord(id: ItemID(.episode, 1), source: "demo", episode: Episode(ref: "1", title: "x", audio: [audio]))
        #expect(
            DownloadName.path(for: record, audio: audio, in: here.file("downloads"), by: flat, &places) == here.file("downloads/x (2).mp3"))
    }

    @Test func aFileThatIsThereKeepsItsName() throws {
        let here = try TemporaryFolder()
        try here.write([1], to: "Tides/Low Water.mp3")
        let audio = AudioFile(url: "https://a.org/1.mp3")
        let record = EpisodeRecord(
            id: ItemID(.episode, 1), source: "demo", episode: Episode(ref: "1", title: "Low Water", programTitle: "Tides", audio: [audio]))
        var places = TakenPlaces()
        #expect(DownloadName.path(for: record, audio: audio, in: here.path, by: .standard, &places) == here.file("Tides/Low Water (2).mp3"))
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
