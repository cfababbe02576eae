import TestSupport
import Testing

@testable import Transfer

/// The small parts, each alone.
@Suite struct PartsTests {
    @Test func hashesAsTheStandardSays() {
        #expect(sha256Hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(sha256Hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let hash = SHA256()
        for byte in "abc".utf8 { withUnsafeBytes(of: byte) { hash.update($0) } }
        #expect(hash.finish() == sha256Hex(Array("abc".utf8)))
        #expect(hash.finish() == nil)
    }

    @Test(
        arguments: [
            ("bytes 0-9/10", 0...9, 10), ("Bytes 5-9/*", 5...9, nil), ("bytes */300000", nil, 300_000),
        ] as [(String, ClosedRange<Int64>?, Int64?)])
    func readsAContentRange(text: String, bytes: ClosedRange<Int64>?, total: Int64?) {
        #expect(ContentRange(text)?.bytes == bytes)
        #expect(ContentRange(text)?.total == total)
    }

    @Test(arguments: [
        "", "bytes", "bytes 0-9", "bytes 9-0/10", "bytes 0-10/10", "bytes */*", "bytes -1-5/10", "bytes 0-9/10/11", "items 0-9/10",
        "bytes 0-99999999999999999999/*", "bytes a-b/c", "bytes +0-9/10",
        "bytes 0-9/9007199254740992", "bytes 0-9223372036854775806/*",
    ])
    func refusesOtherContentRanges(text: String) {
        #expect(ContentRange(text) == nil)
    }

    @Test(
        arguments: [("0", 0), ("9007199254740991", 9_007_199_254_740_991), ("9223372036854775807", nil), ("-1", nil)] as [(String, Int64?)])
    func aLengthThatNothingHasIsNone(text: String, length: Int64?) {
        #expect(AnswerHead(status: 200, headers: [("Content-Length", text)], url: "").bodyLength == length)
    }

    @Test func tellsAudioFromOtherThings() {
        func judge(_ bytes: [UInt8]) -> AudioSniffer { AudioSniffer.judge(bytes) }
        func judge(_ text: String) -> AudioSniffer { AudioSniffer.judge(Array(text.utf8)) }
        #expect(judge("ID3\u{3}\0") == .audio("audio/mpeg"))
        #expect(judge([0xff, 0xfb, 0x90, 0x64]) == .audio("audio/mpeg"))
        #expect(judge([0xff, 0xf3, 0x40, 0xc0]) == .audio("audio/mpeg"))
        #expect(judge([0xff, 0xf1, 0x50, 0x80]) == .audio("audio/aac"))
        #expect(judge("OggS\0") == .audio("audio/ogg"))
        #expect(judge("fLaC\0") == .audio("audio/flac"))
        #expect(judge("\0\0\0\u{18}ftypM4A ") == .audio("audio/mp4"))
        #expect(judge("RIFF\0\0\0\0WAVEfmt ") == .audio("audio/wav"))
        #expect(judge("\u{feff}\r\n <html>") == .webPage)
        #expect(judge("<?xml version=\"1.0\"?>") == .webPage)
        #expect(judge([0xff, 0xfe, 0x3c, 0x00]) == .webPage)
        #expect(judge("{\"code\":1,\"msg\":\"没有\"}") == .other("JSON"))
        #expect(judge("404 not found\n") == .other("text"))
        #expect(judge([0x1f, 0x8b, 8]) == .other("gzip"))
        #expect(judge([]) == .other("nothing"))
        // Junk may stand before the first frame.
        #expect(judge([0, 7, 14, 21, 28]) == .unknown)
        #expect(judge([UInt8](repeating: 0, count: 4096)) == .unknown)
    }

    @Test func theWindowKeepsWhatIsAskedForAndNoMore() {
        let sound = Sound.bytes(5_000_000)
        var window = StreamWindow(at: 100)
        var offset = 100
        while offset < sound.count {
            let end = min(offset + 16_384, sound.count)
            // Overlapping pieces: what is known is left out.
            let from = max(100, offset - 1000)
            sound[from..<end].withUnsafeBytes { window.append($0, at: Int64(from)) }
            window.forget(before: Int64(end) - 200_000)
            #expect(window.held <= 200_000 + (1 << 20) + 16_384)
            offset = end
        }
        #expect(window.end == 5_000_000)
        #expect(window.start == 4_800_000)
        var buffer = [UInt8](repeating: 0, count: 1000)
        #expect(buffer.withUnsafeMutableBytes { window.copy(at: 4_900_000, into: $0) } == 1000)
        #expect(buffer == Array(sound[4_900_000..<4_901_000]))
        #expect(buffer.withUnsafeMutableBytes { window.copy(at: 4_999_990, into: $0) } == 10)
        #expect(buffer.withUnsafeMutableBytes { window.copy(at: 5_000_000, into: $0) } == 0)
        #expect(buffer.withUnsafeMutableBytes { window.copy(at: 4_799_999, into: $0) } == 0)
        window.forget(before: .max)
        #expect(window.held == 0)
        #expect(window.end == 5_000_000)
    }

    @Test func partInfoIsReadBackAsItWasWritten() {
        let info = PartInfo(resource: "http://h/a b", validator: "\"x y\"", total: 5)
        #expect(PartInfo(info.text) == info)
        #expect(PartInfo(PartInfo(resource: "http://h/").text) == PartInfo(resource: "http://h/"))
        var synced = info
        synced.boot = "another"
        synced.synced = 7
        #expect(PartInfo(synced.text) == synced)
        #expect(synced.trusted == 7)
        #expect(info.trusted == .max)
        #expect(PartInfo("resource http://h/") == nil)
        #expect(PartInfo("") == nil)
        #expect(PartInfo("\0\0\n") == nil)
    }

