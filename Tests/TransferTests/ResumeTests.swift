import Foundation
import TestSupport
import Testing
import Transfer

/// Downloads that were broken off, and servers that answer ranges in every right and wrong way.
@Suite struct ResumeTests {
    private static let whole = Sound.bytes(300_000)
    private let sound = whole

    /// What an earlier run left after so many bytes.
    private func leave(
        _ bytes: [UInt8], etag: String? = "\"v1\"", total: Int? = 300_000, synced: Int? = nil, for url: String, in folder: TemporaryFolder
    ) throws {
        try folder.write(bytes, to: "a.mp3.part")
        var info = "resource \(url)\n"
        if let etag { info += "validator \(etag)\n" }
        if let total { info += "total \(total)\n" }
        if let synced {
            info += "boot another one\nsynced \(synced)\n"
        } else if let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) {
            info += "boot " + boot
        }
        try folder.write(Array(info.utf8), to: "a.mp3.part.info")
    }

    private func download(_ url: String, _ folder: TemporaryFolder, _ client: TransferClient = .quick()) async throws -> DownloadedFile {
        try await client.download(DownloadJob(.http(url: url), to: folder.file("a.mp3")))
    }

    private func expectWhole(_ file: DownloadedFile, _ folder: TemporaryFolder) {
        #expect(file.sha256 == sha256Hex(sound))
        #expect(folder.read("a.mp3") == sound)
        #expect(folder.names == ["a.mp3"])
    }

    @Test func goesOnWhereACancelledOneStopped() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            if !gate.isOpen { answer.stallAfter = 150_000 }
            return answer
        }
        let folder = try TemporaryFolder()
        let told = Collected<DownloadProgress>()
        let task = Task {
            try await TransferClient.quick().download(DownloadJob(.http(url: server.url + "/a?sign=1"), to: folder.file("a.mp3"))) {
                told.add($0)
            }
        }
        #expect(await eventually { folder.read("a.mp3.part")?.count == 150_000 })
        task.cancel()
        _ = await task.result
        gate.open()
        // The signature in the query is another one by now.
        expectWhole(try await download(server.url + "/a?sign=2", folder), folder)
        #expect(server.requests.count == 2)
        #expect(server.requests.last?.header("Range") == "bytes=150000-")
        #expect(server.requests.last?.header("If-Range") == "\"v1\"")
    }

    @Test func goesOnByItselfAfterABreak() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.cutAfter = 70_000
            return answer
        }
        let folder = try TemporaryFolder()
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.count == 5)
    }

    @Test func givesUpWhenNothingMoreComes() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.cutAfter = request.range == nil ? 70_000 : 0
            return answer
        }
        let folder = try TemporaryFolder()
        let error = await errorOf { try await download(server.url, folder) }
        #expect(error == .cutShort(url: server.url + "/", got: 0, expected: 230_000))
        #expect(server.requests.count == 4)
        #expect(folder.read("a.mp3.part") == Array(sound[..<70_000]))
    }

    @Test func startsAnewWhenTheServerKnowsNoRanges() async throws {
        let server = try LoopbackServer { [sound] _ in .init(type: "audio/mpeg", body: sound, headers: [("Accept-Ranges", "bytes")]) }
        let folder = try TemporaryFolder()
        try leave(Array(sound[..<150_000]), for: server.url + "/", in: folder)
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.count == 1)
    }

    @Test func startsAnewWhenTheFileHasChanged() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0, etag: "\"v2\"") }
        let folder = try TemporaryFolder()
        try leave(Array(Sound.bytes(150_000, seed: 0x55)), for: server.url + "/", in: folder)
        expectWhole(try await download(server.url, folder), folder)
    }

    @Test func startsAnewFromAPartThatNothingIsKnownOf() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0) }
        for etag in [nil, "\"v1\""] as [String?] {
            let folder = try TemporaryFolder()
            // Without a validator, then of another resource.
            try leave(Array(Sound.bytes(150_000, seed: 0x55)), etag: etag, for: server.url + (etag == nil ? "/" : "/other"), in: folder)
            expectWhole(try await download(server.url, folder), folder)
        }
        #expect(server.requests.allSatisfy { $0.header("Range") == nil })
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [
        "bytes 149999-299999/300000", "bytes 150000-299999/300001", "bytes 150000-200000/300000", "bytes 0-149999/300000", "rubbish", "",
    ])
    func doesNotBelieveA206ThatIsNotTheRest(range: String) async throws {
        let server = try LoopbackServer { [sound] request in
            guard request.range != nil else { return .file(sound, for: request) }
            return .init(status: 206, type: "audio/mpeg", body: Array(sound[150_000...]), headers: [("Content-Range", range)])
        }
        let folder = try TemporaryFolder()
        try leave(Array(sound[..<150_000]), for: server.url + "/", in: folder)
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.count == 2)
    }

    @Test func doesNotBelieveA206OfAnotherFileOrACompressedOne() async throws {
        for header in [("ETag", "\"v2\""), ("Content-Encoding", "gzip")] {
            let server = try LoopbackServer { [sound] request in
                guard request.range != nil else { return .file(sound, for: request) }
                var answer = LoopbackServer.Response(status: 206, type: "audio/mpeg", body: Array(sound[150_000...]))
                answer.headers += [("Content-Range", "bytes 150000-299999/300000"), header]
                return answer
            }
            let folder = try TemporaryFolder()
            try leave(Array(sound[..<150_000]), for: server.url + "/", in: folder)
            expectWhole(try await download(server.url, folder), folder)
        }
    }

    @Test func notices206ShorterThanItSays() async throws {
        let server = try LoopbackServer { [sound] request in
            guard request.range != nil else { return .file(sound, for: request) }
            // A whole HTTP answer, but not the whole rest.
            return .init(
                status: 206, type: "audio/mpeg", body: Array(sound[150_000..<200_000]),
                headers: [("Content-Range", "bytes 150000-299999/300000")])
        }
        let folder = try TemporaryFolder()
        try leave(Array(sound[..<150_000]), for: server.url + "/", in: folder)
        // Then it asks from 200000 and is given what can't be believed, so it starts anew.
        expectWhole(try await download(server.url, folder), folder)
    }

    @Test func believesAfterAPowerCutOnlyWhatWasSynced() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0) }
        for synced in [100_000, 0] {
            let folder = try TemporaryFolder()
            let zeros = [UInt8](repeating: 0, count: 200_000 - synced)
            try leave(Array(sound[..<synced]) + zeros, synced: synced, for: server.url + "/", in: folder)
            expectWhole(try await download(server.url, folder), folder)
        }
        #expect(server.requests.map { $0.header("Range") } == ["bytes=100000-", nil])
    }

    @Test func takesA416ForTheWholeFileAsTheEnd() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0) }
        let folder = try TemporaryFolder()
        try leave(sound, for: server.url + "/", in: folder)
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.count == 1)
    }

    @Test func startsAnewWhenThePartIsTooLong() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0) }
        let folder = try TemporaryFolder()
        try leave(sound + [1, 2, 3, 4, 5], for: server.url + "/", in: folder)
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.count == 2)
    }

    @Test func aFullDiskKeepsWhatIsThere() async throws {
        let server = try LoopbackServer { [sound] request in
            let range = "bytes 150000-8999999999999999/9000000000000000"
            return .init(status: 206, type: "audio/mpeg", body: Array(sound[150_000...]), headers: [("Content-Range", range)])
        }
        let folder = try TemporaryFolder()
        try leave(Array(sound[..<150_000]), total: 9_000_000_000_000_000, for: server.url + "/", in: folder)
        #expect(await errorOf { try await download(server.url, folder) } == .noSpace(path: folder.file("a.mp3")))
        #expect(folder.read("a.mp3.part") == Array(sound[..<150_000]))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [200, 400, 412, 501]) func aServerThatDislikesIfRangeIsAskedWithoutIt(status: Int) async throws {
        let server = try LoopbackServer { [sound] request in
            guard request.header("If-Range") != nil else { return .file(sound, for: request) }
            guard status == 200 else { return .text("", status: status) }
            return .init(type: "audio/mpeg", body: sound, headers: [("ETag", "\"v1\"")])
        }
        let folder = try TemporaryFolder()
        try leave(Array(sound[..<150_000]), for: server.url + "/", in: folder)
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.map { $0.header("Range") } == ["bytes=150000-", "bytes=150000-"])
        #expect(server.requests.last?.header("If-Range") == nil)
    }

    @Test func askedWithoutIfRangeTheAnswerHasToSayItsVersion() async throws {
        for etag in [nil, "\"v2\""] as [String?] {
            let server = try LoopbackServer { [sound] request in
                if request.header("If-Range") != nil { return .text("", status: 412) }
                return .file(sound, for: request, etag: etag)
            }
            let folder = try TemporaryFolder()
            try leave(Array(Sound.bytes(150_000, seed: 0x55)), for: server.url + "/", in: folder)
            expectWhole(try await download(server.url, folder), folder)
            #expect(server.requests.count == 3)
        }
    }

    @Test func aServerThatNeverGivesRangesIsTakenAtItsWord() async throws {
        let server = try LoopbackServer { [sound] _ in .init(type: "audio/mpeg", body: sound, headers: [("ETag", "\"v1\"")]) }
        let folder = try TemporaryFolder()
        try leave(Array(sound[..<150_000]), for: server.url + "/", in: folder)
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.count == 2)
    }

    @Test func chunksThatEndEarlyAreNoticed() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request, etag: nil)
            (answer.chunked, answer.chunk, answer.cutAfter) = (true, 10_000, 100_000)
            return answer
        }
        let folder = try TemporaryFolder()
        guard case .cutShort(_, let got, nil)? = await errorOf({ try await download(server.url, folder) }) else {
            Issue.record("taken for whole")
            return
        }
        #expect(got == 100_000)
        #expect(server.requests.count == 4)
    }

    @Test func soundWithoutALengthThatEndsInAFrameIsAskedForAgain() async throws {
        let whole = Silence.mp3(seconds: 5)
        for ending in [whole, Array(whole.dropLast(50))] {
            let count = Collected<Bool>()
            let server = try LoopbackServer { request in
                count.add(true)
                var answer = LoopbackServer.Response(type: "audio/mpeg", body: ending)
                answer.withoutLength = true
                if count.all.count == 1 { answer.cutAfter = 3333 }
                return answer
            }
            let folder = try TemporaryFolder()
            let file = try await download(server.url, folder)
            #expect(folder.read("a.mp3") == ending)
            // Where a file itself ends so, it is taken as it is when it has come twice.
            #expect(file.frames == (ending == whole ? .whole : .cut(missing: 50)))
            #expect(server.requests.count == (ending == whole ? 2 : 3))
        }
    }
}
