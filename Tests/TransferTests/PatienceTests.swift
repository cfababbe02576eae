import Foundation
import TestSupport
import Testing
import Transfer

/// How long servers are waited for that are silent, slow, busy or in trouble, and how fast downloads may come.
@Suite struct PatienceTests {
    private let sound = Sound.bytes(300_000)

    private func download(_ url: String, _ folder: TemporaryFolder, _ client: TransferClient = .quick()) async throws -> DownloadedFile {
        try await client.download(DownloadJob(.http(url: url), to: folder.file("a.mp3")))
    }

    private func expectWhole(_ file: DownloadedFile, _ folder: TemporaryFolder) {
        #expect(file.sha256 == sha256Hex(sound))
        #expect(folder.read("a.mp3") == sound)
        #expect(folder.names == ["a.mp3"])
    }

    @Test func waitsAsLongAsABusyServerAsks() async throws {
        let times = Collected<ContinuousClock.Instant>()
        let server = try LoopbackServer { [sound] request in
            times.add(.now)
            return times.all.count <= 2 ? .init(status: 503, headers: [("Retry-After", "1")]) : .file(sound, for: request)
        }
        let folder = try TemporaryFolder()
        expectWhole(try await download(server.url, folder), folder)
        #expect(times.all.count == 3)
        #expect(zip(times.all, times.all.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) })
    }

    @Test func doesNotWaitADayForABusyServer() async throws {
        let server = try LoopbackServer { request in
            request.path == "/date"
                ? .init(status: 503, headers: [("Retry-After", "Wed, 01 Jan 2014 00:00:00 GMT")])
                : .init(status: 503, headers: [("Retry-After", "86400")])
        }
        let folder = try TemporaryFolder()
        let long = await errorOf { try await download(server.url + "/long", folder) }
        #expect(long == .unavailable(status: 503, url: server.url + "/long", retryAfter: 86400))
        #expect(server.requests.count == 1)
        let date = await errorOf { try await download(server.url + "/date", folder) }
        #expect(date == .unavailable(status: 503, url: server.url + "/date", retryAfter: 0))
        #expect(server.requests.count == 5)
        #expect(folder.names.isEmpty)
    }

    @Test func keepsThePartOfASilentServer() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.stallAfter = request.range == nil ? 1000 : 0
            return answer
        }
        let folder = try TemporaryFolder()
        let client = TransferClient.quick { $0.stallSeconds = 2 }
        #expect(await errorOf { try await download(server.url, folder, client) } == .stalled(url: server.url + "/", seconds: 2))
        #expect(server.requests.count >= 4)
        #expect(folder.read("a.mp3.part")?.count == 1000)
    }

    @Test func aSilentServerIsAskedForTheRest() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            if request.range == nil { answer.stallAfter = 1000 }
            return answer
        }
        let folder = try TemporaryFolder()
        expectWhole(try await download(server.url, folder, .quick { $0.stallSeconds = 2 }), folder)
        #expect(server.requests.contains { $0.header("Range") == "bytes=1000-" })
    }

    @Test func aSlowServerIsLetLive() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(Array(sound[..<3000]), for: request)
            (answer.chunk, answer.pause) = (50, 0.1)
            return answer
        }
        let folder = try TemporaryFolder()
        // It takes longer than any server may be silent.
        #expect(try await download(server.url, folder, .quick { $0.stallSeconds = 5 }).size == 3000)
        #expect(server.requests.count == 1)
    }

    @Test func aServerThatIsNotThereIsAskedAFewTimes() async throws {
        let server = try LoopbackServer { _ in .init() }
        server.stop()
        let folder = try TemporaryFolder()
        let error = await errorOf { try await download(server.url, folder) }
        #expect(error == .couldNotConnect(host: "127.0.0.1", port: Int(server.port)))
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: [500, 502, 503, 429, 408]) func aServerInTroubleIsAskedAgain(status: Int) async throws {
        let count = Collected<Bool>()
        let server = try LoopbackServer { [sound] request in
            count.add(true)
            return count.all.count <= 2 ? .text("", status: status) : .file(sound, for: request)
        }
        let folder = try TemporaryFolder()
        expectWhole(try await download(server.url, folder), folder)
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [401, 403, 404, 410, 451]) func aRefusalIsNotAskedForAgain(status: Int) async throws {
        let server = try LoopbackServer { _ in .text("", status: status) }
        let folder = try TemporaryFolder()
        #expect(await errorOf { try await download(server.url, folder) } == .status(status, url: server.url + "/"))
        #expect(server.requests.count == 1)
    }

    @Test func allTogetherAreNoFasterThanAllowed() async throws {
        let sound = Sound.bytes(60_000)
        let server = try LoopbackServer { .file(sound, for: $0) }
        let folder = try TemporaryFolder()
        let client = TransferClient.quick { $0.downloadRate = 300_000 }
        let began = ContinuousClock.now
        let files = try await withThrowingTaskGroup(of: DownloadedFile.self) { group in
            for name in ["a.mp3", "b.mp3"] {
                group.addTask { try await client.download(DownloadJob(.http(url: server.url + "/" + name), to: folder.file(name))) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(files.map(\.size) == [60_000, 60_000])
        // 120 kB at 300 kB/s, but for what may come at once.
        #expect(ContinuousClock.now - began >= .seconds(0.2))
    }

    @Test func aDownloadHeldBackByTheRateIsNotSilent() async throws {
        let sound = Sound.bytes(40_000)
        let server = try LoopbackServer { .file(sound, for: $0) }
        let folder = try TemporaryFolder()
        let client = TransferClient.quick { ($0.downloadRate, $0.stallSeconds) = (5_000, 2.5) }
        #expect(try await download(server.url, folder, client).size == 40_000)
        #expect(server.requests.count == 1)
    }
}
