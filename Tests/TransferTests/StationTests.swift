import Dispatch
import Synchronization
import TestSupport
import Testing
import Transfer

/// Streams of radio stations: metadata in between, no end, and connections that break.
@Suite struct Stations {
    private let sound = Sound.bytes(50_000)

    private struct Heard {
        var bytes: [UInt8] = []
        /// The blocks, and after how many bytes each was given.
        var blocks: [(at: Int, text: String)] = []
        var error: TransferError?

        mutating func add(_ found: [[UInt8]]) {
            for block in found { blocks.append((bytes.count, String(decoding: block.prefix { $0 != 0 }, as: UTF8.self))) }
        }
    }

    /// Reads up to `count` bytes in pieces of `piece`, asking for metadata after each.
    private func hear(_ stream: HTTPStream, _ count: Int, piece: Int = 1000) async -> Heard {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var heard = Heard()
                var buffer = [UInt8](repeating: 0, count: piece)
                while heard.bytes.count < count {
                    let wanted = min(piece, count - heard.bytes.count)
                    do {
                        let got = try buffer.withUnsafeMutableBytes { buffer in
                            try stream.read(at: Int64(heard.bytes.count), into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
                        }
                        if got == 0 { break }
                        heard.bytes += buffer[..<got]
                    } catch {
                        heard.error = error as? TransferError
                        break
                    }
                    heard.add(stream.metadata(upTo: Int64(heard.bytes.count)))
                }
                continuation.resume(returning: heard)
            }
        }
    }

    private func live(_ url: String, _ client: TransferClient = .quick(), endsWithServer: Bool = false) throws -> HTTPStream {
        var request = StreamRequest(url)
        (request.isLive, request.endsWithServer) = (true, endsWithServer)
        return try client.open(request)
    }

    @Test(arguments: [(1, 100), (7, 1000), (1000, 1000), (1003, 8192), (100_000, 16_000)])
    func metadataIsCutOutInWhateverPiecesItComes(chunk: Int, interval: Int) async throws {
        let sound = chunk == 1 ? Array(sound.prefix(3050)) : sound
        let texts = (1...sound.count / interval).map { $0 == 2 ? "" : String(repeating: "t\($0)", count: $0 % 3 + 1) }
        let mixed = StationBytes.mixed(sound, every: interval, texts.map { Array($0.utf8) })
        let server = try LoopbackServer { _ in
            var response = StationBytes.response(mixed, interval: "\(interval)", [("icy-name", "Kanal \u{E9}"), ("icy-br", "128")])
            response.chunk = chunk
            return response
        }
        let stream = try TransferClient.quick().open(StreamRequest(server.url))
        var heard = await hear(stream, sound.count, piece: 10)
        #expect(heard.bytes == sound)
        // The last one may stand behind all the sound.
        let wanted = texts.filter { !$0.isEmpty }
        let isThere = await eventually {
            heard.add(stream.metadata(upTo: Int64(sound.count)))
            return heard.blocks.count >= wanted.count
        }
        #expect(isThere && heard.blocks.map(\.text) == wanted)
        for (number, block) in zip(texts.indices.filter { !texts[$0].isEmpty }, heard.blocks) {
            #expect(((number + 1) * interval..<(number + 1) * interval + 20).contains(block.at))
        }
        #expect(stream.facts.isLive && stream.length == nil && stream.facts.bitrate == 128 && stream.facts.stationName == "Kanal \u{E9}")
        #expect(server.requests.first?.header("Icy-MetaData") == "1")
    }

    @Test(arguments: ["0", "-5", "text", "", "99999999999999999999", "4000000000"])
    func anIntervalThatIsNoneLeavesTheBytesAsTheyAre(interval: String) async throws {
        let server = try LoopbackServer { [sound] _ in StationBytes.response(sound, interval: interval) }
        let heard = await hear(try live(server.url), sound.count)
        #expect(heard.bytes == sound && heard.blocks.isEmpty)
    }

    @Test func whatRepeatsItselfIsToldOnceAndNoMoreIsKeptThanHasRoom() async throws {
        let texts = (0..<500).map { [UInt8](repeating: UInt8($0 / 100 + 65), count: 4080) }
        let server = try LoopbackServer { [sound] _ in
            StationBytes.response(StationBytes.mixed(sound, every: 100, texts), interval: "100")
        }
        let heard = await hear(try live(server.url), sound.count, piece: 100)
        #expect(heard.bytes == sound)
        #expect(heard.blocks.map { $0.text.prefix(1) } == ["A", "B", "C", "D", "E"])
    }

    @Test(arguments: ["ICY 200 OK", "ICY OK"])
    func shoutcastsOwnStatusLineIsTaken(line: String) async throws {
        let head =
            "\(line)\r\nicy-notice1:<BR>This stream requires something<BR>\r\nicy-name:Old\r\nicy-metaint:1000\r\n"
            + "Content-Type:audio/mpeg\r\n\r\n"
        let mixed = StationBytes.mixed(sound, every: 1000, [Array("StreamTitle='x';".utf8)])
        let server = try LoopbackServer { request in
            let isRefused = request.path == "/full"
            var response = LoopbackServer.Response(
                body: isRefused ? Array("ICY 401 Service Unavailable\r\n\r\n".utf8) : Array(head.utf8) + mixed)
            (response.withoutHead, response.withoutLength, response.stallAfter) = (true, true, response.body.count)
            return response
        }
        let stream = try TransferClient.quick().open(StreamRequest(server.url))
        let heard = await hear(stream, sound.count)
        #expect(heard.bytes == sound && heard.blocks.map(\.text) == ["StreamTitle='x';"])
        #expect(stream.facts.isLive && stream.facts.stationName == "Old" && stream.facts.contentType == "audio/mpeg")
        let refused = await hear(try live(server.url + "/full"), 10)
        #expect(refused.error == .status(401, url: server.url + "/full"))
    }

    @Test func aBroadcastIsNoFileToDownload() async throws {
        let server = try LoopbackServer { [sound] _ in StationBytes.response(sound, interval: nil, [("icy-name", "Radio")]) }
        let folder = try TemporaryFolder()
        let error = await errorOf {
            try await TransferClient.quick().download(DownloadJob(.http(url: server.url), to: folder.file("a.mp3")))
        }
        guard case .notAudio(_, let found)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(found == "live radio, which has no end")
        #expect(try folder.names(in: "").isEmpty)
    }

    /// Each connection brings the next part and breaks in its own way; once the station is away for a moment.
    @Test func aBrokenConnectionIsNoEnd() async throws {
        let count = Mutex(0)
        let server = try LoopbackServer { [sound] _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 3 { return .text("off the air", status: 404) }
            if number == 5 { return .text("<html>off the air</html>", type: "text/html") }
            let part = Array(sound[min(number - 1, 5) * 1000..<min(number, 6) * 1000])
            var response = StationBytes.response(StationBytes.mixed(part, every: 300, []), interval: "300")
            if number == 1 { response.stallAfter = nil }
            if number == 2 { (response.stallAfter, response.cutAfter, response.resets) = (nil, response.body.count, true) }
            return response
        }
        let client = TransferClient.quick { $0.liveStall = 3 }
        let heard = await hear(try live(server.url, client), 4000)
        let parts = [sound[..<2000], sound[3000..<4000], sound[5000..<6000]]
        #expect(heard.bytes == Array(parts.joined()), "\(heard.error as Any)")
        #expect(server.requests.allSatisfy { $0.header("Range") == nil && $0.header("Icy-MetaData") == "1" })
    }

    @Test func aStationThatStaysAwayIsGivenUp() async throws {
        let count = Mutex(0)
        let server = try LoopbackServer { [sound] _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            var response = StationBytes.response(isFirst ? Array(sound[..<1000]) : [], interval: nil)
            response.stallAfter = nil
            return response
        }
        let client = TransferClient.quick { $0.livePatience = 0.3 }
        let heard = await hear(try live(server.url, client), 2000)
        #expect(heard.bytes == Array(sound[..<1000]))
        #expect(heard.error == .stalled(url: server.url + "/", seconds: 0.3))
        #expect(server.requests.count >= 2)
    }

    @Test func whoOnlyWritesItDownEndsWithTheServer() async throws {
        let server = try LoopbackServer { [sound] _ in
            var response = StationBytes.response(StationBytes.mixed(sound, every: 512, []), interval: "512")
            response.stallAfter = nil
            return response
        }
        let heard = await hear(try live(server.url, endsWithServer: true), .max)
        #expect(heard.bytes == sound && heard.error == nil && server.requests.count == 1)
    }

    @Test func anAnswerWithALengthIsAFileWhoeverAsks() async throws {
        let server = try LoopbackServer { [sound] in .file(sound, for: $0) }
        let stream = try live(server.url)
        let heard = await hear(stream, .max)
        #expect(heard.bytes == sound && heard.error == nil)
        #expect(stream.length == Int64(sound.count) && !stream.facts.isLive)
    }

    @Test func redirectsAreFollowedAlsoOnTheWayBack() async throws {
        let server = try LoopbackServer { [sound] request in
            if request.path == "/" { return .redirect("live?\(request.connection)") }
            var response = StationBytes.response(Array(sound[..<1000]), interval: nil)
            response.stallAfter = nil
            return response
        }
        let stream = try live(server.url)
        let heard = await hear(stream, 2000)
        #expect(heard.bytes == Array(sound[..<1000]) + sound[..<1000])
        #expect(server.requests.prefix(4).map(\.path) == ["/", "/live", "/", "/live"] && stream.facts.url.hasPrefix(server.url + "/live?"))
    }
}
