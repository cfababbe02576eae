import TestSupport
import Testing
import Transfer

/// A part of a file, asked for by its range.
@Suite struct PartialAnswerTests {
    private let file = [UInt8]((0..<(4 << 20)).map { UInt8(truncatingIfNeeded: $0 >> 8) })

    @Test func asksForItsBytesAlone() async throws {
        let server = try LoopbackServer { [file] in .file(file, for: $0) }
        let client = TransferClient.quick()
        for range: Range<Int64> in [0..<4096, 3_000_000..<3_000_016] {
            #expect(try await client.bytes(range, of: server.url + "/a") == Array(file[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
        #expect(server.requests.map { $0.header("Range") } == ["bytes=0-4095", "bytes=3000000-3000015"])
        #expect(await eventually { server.served["/a"] == 4112 })
    }

    @Test func behindTheEndIsNothing() async throws {
        let server = try LoopbackServer { .file([1, 2, 3], for: $0) }
        #expect(try await TransferClient.quick().bytes(1..<100, of: server.url) == [2, 3])
        #expect(try await TransferClient.quick().bytes(3..<100, of: server.url) == [])
        #expect(try await TransferClient.quick().bytes(5..<5, of: server.url) == [])
    }

    @Test func aServerWithoutRangesIsLeft() async throws {
        let endless = LoopbackServer.Gate()
        let server = try LoopbackServer { [file] _ in
            var response = LoopbackServer.Response(body: file)
            (response.stallAfter, response.gate) = (1 << 20, endless)
            return response
        }
        // It would fall silent: what is wanted comes before, and what isn't is not waited for.
        #expect(try await TransferClient.quick().bytes(1000..<2000, of: server.url) == Array(file[1000..<2000]))
        #expect(try await TransferClient.quick().bytes(3_000_000..<3_000_016, of: server.url) == [])
        endless.open()
    }

    @Test func failuresAreTold() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/cut" {
                var response = LoopbackServer.Response(body: [UInt8](repeating: 1, count: 100))
                response.cutAfter = 10
                return response
            }
            return request.path == "/other"
                ? .init(status: 206, body: [1], headers: [("Content-Range", "bytes 5-5/10")]) : .init(status: 404)
        }
        let client = TransferClient.quick()
        await #expect(throws: TransferError.status(404, url: server.url + "/none")) {
            try await client.bytes(0..<10, of: server.url + "/none")
        }
        await #expect(throws: TransferError.changed(url: server.url + "/other")) {
            try await client.bytes(0..<10, of: server.url + "/other")
        }
        await #expect(throws: TransferError.self) { try await client.bytes(0..<100, of: server.url + "/cut") }
    }
}
