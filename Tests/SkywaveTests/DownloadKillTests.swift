import Foundation
import TestSupport
import Testing

/// Downloads end well whatever comes: the program is killed again and again, from servers that delay, cut and reset. `Scripts/soak downloads`
/// runs more rounds (`SKYWAVE_ROUNDS`).
@Suite struct DownloadKills {
    private static let isSoak = ProcessInfo.processInfo.environment["SKYWAVE_ROUNDS"] != nil
    private static let rounds = ProcessInfo.processInfo.environment["SKYWAVE_ROUNDS"].flatMap { Int($0) } ?? 6
    private static let count = 8
    private static let frames = 600

    private static let sounds = (0..<count).map { SilentMP3.bytes(frames: frames, seed: $0) }

    /// Another one for each of a batch.
    private static func sound(_ target: String) -> [UInt8] { sounds[target.utf8.reduce(0) { $0 + Int($1) } % count] }

    /// Gives a file honestly, but seldom whole: it delays, cuts and resets.
    private static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        var answer = LoopbackServer.Response.file(sound(request.target), for: request, etag: "\"\(request.target)\"")
        (answer.chunk, answer.pause) = (20_000, Double.random(in: 0.002...0.03))
        switch Int.random(in: 0..<4) {
        case 0: answer.cutAfter = Int.random(in: 1...120_000)
        case 1: (answer.cutAfter, answer.resets) = (Int.random(in: 1...120_000), true)
        default: break
        }
        return answer
    }

    @Test func allFilesAreWholeInTheEnd() async throws {
        let server = try LoopbackServer { Self.answer($0) }
        let skywave = try Skywave()
        var (kills, batches) = (0, 0)
        repeat {
            batches += 1
            let targets = (1...Self.count).map { "/\(batches)/\($0).mp3" }
            var arguments = ["download"] + targets.map { server.url + $0 }
            // Killed at another moment each time, until it is done before that
            while kills < Self.rounds {
                let process = try skywave.start(arguments)
                let hasEnded = await process.wait(seconds: Double.random(in: 0.02...0.7)) { $0.isOver }
                if hasEnded { break }
                process.signal(SIGKILL)
                _ = await process.finish()
                kills += 1
                if try await skywave.objects("downloads").of("download").count == batches * Self.count { arguments = ["download"] }
            }
            var status: Int32 = 1
            for _ in 0..<5 where status != 0 { status = try await skywave.run(arguments).status }
            #expect(status == 0, "batch \(batches)")
            try await expectWhole(targets, of: batches, after: kills, skywave, server)
        } while kills < Self.rounds
        print("killed \(kills) times in \(batches) batches of \(Self.count) downloads: all whole")
    }

    private func expectWhole(_ targets: [String], of batches: Int, after kills: Int, _ skywave: Skywave, _ server: LoopbackServer)
        async throws
    {
        let records = try await skywave.objects("downloads").of("download")
        #expect(records.count == batches * Self.count && records.allSatisfy { $0.text("state") == "done" })
        for (target, record) in zip(targets, records.suffix(Self.count)) {
            let bytes = Self.sound(target)
            let path = try #require(record.text("path"))
            #expect(FileManager.default.contents(atPath: path).map { [UInt8]($0) } == bytes, "\(target)")
            #expect(try await sha256(bytes) == record.text("sha256"), "\(target)")
            // What was under way at a kill may come again, but never the whole; where a machine has no time, all may be under way at each.
            #expect(await eventually { server.atOnce == 0 })
            #expect(server.served[target] ?? 0 < (Self.isSoak ? 2 : 2 + kills) * bytes.count, "\(target)")
        }
        let files = try FileManager.default.subpathsOfDirectory(atPath: skywave.library + "/downloads")
        #expect(files.filter { $0.contains(".part") }.isEmpty)
        #expect(files.count { $0.hasSuffix(".mp3") } == batches * Self.count)
    }
}
