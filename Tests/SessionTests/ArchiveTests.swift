import Catalogue
import Foundation
import Library
import Playback
import TestSupport
import Testing

@testable import Session

/// What is exported of a whole library, as text.
@Suite struct ArchiveTests {
    private let full = Archive.full

    @Test func theTextReadsAsTheSameArchive() throws {
        let text = ArchiveText(full).text
        let read = try #require(try ArchiveJSON(Array(text.utf8)))
        #expect(read.archive == full)
        #expect(read.leftOut == 0)
        #expect(ArchiveText(read.archive).text == text)
        // One thing a line, and one object without the line feeds.
        #expect(try JSON.parse(Array(text.filter { $0 != "\n" }.utf8)).kind == .object)
    }

    @Test func anEmptyLibraryIsOneToo() throws {
        let read = try #require(try ArchiveJSON(Array(ArchiveText(LibraryArchive()).text.utf8)))
        #expect(read.archive == LibraryArchive() && read.leftOut == 0)
    }

    @Test func whatIsDamagedIsCountedAndTheRestTaken() throws {
        let text = #"""
            {"type":"library","version":1,"items":[{"type":"episode","ref":"1","id":"e1","source":"fm"},{"id":"x"},7],
            "favourites":[{"item":"e1"},{"since":"2026-11-30T00:00:00Z"}],"history":[{"item":"e1"}],"queue":{"current":9,"entries":[{"item":"e1"},{}]}}
            """#
        let read = try #require(try ArchiveJSON(Array(text.utf8)))
        #expect(read.archive.items.count == 1 && read.archive.favourites.count == 1)
        #expect(read.archive.queue.entries.count == 1 && read.archive.queue.current == nil)
        #expect(read.leftOut == 5)
    }

    @Test func whatNoLibraryCanHoldIsLeftOut() throws {
        let text = #"""
            {"type":"library","version":1,"source":"demo","volume":"9999","sources":[{"name":"fm","kind":"fm","url":"http://127.0.0.1/"},
            {"name":"p12","kind":"fm","url":"http://127.0.0.1/"},{"name":"a b","kind":"fm","url":"http://127.0.0.1/"},
            {"name":"x","kind":"fm","url":"javascript:1"},{"name":"y","kind":"fm","url":"http"},{"name":"ok","kind":"fm","url":"http://127.0.0.1/"}],
            "settings":[{"item":"p1","key":"volume","value":"101"},{"item":"p1","key":"a\nb","value":"1"},{"item":"p1","key":"volume","value":"9"}],
            "playlists":[{"name":"","items":["e1"]},{"name":"a\u001b[2J","items":["e1"]},{"name":"ok","items":["p1","s1","e1","r1"]}],
            "progress":[{"item":"e1","position":-5,"duration":1e300,"played":true},{"item":"s1","position":3}],
            "history":[{"item":"e1","from":1,"to":2,"position":1e300,"heard":-50},{"item":"s1","from":1}],
            "bookmarks":[{"item":"e1","position":-1},{"item":"e1","position":1e300},{"item":"p1","position":1},{"item":"e1","position":1}],
            "queue":{"current":3,"entries":[{"item":"p1"},{"item":"s1"},{"item":"e1","order":9223372036854775807},{"item":"r1"}]}}
            """#
        let read = try #require(try ArchiveJSON(Array(text.utf8)))
        let archive = read.archive
        #expect(archive.sources.map(\.name) == ["ok"] && archive.volume == nil)
        #expect(archive.programSettings.map(\.value) == ["9"])
        #expect(archive.playlists.map(\.name) == ["ok"] && archive.playlists.map(\.items.description) == ["[e1, r1]"])
        #expect(archive.progress == [.init(episode: ItemID(.episode, 1), position: nil, duration: nil, played: true, changed: 0)])
        #expect(archive.listens == [.init(item: ItemID(.episode, 1), began: 1, beganAt: 0, ended: 2, position: 0, heard: nil)])
        #expect(archive.bookmarks.map(\.position) == [1])
        #expect(archive.queue.entries.map(\.item.description) == ["e1", "r1"] && archive.queue.current == 3)
        #expect(read.leftOut == 16)
    }

    @Test func whatIsTooLargeIsNotReadInPart() throws {
        let source = MemorySource(Array("0123456789".utf8))
        #expect(try LeadingText.rest(of: source, most: 10).count == 10)
        #expect(throws: SessionError.tooLarge(limit: 9)) { try LeadingText.rest(of: source, most: 9) }
    }

    @Test func aLaterFormIsRefused() async throws {
        try await Radio.with { radio, folder in
            let file = try folder.write(Array(#"{"type":"library","version":2}"#.utf8), to: "later.json")
            #expect(await sessionError { try await radio.session.importFile(file) } == .newerArchive(version: 2))
        }
    }

    @Test func whatIsNoLibraryIsSomethingElse() throws {
        for text in ["[]", "{}", #"{"type":"episode"}"#, "not json", ""] { #expect(try ArchiveJSON(Array(text.utf8)) == nil) }
    }

    @Test func oneLibraryComesWholeIntoAnother() async throws {
        try await TemporaryFolder.with { folder in
            let radio = Radio(folder)
            let paths = try folder.silence("a.mp3", "b.mp3")
            _ = try await radio.session.add(paths)
            _ = try await radio.session.setFavourite([paths[1]], true)
            try await radio.session.play([paths[0]])
            await radio.started()
            try await radio.session.pause()
            _ = try await radio.session.seek(#require(SeekTime("0:30")))
            _ = try await radio.session.bookmark("here")
            try await radio.session.stop()
            _ = try await radio.session.savePlaylist("Both", over: false)
            let (text, items) = try await radio.session.exportedLibrary()
            await radio.session.close()
            #expect(items >= 7)

            let elsewhere = try TemporaryFolder()
            let other = Radio(elsewhere)
            let file = try elsewhere.write(Array(text.utf8), to: "mine.json")
            guard case .library(let report) = try await other.session.importFile(file) else { throw SessionError.notAnAddress(file) }
            #expect(report.skipped == 0)
            #expect(try await other.session.exportedLibrary().text == text)
            #expect(try await other.titles() == ["a.mp3", "a.mp3", "b.mp3"])
            #expect(try await other.session.bookmarks().map(\.position) == [30])
            #expect(try await other.session.status().position == 30)
            await other.session.close()
        }
    }
}

enum Archive {
    /// A thing of each kind, with texts and numbers that are easily lost.
    static var full: LibraryArchive {
        let (e1, e2, p1) = (ItemID(.episode, 1), ItemID(.episode, 2), ItemID(.program, 1))
        var archive = LibraryArchive()
        archive.items = [
            .init(
                id: p1, source: "fm",
                value: .program(
                    Program(
                        ref: " p ", title: "", hosts: ["李明", ""], tags: ["a\u{1F}b"], summary: "two\nlines \u{0}", episodeCount: 3,
                        updated: 0, counters: [Counter(name: "listens", text: "1.2万"), Counter(name: "listens", text: "")],
                        isSerial: false))),
            .init(
                id: e1, source: "feed",
                value: .episode(
                    Episode(
                        ref: "e", title: "  “Title” ", programRef: " p ", published: -12_345, duration: 0.1, number: -1, season: 0,
                        audio: [
                            AudioFile(url: "", mime: "audio/mpeg", bitrate: 64, size: .max, sizeIsEstimate: true, isDefault: true),
                            AudioFile(url: "http://h/\u{2028}"),
                        ],
                        isVideo: true, kind: .trailer, isExplicit: true, transcripts: [Transcript(url: "u", mime: nil, language: "zh")]))),
            .init(id: e2, source: "fm", value: .episode(Episode(ref: "", title: "t", published: .max))),
            .init(id: ItemID(.story, 1), source: "daily", value: .story(Story(ref: "s", title: "S", author: "", day: "2026-11-30"))),
            .init(
                id: ItemID(.station, 1), source: "radio", value: .station(Station(ref: "r", title: "R", votes: 0, trend: -4, isHLS: true))),
        ]
        archive.sources = [Source(name: "mine", kind: .daily, url: "http://127.0.0.1/"), Source(name: "none", kind: .fm)]
        (archive.currentSource, archive.volume) = ("mine", "0")
        archive.favourites = [.init(item: e2, since: 1_790_000_000), .init(item: p1, since: 0)]
        archive.likes = [.init(item: ItemID(.story, 1), since: 7)]
        archive.subscriptions = [.init(program: p1, url: nil, since: 8)]
        archive.programSettings = [ProgramSetting(program: p1, key: "volume", value: "60")]
        archive.playlists = [.init(name: " 第十期 ", changed: 9, items: [e1, e1, e2]), .init(name: "empty", changed: 9, items: [])]
        archive.queue = QueueState(
            entries: [
                QueueRow(entry: 1, item: e1, played: true), QueueRow(entry: 2, item: e2, played: true, failed: true, shuffleOrder: 0),
            ],
            current: 2, nextEntry: 3, repeats: true, consume: true, seed: .max)
        archive.progress = [
            .init(episode: e1, position: 1 / 3, duration: 1e-9, played: true, changed: 10),
            .init(episode: e2, position: nil, duration: nil, played: false, changed: 11),
        ]
        archive.listens = [
            .init(item: e1, began: 12, beganAt: 0, ended: nil, position: 2.5, heard: nil),
            .init(item: e1, began: 1_790_000_000, beganAt: 0.25, ended: 1_790_000_009, position: 9, heard: 8.75),
        ]
        archive.bookmarks = [.init(item: e1, position: 0, note: nil, made: 13), .init(item: e1, position: 1e9, note: " ", made: 14)]
        return archive
    }
}