    @Test func putsHeadsTogether() {
        var head = HeadLines()
        func take(_ line: String) -> Bool { Array(line.utf8).withUnsafeBytes { head.take($0) } }
        let lines = [
            "HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A:b\r\n", "Long: one\r\n", "\t two \r\n", "no colon\r\n", "E:\r\n",
            "\r\n",
        ]
        #expect(lines.map(take) == [false, true, false, false, false, false, false, false, true])
        #expect(head.status == 200)
        #expect(head.headers.map(\.name) == ["A", "Long", "E"])
        #expect(head.headers.map(\.value) == ["b", "one two ", ""])
    }

    @Test func patienceEnds() {
        var limits = TransferLimits()
        limits.retryDelay = 1
        limits.patientRetries = 8
        limits.longestDelay = 20
        var patience = Patience(limits) { 0 }
        let broken = TransferError.connectionLost(url: "", message: "")
        #expect((0..<4).map { _ in patience.pause(after: broken, size: 10) } == [1, 2, 4, nil])
        #expect(patience.pause(after: broken, size: 11) == 1)
        // A server that has answered before is waited for, but not for ever longer.
        #expect((0..<8).map { _ in patience.pause(after: broken, size: 11, isKnown: true) } == [2, 4, 8, 16, 20, 20, 20, nil])
        #expect(patience.pause(after: .status(404, url: ""), size: 12) == nil)
        #expect(patience.pause(after: .unavailable(status: 503, url: "", retryAfter: 7), size: 12) == 7)
        #expect(patience.pause(after: .unavailable(status: 503, url: "", retryAfter: 61), size: 12) == nil)
        #expect([patience.mayRestart(), patience.mayRestart(), patience.mayRestart()] == [true, true, false])
    }

    @Test func pausesAreLeftToChanceInPart() {
        var limits = TransferLimits()
        limits.retryDelay = 8
        for (chance, pause) in [(0.0, 8.0), (1, 4), (0.5, 6)] {
            var patience = Patience(limits) { chance }
            #expect(patience.pause(after: .stalled(url: "", seconds: 1), size: 0) == pause)
        }
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504]) func aServerInTroubleIsAskedAgain(status: Int) {
        let error = TransferError.status(status, url: "")
        #expect(error.mayHeal && !error.isForGood)
    }

    @Test func whatIsForGoodIsNotAskedForAgain() {
        let errors: [TransferError] = [
            .status(401, url: ""), .status(403, url: ""), .status(404, url: ""), .status(410, url: ""),
            .badURL(""), .unsupportedScheme(url: ""), .tooManyRedirects(url: ""),
        ]
        #expect(errors.allSatisfy { $0.isForGood && !$0.mayHeal })
        // Somebody may log in, set the clock, or make room.
        let others: [TransferError] = [
            .webPageInsteadOfAudio(url: ""), .tls(host: "", message: ""), .noSpace(path: ""), .cancelled,
            .cutShort(url: "", got: 0, expected: nil),
        ]
        #expect(others.allSatisfy { !$0.isForGood })
    }

    @Test func piecesAreGivenOutAtTheRate() {
        let rate = RateLimit()
        #expect(rate.reserve(1 << 20, now: 7) == 7)
        rate.set(1000)
        let times = (0..<11).map { _ in rate.reserve(100, now: 100) }
        #expect(times.first == 100)
        #expect(abs((times.last ?? 0) - 100.9) < 1e-6)
        // Nothing is saved up in a long pause but the burst.
        #expect(rate.reserve(1000, now: 500) == 500)
        #expect(abs(rate.reserve(1, now: 500) - 500.9) < 1e-6)
        rate.set(nil)
        #expect(rate.reserve(1 << 20, now: 500) == 500)
    }

    @Test func knowsWhetherTheLastFrameIsWhole() {
        let sound = Silence.mp3(seconds: 2)
        #expect(FrameCheck.hasFrames(sound))
        #expect(FrameCheck.end(of: sound) == .whole)
        #expect(FrameCheck.end(of: Array(sound.dropLast(100))) == .cut(missing: 100))
        let tag = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
        #expect(FrameCheck.end(of: sound + tag) == .whole)
        let ape = [UInt8](repeating: 7, count: 40) + Array("APETAGEX".utf8) + [0xd0, 7, 0, 0, 72, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        #expect(FrameCheck.end(of: sound + ape + [UInt8](repeating: 0, count: 8) + tag) == .whole)
        #expect(FrameCheck.end(of: sound + [UInt8](repeating: 0, count: 50)) == .unknown)
        #expect(FrameCheck.end(of: []) == .unknown)
        #expect(FrameCheck.end(of: Sound.bytes(70_000)) == .unknown)
        #expect(!FrameCheck.hasFrames(Array("<html>".utf8)))
    }

    @Test func progressIsThinnedOutButTheLastIsTold() {
        let told = Collected<DownloadProgress>()
        var meter = ProgressMeter { told.add($0) }
        for step in 0..<1000 { meter.tell(received: Int64(step) * 10, size: 10_000, now: Double(step) / 1000) }
        meter.tell(received: 10_000, size: 10_000, isLast: true, now: 1)
        #expect(told.all.count == 11)
        #expect(told.all.last?.received == 10_000)
        #expect((told.all.last?.bytesPerSecond ?? 0).rounded() == 10_000)
    }

    @Test func formsAreEscaped() {
        #expect(FormText.encode([("a b", "c&d=é"), ("x", "")]) == "a+b=c%26d%3D%C3%A9&x=")
    }
}
