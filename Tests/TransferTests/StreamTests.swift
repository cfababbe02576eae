import Dispatch
import TestSupport
import Testing
import Transfer

@Suite struct StreamTests {
    private let sound = Sound.bytes(600_000)

    /// Reads on a thread of its own, as the player does: `count` bytes from `offset`, or to the end.
    private func read(_ stream: HTTPStream, at offset: Int64, _ count: Int = .max, piece: Int = 5000) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: piece)
                do {
                    while bytes.count < count {
                        let got = try buffer.withUnsafeMutableBytes { buffer in
                            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(piece, count - bytes.count)])
                            return try stream.read(at: offset + Int64(bytes.count), into: part)
                        }
                        if got == 0 { break }
                        bytes += buffer[..<got]
                    }
                    continuation.resume(returning: bytes)
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    private func open(_ url: String, _ client: TransferClient = .quick()) throws -> HTTPStream { try client.open(StreamRequest(url)) }

    @Test func readsAllFromStartToEnd() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0) }
        let stream = try open(server.url)
        #expect(stream.length == 600_000)
        #expect(stream.facts.contentType == "audio/mpeg")
        #expect(try await read(stream, at: 0) == sound)
        #expect(try await read(stream, at: 600_000).isEmpty)
        #expect(try await read(stream, at: 700_000).isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test func aReadThatWaitsIsLeftForOtherBytes() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            if request.range == nil { answer.stallAfter = 1000 }
            return answer
        }
        let stream = try open(server.url, .quick { $0.stallSeconds = 600 })
        #expect(try await read(stream, at: 0, 1000) == Array(sound[..<1000]))
        async let waiting = errorOf { try await read(stream, at: 1000, 1) }
        stream.turn(to: 400_000)
        #expect(await waiting == .cancelled)
        #expect(try await read(stream, at: 400_000) == Array(sound[400_000...]))
        // Who is there waits again as ever.
        #expect(try await read(stream, at: 1000, 1000) == Array(sound[1000..<2000]))
        #expect(server.requests.map { $0.header("Range") }.prefix(2) == [nil, "bytes=400000-"])
    }

    @Test func seeksByRange() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0) }
        let client = TransferClient.quick { limits in
            limits.streamAhead = 50_000
            limits.streamBehind = 10_000
        }
        let stream = try open(server.url, client)
        #expect(try await read(stream, at: 0, 1000) == Array(sound[..<1000]))
        #expect(try await read(stream, at: 500_000, 1000) == Array(sound[500_000..<501_000]))
        #expect(server.requests.last?.header("Range") == "bytes=500000-")
        #expect(server.requests.last?.header("If-Range") == "\"v1\"")
        // A little back is still in memory, far back is asked for.
        #expect(try await read(stream, at: 495_000, 100).isEmpty == false)
        #expect(try await read(stream, at: 2000) == Array(sound[2000...]))
        #expect(try await read(stream, at: 599_999) == [sound[599_999]])
    }

    @Test func holdsTheServerUpRatherThanFillTheMemory() async throws {
        // More than two sockets can hold.
        let block = Sound.bytes(1_000_003)
        let long = (0..<20).reduce(into: [UInt8]()) { bytes, _ in bytes += block }
        let server = try LoopbackServer { request in
            var answer = LoopbackServer.Response.file(long, for: request)
            answer.chunk = 65536
            return answer
        }
        let client = TransferClient.quick { limits in
            limits.streamAhead = 100_000
            limits.stallSeconds = 5
        }
        let stream = try open(server.url, client)
        #expect(try await read(stream, at: 0, 1000) == Array(long[..<1000]))
        // Longer than the stall limit: what is held up on this side is not a silent server.
        try await Task.sleep(for: .seconds(5.5))
        #expect(server.atOnce == 1)
        #expect(try await read(stream, at: 1000, piece: 1 << 20) == Array(long[1000...]))
        #expect(server.requests.count == 1)
    }

    @Test func readsOnWhereTheServerKnowsNoRanges() async throws {
        let server = try LoopbackServer { [sound] _ in .init(type: "audio/mpeg", body: sound) }
        let client = TransferClient.quick { limits in
            limits.streamAhead = 50_000
            limits.streamBehind = 10_000
        }
        let stream = try open(server.url, client)
        #expect(try await read(stream, at: 0, 1000) == Array(sound[..<1000]))
        #expect(try await read(stream, at: 500_000, 1000) == Array(sound[500_000..<501_000]))
        #expect(try await read(stream, at: 300_000) == Array(sound[300_000...]))
        #expect(server.requests.count == 3)
        #expect(try await read(stream, at: 0) == sound)
    }

    @Test func goesOnAtTheByteAfterABreak() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.cutAfter = 130_000
            return answer
        }
        let stream = try open(server.url)
        #expect(try await read(stream, at: 0) == sound)
        #expect(server.requests.count == 5)
        #expect(server.requests.last?.header("Range") == "bytes=520000-")
    }

    @Test func goesOnAfterABreakWithoutRangesToo() async throws {
        let counted = Collected<Int>()
        let server = try LoopbackServer { [sound] _ in
            counted.add(1)
            var answer = LoopbackServer.Response(type: "audio/mpeg", body: sound)
            if counted.all.count == 1 { answer.cutAfter = 130_000 }
            return answer
        }
        #expect(try await read(try open(server.url), at: 0) == sound)
    }

    @Test func givesUpWhenNothingMoreComes() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.cutAfter = request.range == nil ? 130_000 : 0
            return answer
        }
        let stream = try open(server.url)
        #expect(try await read(stream, at: 0, 130_000) == Array(sound[..<130_000]))
        guard case .cutShort? = await errorOf({ try await read(stream, at: 130_000) }) else {
            Issue.record("read on where there was nothing")
            return
        }
        #expect(server.requests.count == 4)
    }

    @Test func saysThatTheFileHasChanged() async throws {
        let first = LoopbackServer.Gate()
        let server = try LoopbackServer { [sound] request in
            if first.isOpen { return .file(Array(sound[..<500_000]), for: request, etag: "\"v2\"") }
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.cutAfter = 130_000
            first.open()
            return answer
        }
        let error = await errorOf { try await read(try open(server.url), at: 0) }
        #expect(error == .changed(url: server.url + "/"))
    }

    @Test func tellsWhyThereIsNothing() async throws {
        let server = try LoopbackServer { _ in .text("no", status: 404) }
        let stream = try open(server.url)
        #expect(stream.length == nil)
        #expect(await errorOf { try await read(stream, at: 0) } == .status(404, url: server.url + "/"))
        #expect(await errorOf { _ = try open("file:///x") } == .unsupportedScheme(url: "file:///x"))
    }

    @Test func readsWhatHasNoLength() async throws {
        let gate = LoopbackServer.Gate()
        let server = try LoopbackServer { [sound] _ in
            var answer = LoopbackServer.Response(type: "audio/mpeg", body: sound)
            answer.withoutLength = true
            answer.stallAfter = 1000
            answer.gate = gate
            return answer
        }
        let stream = try open(server.url)
        #expect(stream.length == nil)
        gate.open()
        #expect(try await read(stream, at: 0) == sound)
        #expect(stream.length == 600_000)
    }

    @Test func goesBackInWhatHadNoLengthOnceItHasAllCome() async throws {
        let server = try LoopbackServer { [sound] _ in
            var answer = LoopbackServer.Response(type: "audio/mpeg", body: sound)
            answer.withoutLength = true
            return answer
        }
        let client = TransferClient.quick { limits in
            limits.streamAhead = 50_000
            limits.streamBehind = 10_000
        }
        let stream = try open(server.url, client)
        #expect(try await read(stream, at: 0) == sound)
        #expect(try await read(stream, at: 2000) == Array(sound[2000...]))
    }

    @Test func cancelWakesAReader() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.stallAfter = 1000
            return answer
        }
        let stream = try open(server.url)
        #expect(try await read(stream, at: 0, 1000).count == 1000)
        let waiting = Task { await errorOf { try await read(stream, at: 1000) } }
        stream.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(await eventually { server.atOnce == 0 })
        #expect(await errorOf { try await read(stream, at: 0) } == .cancelled)
    }

    @Test func lettingGoEndsIt() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.stallAfter = 1000
            return answer
        }
        let client = TransferClient.quick()
        var stream: HTTPStream? = try open(server.url, client)
        #expect(stream?.length == 600_000)
        stream = nil
        #expect(await eventually { server.atOnce == 0 })
    }

    @Test func shutdownWakesAReader() async throws {
        let server = try LoopbackServer { [sound] request in
            var answer = LoopbackServer.Response.file(sound, for: request)
            answer.stallAfter = 1000
            return answer
        }
        let client = TransferClient.quick()
        let stream = try open(server.url, client)
        let waiting = Task { await errorOf { try await read(stream, at: 0) } }
        #expect(stream.length == 600_000)
        client.shutdown()
        #expect(await waiting.value == .cancelled)
        #expect(await errorOf { try await read(try open(server.url, client), at: 0) } == .cancelled)
    }
}
