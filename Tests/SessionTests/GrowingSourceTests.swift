import Foundation
import Playback
import TestSupport
import Testing
import Transfer

@testable import Session

/// What is heard of a download that runs.
@Suite struct GrowingSourceTests {
    /// Longer than what is waited for.
    private static let sound = Silence.mp3(seconds: 900)

    /// A download that stands still after its first bytes until a gate opens, and what is heard of it meanwhile.
    private func withStandstill(
        knowsRanges: Bool, _ body: (GrowingFile, LoopbackServer, LoopbackServer.Gate, TransferClient) async throws -> Void
    ) async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { request in
            var response = LoopbackServer.Response.file(Self.sound, for: request)
            if !knowsRanges { response = .init(type: "audio/mpeg", body: Self.sound) }
            if request.path == "/download" { (response.stallAfter, response.gate) = (100_000, gate) }
            return response
        }
        let folder = try TemporaryFolder()
        let (client, growing) = (TransferClient(userAgent: "skywave-tests"), GrowingFile())
        let job = DownloadJob(.http(url: server.url + "/download"), to: folder.file("a.mp3"), growing: growing)
        let task = Task { try await client.download(job) }
        #expect(await eventually { folder.read("a.mp3.part")?.count == 100_000 })
        // Where the test's time is over nothing may wait any more.
        try await withTaskCancellationHandler {
            try await body(growing, server, gate, client)
        } onCancel: {
            gate.open()
        }
        gate.open()
        #expect(try await task.value.size == Int64(Self.sound.count))
        client.shutdown()
    }

    private func bytes(of source: GrowingSource, at offset: Int) async throws -> [UInt8] {
        try await onThread {
            var buffer = [UInt8](repeating: 0, count: 1000)
            let count = try buffer.withUnsafeMutableBytes { try source.read(at: Int64(offset), into: $0) }
            return Array(buffer[..<count])
        }
    }

    @Test(.timeLimit(.minutes(1))) func aPlaceFarAheadOfADownloadComesFromTheServer() async throws {
        try await withStandstill(knowsRanges: true) { growing, server, _, client in
            let source = GrowingSource(growing.reader()) { try RemoteSource(StreamRequest(server.url + "/rest"), client) }
            for place in [Self.sound.count - 3000, Self.sound.count - 3000, 50_000] {
                let found = try await bytes(of: source, at: place)
                #expect(!found.isEmpty && found[...] == Self.sound[place..<place + found.count])
            }
            #expect(server.requests.filter { $0.path == "/rest" }.count == 2)
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true]) func itIsWaitedForWhereTheServerWouldNotGiveIt(_ knowsRanges: Bool)
        async throws
    {
        try await withStandstill(knowsRanges: knowsRanges) { growing, server, gate, _ in
            let asked = LoopbackServer.Gate()
            let source = GrowingSource(growing.reader()) {
                asked.open()
                gate.open()
                throw TransferError.status(503, url: server.url)
            }
            let place = Self.sound.count - 3000
            let found = Task { try await bytes(of: source, at: place) }
            if !knowsRanges { gate.open() }
            let count = try await found.value.count
            #expect(count > 0)
            #expect(asked.isOpen == knowsRanges)
        }
    }

    @Test func aRestOfAnotherLengthIsLetGoOf() async throws {
        try await withStandstill(knowsRanges: true) { growing, _, _, _ in
            let rest = OtherRest()
            let source = GrowingSource(growing.reader()) { rest }
            growing.end()
            await #expect(throws: TransferError.changed(url: "")) { try await bytes(of: source, at: 200_000) }
            #expect(rest.isCancelled.value)
            let front = try await bytes(of: source, at: 0)
            #expect(front.count == 1000)
        }
    }
}

/// Something else than what was there.
private final class OtherRest: ByteSource {
    let isCancelled = Shared(false)
    var length: Int64? { 5 }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int { 0 }
    func cancel() { isCancelled.change { $0 = true } }
}
