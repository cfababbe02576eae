import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Transfer

/// Files that are read while they are downloaded.
@Suite struct GrowingTests {
    private static let whole = Sound.bytes(300_000)
    private let sound = whole

    /// Reads from a place on to the end on a thread of its own, as a player does; nil behind what came where the rest never comes.
    private func read(
        _ reader: GrowingFile.Reader, from offset: Int = 0, begun: LoopbackServer.Gate? = nil
    ) async throws -> [UInt8?] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        var bytes: [UInt8?] = []
                        var buffer = [UInt8](repeating: 0, count: 10_000)
                        while true {
                            let count = try buffer.withUnsafeMutableBytes { try reader.read(at: Int64(offset + bytes.count), into: $0) }
                            guard let count else { return bytes + [nil] }
                            if count == 0 { return bytes }
                            begun?.open()
                            bytes += buffer[..<count].map { $0 }
                        }
                    })
            }
        }
    }

    @Test func aReaderWaitsAtTheEndAndGoesOn() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            (answer.chunk, answer.pause) = (30_000, 0.02)
            // The connection breaks on the way.
            if request.range == nil { answer.cutAfter = 120_000 }
            return answer
        }
        let folder = try TemporaryFolder()
        let growing = GrowingFile()
        let first = Task { try await read(growing.reader()) }
        let later = Task { try await read(growing.reader(), from: 250_000) }
        let file = try await TransferClient.quick().download(
            DownloadJob(.http(url: server.url), to: folder.file("a.mp3"), growing: growing))
        #expect(try await first.value == sound)
        #expect(try await later.value == Array(sound[250_000...]))
        #expect(growing.reader().length == 300_000)
        #expect(file.sha256 == sha256Hex(sound))
        #expect(server.requests.map { $0.header("Range") } == [nil, "bytes=120000-"])
    }

    @Test func whatIsThereIsGivenAtOnceAndTheRestWaits() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            (answer.stallAfter, answer.gate) = (100_000, gate)
            return answer
        }
        let folder = try TemporaryFolder()
        let growing = GrowingFile()
        let job = DownloadJob(.http(url: server.url), to: folder.file("a.mp3"), growing: growing)
        let task = Task { try await TransferClient.quick().download(job) }
        #expect(await eventually { folder.read("a.mp3.part")?.count == 100_000 })
        let rest = Collected<[UInt8?]>()
        let waiting = Task { rest.add(try await read(growing.reader(), from: 200_000)) }
        // Back and forth within what is there, with nothing new coming.
        for offset in [90_000, 0, 50_000] {
            let count: Int? = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    var buffer = [UInt8](repeating: 0, count: 1000)
                    continuation.resume(
                        with: Result { try buffer.withUnsafeMutableBytes { try growing.reader().read(at: Int64(offset), into: $0) } })
                }
            }
            #expect(count == 1000)
        }
        #expect(rest.all.isEmpty)
        gate.open()
        try await waiting.value
        #expect(rest.all.first == Array(sound[200_000...]))
        _ = try await task.value
        #expect(server.requests.count == 1)
    }

    @Test func whatCameIsThereAndTheRestIsSaidNotToCome() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.cutAfter = request.range == nil ? 70_000 : 0
            return answer
        }
        let folder = try TemporaryFolder()
        let growing = GrowingFile()
        let bytes = Task { try await read(growing.reader()) }
        let job = DownloadJob(.http(url: server.url), to: folder.file("a.mp3"), growing: growing)
        #expect(await errorOf { try await TransferClient.quick().download(job) } != nil)
        #expect(try await bytes.value == sound[..<70_000].map { $0 } + [nil])
        // Whoever reads holds no lock: it may be gone on with.
        #expect(
            await errorOf { try await TransferClient.quick().download(DownloadJob(job.origin, to: job.to)) }
                != .alreadyRunning(path: job.to))
    }

    @Test func aFileThatChangesMeanwhileIsNotPastedTogether() async throws {
        let other = Sound.bytes(300_000, seed: 0x55)
        let hasRead = LoopbackServer.Gate()
        let server = try LoopbackServer { [sound] request in
            guard request.range == nil else { return .file(other, for: request, etag: "\"v2\"") }
            var answer = LoopbackServer.Response.file(sound, for: request)
            (answer.cutAfter, answer.stallAfter, answer.gate) = (100_000, 90_000, hasRead)
            return answer
        }
        let folder = try TemporaryFolder()
        let growing = GrowingFile()
        let task = Task {
            try await TransferClient.quick().download(DownloadJob(.http(url: server.url), to: folder.file("a.mp3"), growing: growing))
        }
        let begun = LoopbackServer.Gate()
        let reading = Task { try await read(growing.reader(), begun: begun) }
        #expect(await eventually { begun.isOpen })
        hasRead.open()
        #expect(try await task.value.sha256 == sha256Hex(other))
        await #expect(throws: TransferError.self) { _ = try await reading.value }
    }

    @Test func aReaderThatWaitsCanBeCancelled() async throws {
        let growing = GrowingFile()
        let reader = growing.reader()
        let task = Task { try await read(reader) }
        reader.cancel()
        await #expect(throws: TransferError.cancelled) { _ = try await task.value }
        #expect(reader.length == nil)
    }

    @Test func whatIsToBeHeardIsLetInBeforeItsTurn() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            if request.path != "/heard" { answer.headGate = gate }
            return answer
        }
        let folder = try TemporaryFolder()
        let client = TransferClient.quick { $0.transfers = 1 }
        let tickets = (0..<3).map { _ in client.ticket() }
        let others = (0..<2).map { number in
            Task {
                try await client.download(
                    DownloadJob(.http(url: server.url + "/\(number)"), to: folder.file("\(number).mp3"), ticket: tickets[number]))
            }
        }
        #expect(await eventually { server.atOnce == 1 && client.line.waiting == 1 })
        client.hasten(tickets[2])
        let heard = DownloadJob(.http(url: server.url + "/heard"), to: folder.file("heard.mp3"), ticket: tickets[2])
        #expect(try await client.download(heard).size == 300_000)
        gate.open()
        for task in others { _ = try await task.value }
    }
}
