import TestSupport
import Testing

@testable import Transfer

@Suite struct DownloadTests {
    @Test func givesAWholeFileUnderItsNameAndNothingElse() async throws {
        let sound = Sound.bytes(300_000)
        let server = try LoopbackServer { .file(sound, for: $0) }
        let folder = try TemporaryFolder()
        let told = Collected<DownloadProgress>()
        let file = try await TransferClient.quick().download(
            DownloadJob(.http(url: server.url + "/1.mp3"), to: folder.file("夜听/一.mp3")), progress: { told.add($0) })
        #expect(file.path == folder.file("夜听/一.mp3"))
        #expect(file.size == 300_000)
        #expect(file.sha256 == sha256Hex(sound))
        #expect(file.mime == "audio/mpeg")
        #expect(folder.read("夜听/一.mp3") == sound)
        #expect(try folder.names(in: "夜听") == ["一.mp3"])
        #expect(told.all.last?.received == 300_000)
        #expect(told.all.last?.size == 300_000)
        #expect(told.all.allSatisfy { $0.received <= 300_000 })
        #expect(server.requests.first?.header("Accept-Encoding") == "identity")
        #expect(server.requests.first?.header("Range") == nil)
    }

    @Test func takesBytesAndFilesTheSameWay() async throws {
        let sound = Sound.bytes(700_000)
        let folder = try TemporaryFolder()
        let path = try folder.write(sound, to: "here.mp3")
        let client = TransferClient.quick()
        let bytes = try await client.download(DownloadJob(.bytes(sound), to: folder.file("a.mp3")))
        let copy = try await client.download(DownloadJob(.file(path: path), to: folder.file("b.mp3")))
        #expect(bytes.sha256 == sha256Hex(sound))
        #expect(copy.sha256 == sha256Hex(sound))
        #expect(folder.read("a.mp3") == sound)
        #expect(folder.names == ["a.mp3", "b.mp3", "here.mp3"])
        let missing = await errorOf { try await client.download(DownloadJob(.file(path: folder.file("no")), to: folder.file("c.mp3"))) }
        #expect(missing == .unreadable(path: folder.file("no"), errno: 2))
        #expect(folder.names == ["a.mp3", "b.mp3", "here.mp3"])
        #expect(try await client.existing(at: folder.file("b.mp3")) == copy)
    }

