import Catalogue
import Foundation
import Library
import Playback
import Queue
import TestSupport
import Testing

@testable import Session

/// Playlists of the listener's own, and files of them.
@Suite struct PlaylistTests {
    @Test func aSavedQueueComesBackWithWhatItHeldTwice() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("a.mp3", "b.mp3")
            _ = try await radio.session.add(paths)
            _ = try await radio.session.add([paths[0]])
            _ = try await radio.session.savePlaylist("mine", over: false)
            _ = try await radio.session.clear()
            #expect(try await radio.session.load("mine").items == 3)
            #expect(try await radio.titles() == ["a.mp3", "b.mp3", "a.mp3"])
        }
    }

    @Test func aNumberOfThePlaylistsStandsForAllItHolds() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("a.mp3", "b.mp3"))
            _ = try await radio.session.savePlaylist("one", over: false)
            _ = try await radio.session.playlists()
            #expect(try await radio.session.resolve(["1"]).map(\.title) == ["a.mp3", "b.mp3"])
            #expect(try await radio.session.resolve(["all"]).count == 2)
            #expect(try await radio.session.load("1").items == 2)
            #expect(try await radio.session.open("1").page.addresses == ["e1", "e2"])
            _ = try await radio.session.playlists()
            #expect(try await radio.session.removePlaylist("1").items == 1)
            #expect(await sessionError { try await radio.session.load("1") } == .noSuchPlaylist("one", known: []))
        }
    }

    @Test func aNameThatIsTakenOrNoneIsRefused() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.savePlaylist("x", over: false) } == .emptyQueue)
            _ = try await radio.session.add(try folder.silence("a.mp3"))
            for name in ["", "a\nb", "\u{1B}[2J", String(repeating: "x", count: 256)] {
                #expect(await sessionError { try await radio.session.savePlaylist(name, over: false) } == .badPlaylistName(name))
            }
            _ = try await radio.session.savePlaylist("x", over: false)
            #expect(await sessionError { try await radio.session.savePlaylist("x", over: false) } == .playlistExists("x"))
            #expect(await sessionError { try await radio.session.removePlaylist("y") } == .noSuchPlaylist("y", known: ["x"]))
            #expect(await sessionError { try await radio.session.load("y") } == .noSuchPlaylist("y", known: ["x"]))
            #expect(await sessionError { try await radio.session.load("./y") } == .noSuchFile("./y"))
        }
    }

    @Test func aPlaylistFileStandsForItsEntriesUnderTheirTitles() async throws {
        try await Radio.with { radio, folder in
            _ = try folder.silence("music/a.mp3", "b c.mp3")
            let text = "#EXTM3U\n#EXTINF:60,Erste, mit Komma\nmusic/a.mp3\nb c.mp3\nhttps://h.org/c.mp3?id=1&sign=x\nmms://h.org/d\n"
            let list = try folder.write(Array(text.utf8), to: "list.m3u8")
            let report = try await radio.session.add([list])
            #expect(report.records.map(\.title) == ["Erste, mit Komma", "b c.mp3", "c.mp3"])
            #expect(report.failures.map(\.title) == ["mms://h.org/d"])
            // The file alone has its id already, and keeps its better title.
            let record = try await radio.episode(folder.file("music/a.mp3"))
            #expect(record.id == report.records[0].id)
            #expect(record.episode.title == "Erste, mit Komma")
            #expect(record.episode.duration == 60)
        }
    }

    @Test func aPlaylistIsToldByWhatIsInIt() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("a.mp3")[0]
            let list = try folder.write(Array("[playlist]\nFile1=\(path)\n".utf8), to: "list.txt")
            #expect(try await radio.session.resolve([list]).map(\.title) == ["a.mp3"])
            let live = try folder.write(Array("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:5,\na.ts\n".utf8), to: "live.m3u8")
            await #expect(throws: PlaylistError.liveStream) { try await radio.session.resolve([live]) }
            let empty = try folder.write([], to: "empty.m3u")
            #expect(await sessionError { try await radio.session.resolve([empty]) } == .emptyPlaylist(empty))
        }
    }

    @Test func aPlaylistOfTheWebIsAskedForAndItsNamesAreMeantFromThere() async throws {
        try await Radio.with { radio, _ in
            let server = try LoopbackServer { request in
                if request.path == "/old.pls" { return .redirect("/lists/new.pls") }
                return .text("[playlist]\nFile1=one.mp3\nFile2=file:///etc/passwd\nTitle1=One\n")
            }
            defer { server.stop() }
            let report = try await radio.imported(server.url + "/old.pls")
            #expect(report.page.skipped.count == 1)
            let record = try await radio.episode("1")
            #expect(record.episode.title == "One")
            #expect(record.episode.audio.map(\.url) == [server.url + "/lists/one.mp3"])
        }
    }

    @Test func anImportIsTheLastListingAndEveryEntryIsInIt() async throws {
        try await Radio.with { radio, folder in
            let list = try folder.write(Array("gone.mp3\n\nhttp://h/a\ngone.mp3\n".utf8), to: "list.m3u")
            let report = try await radio.imported(list)
            #expect(report.page.addresses == ["e1", "e2", "e1"])
            #expect(try await radio.session.resolve(["2"]).map(\.title) == ["a"])
            // What can't be read leaves the listing as it was.
            let page = try folder.write(Array("<html>".utf8), to: "page.m3u")
            await #expect(throws: PlaylistError.self) { try await radio.imported(page) }
            #expect(try await radio.session.currentListing().addresses.count == 3)
        }
    }

    @Test func anAnswerOfAServiceIsImportedUnderItsFile() async throws {
        try await Radio.with { radio, folder in
            let body = #"{"code":0,"data":{"list":[{"id":"7","programName":"P"},{"id":"8","programName":"Q"}],"count":2}}"#
            let file = try folder.write(Array(body.utf8), to: "answer.json")
            let report = try await radio.imported(file)
            #expect(report.page.addresses == ["p1", "p2"])
            #expect(try await radio.session.resolve(["2"]).map(\.source) == ["file:" + file])
            #expect(try await radio.session.open("1").page.program?.program.title == "P")
        }
    }

    @Test func whatIsExportedIsTheQueueElseTheLastListing() async throws {
        try await Radio.with { radio, folder in
            #expect(await sessionError { try await radio.session.exported(listing: false) } == .nothingToExport)
            let list = try folder.write(Array("#EXTINF:9,One\nhttp://h/a\nhttp://h/b\n".utf8), to: "list.m3u")
            _ = try await radio.imported(list)
            #expect(try await radio.session.exported(listing: false).list.entries.map(\.location) == ["http://h/a", "http://h/b"])
            _ = try await radio.session.add(["1"])
            #expect(
                try await radio.session.exported(listing: false).list.entries
                    == [PlaylistEntry(location: "http://h/a", title: "One", duration: 9)])
            #expect(try await radio.session.exported(listing: true).records.count == 2)
        }
    }

    @Test func aFileIsWrittenWholeAndNeverOverAnother() async throws {
        try await Radio.with { radio, folder in
            let path = folder.file("out.m3u8")
            try await radio.session.write("one\n", to: path, over: false)
            #expect(await sessionError { try await radio.session.write("two\n", to: path, over: false) } == .fileExists(path))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\n")
            try await radio.session.write("two\n", to: path, over: true)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "two\n")
            let none = folder.file("none/out")
            #expect(
                await sessionError { try await radio.session.write("x", to: none, over: false) } == .fileNotWritten(none, errno: ENOENT))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("out") } == ["out.m3u8"])
        }
    }

    @Test func theLibraryIsNeverWrittenOver() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.library()
            try await radio.session.write("one\n", to: folder.file("one"), over: false)
            for name in ["library.sqlite", "library.sqlite-wal", "../library/library.sqlite"] {
                let path = folder.file("library/" + name)
                #expect(
                    await sessionError { try await radio.session.write("x", to: path, over: true) } == .fileNotWritten(path, errno: EBUSY))
            }
            let link = folder.file("song.wav")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("library/library.sqlite"))
            #expect(
                await sessionError { _ = try await radio.session.render([folder.file("one")], to: .wav(link)) }
                    == .fileNotWritten(link, errno: EBUSY))
            let database = try Data(contentsOf: URL(fileURLWithPath: folder.file("library/library.sqlite")))
            #expect(database.starts(with: Array("SQLite format 3".utf8)))
        }
    }
}
