import Catalogue
import Foundation
import Library
import Playback
import TestSupport
import Testing
import Transfer

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

    @Test func goingOnLeavesOutWhatFailedForGood() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/gone.mp3": .text("", status: 410)
            case "/none.mp3": .text("", status: 404)
            case "/secret.mp3": .text("", status: 403)
            default: .text("", status: 503)
            }
        }
        let urls = ["/gone.mp3", "/none.mp3", "/secret.mp3", "/busy.mp3"].map { server.url + $0 }
        try await Radio.with { radio, folder in
            _ = try await radio.session.download(urls)
            #expect(await radio.session.waitUntilDownloaded().count == 4)
            let asked = server.requests.count
            let report = try await radio.session.download([])
            #expect(report.records.map(\.title) == ["busy.mp3"])
            #expect(report.leftOut.map(\.title).sorted() == ["gone.mp3", "none.mp3", "secret.mp3"])
            #expect((report.items, report.skipped) == (1, 3))
            #expect(await radio.session.waitUntilDownloaded().map(\.title) == ["busy.mp3"])
            #expect(server.requests.dropFirst(asked).allSatisfy { $0.path == "/busy.mp3" })
            // They have failed all the same, and are asked for again where they are named.
            #expect(try await radio.session.downloads().map(\.state) == [.failed, .failed, .failed, .failed])
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

    @Test func aFileThatIsNotWhatWasFetchedIsFoundAndFetchedAgain() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.download(try folder.silence("a.mp3", "b.mp3", "c.mp3", seconds: 0.2))
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(try await radio.session.verify([]).files.map(\.fault) == [nil, nil, nil])
            let paths = try await radio.session.downloads().compactMap(\.path)
            var bytes = try #require(FileManager.default.contents(atPath: paths[1]))
            bytes[300] ^= 1
            try bytes.write(to: URL(fileURLWithPath: paths[1]))
            #expect(LocalFile.remove(paths[2]))
            #expect(try await radio.session.verify([]).files.map(\.fault) == [nil, .fileDiffers(paths[1]), .fileGone(paths[2])])
            #expect(try await radio.session.verify(["e1"]).files.map(\.fault) == [nil])
            #expect(try await radio.session.downloads().map(\.state) == [.done, .failed, .failed])
            // It may be the listener's own work, so it stays beside the new one.
            #expect(try await radio.session.download(["e2", "e3"]).items == 2)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(FileManager.default.contents(atPath: paths[1]) == bytes)
            let again = try await radio.session.downloads()
            #expect(again[1].path != paths[1] && again[2].path == paths[2])
            #expect(try await radio.session.verify([]).files.map(\.fault) == [nil, nil, nil])
            #expect(await sessionError { try await radio.session.verify([folder.file("a.mp3") + "x"]) } != nil)
        }
    }

    @Test func aFileThatIsRightAgainCountsAsDownloaded() async throws {
        try await Radio.with { radio, folder in
            _ = try await radio.session.download(try folder.silence("a.mp3", seconds: 0.2))
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let path = try #require(try await radio.session.downloads().first?.path)
            let bytes = try #require(FileManager.default.contents(atPath: path))
            try Data(repeating: 7, count: bytes.count).write(to: URL(fileURLWithPath: path))
            #expect(try await radio.session.verify([]).files.map(\.fault) == [.fileDiffers(path)])
            #expect(try await radio.episode("e1").downloaded == nil)
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect(try await radio.session.verify([]).files.map(\.fault) == [nil])
            #expect(try await radio.episode("e1").downloaded == path)
        }
    }

    @Test func aDownloadThatRunsIsHeardFromItsFile() async throws {
        try await Radio.with { radio, _ in
            let gate = LoopbackServer.Gate()
            let server = try LoopbackServer { request in
                var response = LoopbackServer.Response.file(Silence.mp3(seconds: 1), for: request)
                (response.stallAfter, response.gate) = (2_000, gate)
                return response
            }
            _ = try await radio.session.download([server.url + "/a.mp3"])
            #expect(await eventually { server.requests.count == 1 })
            try await radio.session.play(["e1"])
            gate.open()
            #expect(await radio.session.waitUntilPlayed().isEmpty)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(radio.events == ["playing a.mp3 at 0", "ended 0"])
            #expect(try await radio.session.downloads().map(\.state) == [.done])
            #expect(server.requests.count == 1)
        }
    }

    @Test func aGrowingFileGivesExactlyItsSamples() async throws {
        let sound = Silence.mp3(seconds: 5)
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            var response = LoopbackServer.Response.file(sound, for: request)
            (response.chunk, response.pause) = (3_000, 0.01)
            // The download that is given up gets no further until the rest is asked for.
            if request.path == "/true" { (response.stallAfter, response.gate) = (6_000, gate) }
            return response
        }
        let folder = try TemporaryFolder()
        // Whole; then with a download that is given up, so that the rest comes from the server.
        for isGivenUp in [false, true] {
            let client = TransferClient(userAgent: "skywave-tests")
            let growing = GrowingFile()
            let job = DownloadJob(.http(url: "\(server.url)/\(isGivenUp)"), to: folder.file("\(isGivenUp).mp3"), growing: growing)
            let task = Task {
                try await client.download(job) { if isGivenUp, $0.received > 0 { growing.end() } }
            }
            let source = GrowingSource(growing.reader()) {
                gate.open()
                return try RemoteSource(StreamRequest(server.url + "/rest"), client)
            }
            let facts = try await onThread { try AudioInspector.inspect(source) }
            #expect(facts.frames == Int64(sound.count / 104 * 1152))
            #expect(try await task.value.size == Int64(sound.count))
            client.shutdown()
        }
        #expect(server.requests.contains { $0.path == "/rest" })
    }

    @Test func theRateIsASetting() async throws {
        #expect(ByteRate.bytes("500k") == 512_000)
        #expect(ByteRate.bytes("1.5M") == 1_572_864)
        #expect(ByteRate.bytes("300000") == 300_000)
        for text in ["", "0", "-1", "k", "1e3", "many", "nan", "1.2.3", "99999999999G"] { #expect(ByteRate.bytes(text) == nil) }
        try await Radio.with { radio, _ in
            #expect(try await radio.session.set("download-rate", to: "2M").value == "2M")
            #expect(radio.session.transfer.limits.downloadRate == 2_097_152)
            _ = try await radio.session.set("download-rate", to: "")
            #expect(radio.session.transfer.limits.downloadRate == nil)
            #expect(await sessionError { try await radio.session.set("download-rate", to: "fast") } != nil)
        }
    }
}