    @Test func neverReplacesAFile() async throws {
        let server = try LoopbackServer { .file(Sound.bytes(1000), for: $0) }
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "a.mp3")
        let error = await errorOf {
            try await TransferClient.quick().download(DownloadJob(.http(url: server.url), to: folder.file("a.mp3")))
        }
        #expect(error == .exists(path: folder.file("a.mp3")))
        #expect(folder.read("a.mp3") == [1, 2, 3])
        #expect(folder.names == ["a.mp3"])
        #expect(server.requests.isEmpty)
    }

    @Test func doesNotReplaceAFileThatCameMeanwhile() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response.file(Sound.bytes(9000), for: request)
            answer.stallAfter = 5000
            answer.gate = gate
            return answer
        }
        let folder = try TemporaryFolder()
        let task = Task {
            await errorOf { try await TransferClient.quick().download(DownloadJob(.http(url: server.url), to: folder.file("a.mp3"))) }
        }
        #expect(await eventually { server.atOnce == 1 })
        try folder.write([1, 2, 3], to: "a.mp3")
        gate.open()
        #expect(await task.value == .exists(path: folder.file("a.mp3")))
        #expect(folder.read("a.mp3") == [1, 2, 3])
    }

    @Test func refusesWhatIsNotAudio() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/portal.mp3": .text("<!DOCTYPE html><html>log in first</html>", type: "audio/mpeg")
            case "/feed.mp3": .text("<?xml version=\"1.0\"?><rss version=\"2.0\"><channel/></rss>", type: "audio/mpeg")
            case "/json.mp3": .json("{\"code\":1}")
            case "/empty.mp3": .init(type: "audio/mpeg")
            default: .init(type: "text/html", body: Sound.bytes(5000))
            }
        }
        let folder = try TemporaryFolder()
        let client = TransferClient.quick()
        func error(_ name: String) async -> TransferError? {
            await errorOf { try await client.download(DownloadJob(.http(url: server.url + name), to: folder.file("x.mp3"))) }
        }
        #expect(await error("/portal.mp3") == .webPageInsteadOfAudio(url: server.url + "/portal.mp3"))
        #expect(await error("/feed.mp3") == .feedInsteadOfAudio(url: server.url + "/feed.mp3"))
        #expect(await error("/json.mp3") == .notAudio(url: server.url + "/json.mp3", found: "JSON"))
        #expect(await error("/empty.mp3") == .notAudio(url: server.url + "/empty.mp3", found: "nothing"))
        #expect(folder.names.isEmpty)
        // Bytes count, not what they are called.
        #expect(await error("/called-html.mp3") == nil)
        #expect(folder.names == ["x.mp3"])
    }

    @Test func unpacksWhatWasCompressedUnasked() async throws {
        // "ID3" and 300 spaces.
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xf3, 0x74, 0x31, 0x56, 0x18, 0x05, 0x44, 0x03, 0x00, 0x09,
            0x6a, 0xdb, 0xa1, 0x2f, 0x01, 0x00, 0x00,
        ]
        let server = try LoopbackServer { _ in
            .init(type: "audio/mpeg", body: packed, headers: [("Content-Encoding", "gzip"), ("ETag", "\"z\"")])
        }
        let folder = try TemporaryFolder()
        let told = Collected<DownloadProgress>()
        let file = try await TransferClient.quick().download(
            DownloadJob(.http(url: server.url), to: folder.file("a.mp3")), progress: { told.add($0) })
        #expect(file.size == 303)
        #expect(folder.read("a.mp3") == Array("ID3".utf8) + [UInt8](repeating: 32, count: 300))
        #expect(told.all.allSatisfy { $0.size ?? .max >= $0.received })
    }

    @Test func aSecondDownloadOfTheSameFileIsRefused() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response.file(Sound.bytes(9000), for: request)
            answer.headGate = gate
            return answer
        }
        let folder = try TemporaryFolder()
        let job = DownloadJob(.http(url: server.url), to: folder.file("a.mp3"))
        let client = TransferClient.quick()
        let first = Task { try await client.download(job) }
        #expect(await eventually { server.atOnce == 1 })
        #expect(await errorOf { try await client.download(job) } == .alreadyRunning(path: job.to))
        // Another process has another client.
        #expect(await errorOf { try await TransferClient.quick().download(job) } == .alreadyRunning(path: job.to))
        gate.open()
        #expect(try await first.value.size == 9000)
        #expect(server.requests.count == 1)
    }

    @Test func runsAsManyAtOnceAsAllowed() async throws {
        let gate = LoopbackServer.Gate()
        let sound = Sound.bytes(5000)
        func server() throws -> LoopbackServer {
            try LoopbackServer { request in
                var answer = LoopbackServer.Response.file(sound, for: request)
                answer.headGate = gate
                return answer
            }
        }
        let one = try server()
        let other = try server()
        let folder = try TemporaryFolder()
        let client = TransferClient.quick { limits in
            limits.transfers = 3
            limits.perHost = 2
        }
        let task = Task {
            await withTaskGroup(of: Int64?.self) { group in
                for number in 0..<8 {
                    let url = (number < 5 ? one.url : other.url) + "/\(number)"
                    group.addTask { try? await client.download(DownloadJob(.http(url: url), to: folder.file("\(number).mp3"))).size }
                }
                return await group.reduce(0) { $0 + ($1 ?? 0) }
            }
        }
        #expect(await eventually { one.atOnce + other.atOnce == 3 })
        // Those in line have no file open yet.
        #expect(folder.names.count <= 3)
        gate.open()
        #expect(await task.value == 8 * 5000)
        #expect(one.mostAtOnce <= 2)
        #expect(other.mostAtOnce <= 2)
        #expect(folder.names.count == 8)
    }

    @Test func cancellingKeepsThePartAndFreesTheLine() async throws {
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response.file(Sound.bytes(100_000), for: request)
            if request.path == "/stall" { answer.stallAfter = 50_000 }
            return answer
        }
        let folder = try TemporaryFolder()
        let client = TransferClient.quick { $0.transfers = 1 }
        let told = Collected<DownloadProgress>()
        let running = Task {
            await errorOf {
                try await client.download(DownloadJob(.http(url: server.url + "/stall"), to: folder.file("a.mp3"))) { told.add($0) }
            }
        }
        #expect(await eventually { !told.all.isEmpty })
        let waiting = Task {
            await errorOf { try await client.download(DownloadJob(.http(url: server.url + "/w"), to: folder.file("w.mp3"))) }
        }
        let last = Task { try await client.download(DownloadJob(.http(url: server.url + "/ok"), to: folder.file("b.mp3"))) }
        waiting.cancel()
        #expect(await waiting.value == .cancelled)
        running.cancel()
        #expect(await running.value == .cancelled)
        #expect(try await last.value.size == 100_000)
        #expect(folder.names == ["a.mp3.part", "a.mp3.part.info", "b.mp3"])
        TransferClient.discardPart(of: folder.file("a.mp3"))
        #expect(folder.names == ["b.mp3"])
    }

    @Test func tellsWhereItCannotWrite() async throws {
        let server = try LoopbackServer { .file(Sound.bytes(1000), for: $0) }
        let folder = try TemporaryFolder()
        try folder.write([1], to: "file")
        let client = TransferClient.quick()
        let job = DownloadJob(.http(url: server.url), to: folder.file("file/a.mp3"))
        #expect(await errorOf { try await client.download(job) } == .disk(path: folder.file("file"), errno: 20))
        let long = DownloadJob(.http(url: server.url), to: folder.file(String(repeating: "夜", count: 100)))
        #expect(await errorOf { try await client.download(long) } == .disk(path: long.to + ".part", errno: 36))
        #expect(await errorOf { try await client.download(DownloadJob(.bytes([1]), to: "a.mp3")) } == .disk(path: "a.mp3", errno: 22))
    }

    @Test func tellsAFullDiskBeforeItIsFull() async throws {
        let server = try LoopbackServer { _ in
            .init(type: "audio/mpeg", body: Sound.bytes(100), headers: [("Content-Length", "9000000000000000")])
        }
        let folder = try TemporaryFolder()
        let error = await errorOf {
            try await TransferClient.quick().download(DownloadJob(.http(url: server.url), to: folder.file("a.mp3")))
        }
        #expect(error == .noSpace(path: folder.file("a.mp3")))
        #expect(folder.names.isEmpty)
    }

    @Test func keepsItsOrder() async throws {
        let server = try LoopbackServer { .file(Sound.bytes(5000), for: $0) }
        let folder = try TemporaryFolder()
        let client = TransferClient.quick { $0.transfers = 1 }
        let tickets = (0..<6).map { _ in client.ticket() }
        let gate = LoopbackServer.Gate()
        let first = try LoopbackServer { request in
            var answer = LoopbackServer.Response.file(Sound.bytes(5000), for: request)
            answer.headGate = gate
            return answer
        }
        let running = Task {
            try await client.download(DownloadJob(.http(url: first.url), to: folder.file("first.mp3"), ticket: tickets[0]))
        }
        #expect(await eventually { first.atOnce == 1 })
        let others = [3, 1, 5, 2, 4].map { number in
            Task {
                try await client.download(
                    DownloadJob(.http(url: server.url + "/\(number)"), to: folder.file("\(number).mp3"), ticket: tickets[number]))
            }
        }
        #expect(await eventually { client.line.waiting == 5 })
        gate.open()
        _ = try await running.value
        for task in others { _ = try await task.value }
        #expect(server.requests.map(\.path) == ["/1", "/2", "/3", "/4", "/5"])
    }

    @Test func aMissingFileLeavesNothing() async throws {
        let server = try LoopbackServer { _ in .text("no", status: 410) }
        let folder = try TemporaryFolder()
        let error = await errorOf {
            try await TransferClient.quick().download(DownloadJob(.http(url: server.url), to: folder.file("a.mp3")))
        }
        #expect(error == .status(410, url: server.url + "/"))
        #expect(server.requests.count == 1)
        #expect(folder.names.isEmpty)
    }
}
