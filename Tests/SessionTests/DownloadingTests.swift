import Catalogue
import Foundation
import Library
import TestSupport
import Testing

@testable import Session

/// Downloads into the library's folder.
@Suite struct DownloadingTests {
    @Test func severalOfOneTitleAtOnceGetFilesOfTheirOwn() async throws {
        try await Radio.with { radio, folder in
            let paths = try (1...6).map { try folder.write(Silence.mp3(seconds: Double($0)), to: "\($0)/talk.mp3") }
            #expect(try await radio.session.download(paths).items == 6)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let records = try await radio.session.downloads()
            #expect(records.map(\.state) == Array(repeating: .done, count: 6))
            #expect(Set(records.compactMap(\.path)).count == 6)
            #expect(Set(records.map(\.received)).count == 6)
            for record in records {
                let size = try FileManager.default.attributesOfItem(atPath: try #require(record.path))[.size] as? Int64
                #expect(size == record.received)
            }
        }
    }

    @Test func whatIsThereIsNotFetchedAgainAndIsPlayedFromThere() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("a.mp3", seconds: 0.2)[0]
            _ = try await radio.session.download([path])
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(try await radio.session.download([path]).skipped == 1)
            #expect(LocalFile.remove(path))
            try await radio.session.play(["e1"])
            #expect(await radio.session.waitUntilPlayed().isEmpty)
            #expect(radio.events == ["playing a.mp3 at 0", "ended 0"])
        }
    }

    @Test func deletingTakesTheFileAndLeavesTheEpisode() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.silence("a.mp3")[0]
            _ = try await radio.session.download([path])
            _ = await radio.session.waitUntilDownloaded()
            let file = try #require(try await radio.episode("e1").downloaded)
            #expect(try await radio.session.deleteFiles(["e1"]).items == 1)
            #expect(!LocalFile.exists(file))
            #expect(LocalFile.exists(path))
            #expect(try await radio.episode("e1").downloaded == nil)
            #expect(await sessionError { try await radio.session.deleteFiles(["e1"]) } == .notDownloaded(title: "a.mp3"))
            #expect(await sessionError { try await radio.session.cancel(["e1"]) } == .noDownload(title: "a.mp3"))
        }
    }

    @Test func whatHappenedToAFileOutsideIsSaidAndNeverTakenForDownloaded() async throws {
        try await Radio.with { radio, folder in
            let paths = try folder.silence("gone.mp3", "empty.mp3", "other.mp3", seconds: 0.2)
            _ = try await radio.session.download(paths)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let files = try await radio.session.downloads().compactMap(\.path)
            #expect(LocalFile.remove(files[0]))
            try Data().write(to: URL(fileURLWithPath: files[1]))
            try Data("my own".utf8).write(to: URL(fileURLWithPath: files[2]))

            #expect(try await radio.session.downloads().map(\.state) == [.failed, .failed, .failed])
            #expect(try await radio.episode("e1").downloaded == nil)
            // It plays all the same from where it came, and says so once.
            for _ in 1...2 {
                try await radio.session.play(["e1"])
                #expect(await radio.session.waitUntilPlayed().isEmpty)
            }
            #expect(radio.events.filter { $0.hasPrefix("lost") } == ["lost gone.mp3"])
            #expect(radio.events.filter { $0.hasPrefix("skipped") }.isEmpty)

            // Nothing is fetched unasked; what is asked for is fetched again, and leaves alone what isn't ours.
            #expect(try await radio.session.download([]).items == 0)
            #expect(try await radio.session.download(["e1", "e2", "e3"]).items == 3)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let again = try await radio.session.downloads()
            #expect(again.map(\.state) == [.done, .done, .done])
            #expect(again.prefix(2).compactMap(\.path) == Array(files.prefix(2)))
            #expect(again[2].path != files[2])
            #expect(FileManager.default.contents(atPath: files[2]) == Data("my own".utf8))
        }
    }

    @Test func aFileThatIsGoneCanBeDeletedAndOneThatCameBackIsThereAgain() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.download(try folder.silence("a.mp3", "b.mp3", seconds: 0.2))
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let files = try await radio.session.downloads().compactMap(\.path)
            for file in files { try FileManager.default.moveItem(atPath: file, toPath: file + ".away") }
            #expect(try await radio.session.deleteFiles(["e1"]).items == 1)
            try FileManager.default.moveItem(atPath: files[1] + ".away", toPath: files[1])
            #expect(try await radio.session.downloads().map(\.state) == [.done])
            #expect(try await radio.episode("e2").downloaded == files[1])
        }
    }

    @Test func goingOnLeavesOutWhatIsNotThereAnyMore() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/gone.mp3": .text("", status: 410)
            case "/none.mp3": .text("", status: 404)
            default: .text("", status: 503)
            }
        }
        let urls = ["/gone.mp3", "/none.mp3", "/busy.mp3"].map { server.url + $0 }
        try await Radio.with { radio, folder in
            _ = try await radio.session.download(urls)
            #expect(await radio.session.waitUntilDownloaded().count == 3)
            let asked = server.requests.count
            let report = try await radio.session.download([])
            #expect(report.records.map(\.title) == ["busy.mp3"])
            #expect(report.leftOut.map(\.title).sorted() == ["gone.mp3", "none.mp3"])
            #expect((report.items, report.skipped) == (1, 2))
            #expect(await radio.session.waitUntilDownloaded().map(\.title) == ["busy.mp3"])
            #expect(server.requests.dropFirst(asked).allSatisfy { $0.path == "/busy.mp3" })
            // They have failed all the same, and are asked for again where they are named.
            #expect(try await radio.session.downloads().map(\.state) == [.failed, .failed, .failed])
            #expect(try await radio.session.download([urls[0]]).items == 1)
            _ = await radio.session.waitUntilDownloaded()
        }
    }

    @Test func whatIsNoSoundIsRefusedAndLeavesNoFile() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.download(try folder.noise("bad.mp3"))
            #expect(await radio.session.waitUntilDownloaded().map(\.title) == ["bad.mp3"])
            #expect(radio.events == ["not downloaded bad.mp3"])
            #expect(try await radio.session.downloads().map(\.state) == [.failed])
            let left = FileManager.default.enumerator(atPath: folder.file("library/downloads"))?.compactMap { $0 as? String } ?? []
            #expect(left.filter { $0.contains(".mp3") }.isEmpty)
        }
    }

    /// A server that gives a few seconds of silence, of which it holds back the end while `holds` is up.
    private func server(_ holds: Shared<Bool>) throws -> LoopbackServer {
        try LoopbackServer { request in
            var response = LoopbackServer.Response.file(Silence.mp3(seconds: 5), for: request)
            if holds.value { response.stallAfter = 4_000 }
            return response
        }
    }

    @Test func aRunningOneIsCancelledAndLeavesNothing() async throws {
        try await Radio.with { radio, folder in
            let holds = Shared(true)
            let server = try server(holds)
            _ = try await radio.session.download([server.url + "/a.mp3"])
            #expect(await eventually { server.requests.count == 1 })
            #expect(try await radio.session.cancel(["e1"]).items == 1)
            #expect(try await radio.session.downloads().map(\.state) == [.cancelled])
            #expect(await radio.session.downloading.isEmpty)
            let left = FileManager.default.enumerator(atPath: folder.file("library/downloads"))?.compactMap { $0 as? String } ?? []
            #expect(left.filter { $0.contains(".mp3") }.isEmpty)
            // What was cancelled is not taken up again but by name.
            holds.change { $0 = false }
            #expect(try await radio.session.download([]).items == 0)
            #expect(try await radio.session.download(["e1"]).items == 1)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
        }
    }

    @Test func whatTheEndOfTheProgramCutOffIsTakenUpAgain() async throws {
        try await TemporaryFolder.with { folder in
            let holds = Shared(true)
            let server = try server(holds)
            let radio = Radio(folder)
            _ = try await radio.session.download([server.url + "/a.mp3"])
            #expect(await eventually { server.requests.count == 1 })
            await radio.session.close()

            holds.change { $0 = false }
            let later = Radio(folder)
            #expect(try await later.session.downloads().map(\.state) == [.waiting])
            #expect(try await later.session.download([]).items == 1)
            #expect(await later.session.waitUntilDownloaded().isEmpty)
            let path = try #require(try await later.episode("e1").downloaded)
            #expect(FileManager.default.contents(atPath: path) == Data(Silence.mp3(seconds: 5)))
            await later.session.close()
        }
    }
}
