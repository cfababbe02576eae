import Testing

@testable import Playback

/// Where to ask for a time of a remote file.
@Suite struct SeekGuideTests {
    private func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }

    /// A silent frame of 64 kbit/s.
    private let small: [UInt8] = [0xFF, 0xFB, 0x50, 0x00] + [UInt8](repeating: 0, count: 204)

    private func xing(_ name: String, frames: Int, bytes: Int, table: [UInt8]?) -> [UInt8] {
        [UInt8](repeating: 0, count: 36) + Array(name.utf8) + big(table == nil ? 3 : 7, 4) + big(frames, 4) + big(bytes, 4) + (table ?? [])
            + [UInt8](repeating: 0, count: 40)
    }

    /// A recording of which the frames' sizes are given by a rule, and the table that an encoder would write for it.
    private func recording(_ count: Int, _ size: (Double) -> Double) -> (places: [Double], table: [UInt8]) {
        var places = [0.0]
        for frame in 0..<count { places.append(places[frame] + size(Double(frame) / Double(count))) }
        let whole = places[count]
        return (places, (0..<100).map { UInt8(min(255, places[$0 * count / 100] / whole * 256)) })
    }

    @Test func aConstantBitRateIsCountedOut() throws {
        let even = (0..<100).map { UInt8($0 * 256 / 100) }
        for table in [nil, even] {
            // The header's frame is one more; behind the sound there are tags. What it says counts unless that can't be.
            let header = SeekGuide.Header(in: xing("Info", frames: 10_000, bytes: 4_180_418, table: table))
            let guide = try #require(SeekGuide(start: 1000, end: 4_185_000, header: header, mean: nil))
            #expect(guide.frames == 10_000)
            #expect(guide.offsets(step: 2500) == [1000, 1_045_998, 2_090_998, 3_135_998])
            let wrong = SeekGuide.Header(in: xing("Info", frames: 10_000, bytes: 9_180_418, table: table))
            #expect(SeekGuide(start: 1000, end: 4_181_000, header: wrong, mean: nil)?.offsets(step: 2500) == guide.offsets(step: 2500))
        }
        // The last frame may be cut.
        let bare = try #require(SeekGuide(start: 0, end: 417_300, header: nil, mean: 417))
        #expect(bare.offsets(step: 250) == [0, 104_248, 208_498, 312_748])
    }

    @Test func withAConstantBitRateAFarPlaceIsExact() throws {
        // No header says so; frames are of 104 and 105 bytes, and a tag stands behind them.
        let bytes = try fixture("steps") + Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
        for place in [2.5, 5.01, 9] {
            let (near, far) = (try Mpg123Decoder(MemorySource(bytes)), try Mpg123Decoder(FakeSource(bytes)))
            #expect(try near.seek(to: place) == far.seek(to: place))
            // Frames alike say how long it is, though none was decoded before.
            #expect(far.duration.map { abs($0 - (near.duration ?? 0)) < 0.1 } == true && !far.isMeasured)
            // What the first frames borrow from those before them isn't there.
            let (wanted, heard) = (try decodeAll(near).samples.dropFirst(3000), try decodeAll(far).samples.dropFirst(3000))
            #expect(wanted.count > 10_000 && wanted.elementsEqual(heard), "\(place)")
        }
    }

    @Test func aTableIsReadFinerThanItIsWritten() throws {
        let count = 100_000
        for rule: (Double) -> Double in [{ 200 + 100 * $0 }, { $0 < 0.5 ? 200 : 600 }, { $0 > 0.3 && $0 < 0.32 ? 24 : 400 }] {
            let (places, table) = recording(count, rule)
            let whole = places[count]
            let header = SeekGuide.Header(in: xing("Xing", frames: count, bytes: Int(whole), table: table))
            let guide = try #require(SeekGuide(start: 0, end: Int64(whole), header: header, mean: nil))
            let offsets = guide.offsets(step: 1000)
            #expect(offsets == offsets.sorted())
            let worst = offsets.indices.map { abs(Double(offsets[$0]) - places[$0 * 1000]) / whole }.max() ?? 1
            #expect(worst < 0.008, "\(worst)")
        }
    }

    @Test func vbriSizesAreAdded() throws {
        let sizes = [40, 10, 10, 20]
        let facts = [(1, 2), (0, 2), (75, 2), (8000, 4), (400, 4), (4, 2), (100, 2), (2, 2), (100, 2)] + sizes.map { ($0, 2) }
        let bytes = [UInt8](repeating: 0, count: 36) + Array("VBRI".utf8) + facts.flatMap { big($0.0, $0.1) }
        let header = try #require(SeekGuide.Header(in: bytes))
        #expect(header == .vbri(frames: 400, sizes: sizes.map { $0 * 100 }, framesPerEntry: 100))
        let guide = try #require(SeekGuide(start: 500, end: 8500, header: header, mean: nil))
        #expect(guide.offsets(step: 50) == [500, 2500, 4500, 5000, 5500, 6000, 6500, 7500])
    }

    @Test func brokenHeadersSayNothing() {
        #expect(SeekGuide.Header(in: []) == nil)
        #expect(SeekGuide.Header(in: Array("Xing".utf8)) == nil)
        #expect(SeekGuide.Header(in: Array("VBRI".utf8) + [UInt8](repeating: 0xFF, count: 22)) == nil)
        #expect(SeekGuide.Header(in: Array("Xing".utf8) + big(7, 4) + big(0, 4)) == nil)
        #expect(SeekGuide(start: 0, end: 100, header: .xing(frames: .max, bytes: .max, table: []), mean: nil) == nil)
        #expect(SeekGuide(start: 0, end: 100, header: nil, mean: 0) == nil)
        #expect(SeekGuide(start: 100, end: 100, header: nil, mean: 417) == nil)
        #expect(SeekGuide(start: 0, end: .max, header: nil, mean: 1) == nil)
        #expect(
            SeekGuide(start: 0, end: .max, header: .xing(frames: 9, bytes: .max, table: [UInt8](repeating: 255, count: 100)), mean: nil)
                == nil)
    }

    @Test func aFarSeekAsksForLittleAndIsExactWhereTheHeaderSaysItAll() throws {
        let frames = SilentMPEG.frames(3_000)
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0x10, 0, 0] + [UInt8](repeating: 0xFF, count: 0x10 << 14)
        // These frames are a quarter of a per cent smaller than their bit rate says, as no byte of padding is in them.
        let counted = SilentMPEG.info(frames: 3_000, delay: 0, padding: 0) + frames
        for (bytes, tolerance) in [(frames, 0.2), (counted, 0.03), (tag + frames, 0.2)] {
            let source = FakeSource(bytes)
            let ahead = ReadAhead(source) {}
            defer { ahead.cancel() }
            let decoder = try Mpg123Decoder(ahead)
            #expect(try decoder.seek(to: 60) == 60)
            #expect(source.bytesRead < 500_000)
            let rest = Double(try decodeAll(decoder).samples.count) / 88_200
            #expect(abs(rest - 18.367) < tolerance, "\(rest)")
        }
    }

    @Test func withoutAHeaderTheFramesThatWereReadSayHowLongItIs() throws {
        // The first frame says 128 kbit/s, the others have 64.
        let decoder = try Mpg123Decoder(FakeSource(SilentMPEG.frames(1) + (0..<40_000).flatMap { _ in small }))
        #expect(decoder.duration == nil)
        try read(300, of: decoder)
        #expect(!decoder.isMeasured)
        let length = 40_001.0 * 1152 / 44_100
        #expect(abs(try #require(decoder.duration) / length - 1) < 0.02)
        #expect(try decoder.seek(to: 900) == 900)
    }

    /// Decodes so many of the silent frames that these tests are made of.
    private func read(_ count: Int, of decoder: Mpg123Decoder) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4608, alignment: 16)
        defer { buffer.deallocate() }
        for _ in 0..<count { #expect(try decoder.read(into: buffer) == .bytes(4608)) }
    }

    @Test func theFramesThatWereReadAreCountedToTheLastByte() throws {
        // The first one is twice as large as the others.
        let bytes = SilentMPEG.frames(1) + (0..<40_000).flatMap { _ in small }
        let decoder = try Mpg123Decoder(FakeSource(bytes))
        try read(50, of: decoder)
        let mean = Double(417 + 49 * small.count) / 50
        #expect(abs(try #require(decoder.duration) - Double(bytes.count) / mean * 1152 / 44_100) < 0.1)
    }

    @Test func whatWasHeardIsKnownAndTheWayFromThereIsSampled() throws {
        // Small ones, and then as many large ones between them.
        let front = (0..<2000).flatMap { _ in small }
        let rest = (0..<3000).flatMap { _ in SilentMPEG.frames(1) + small }
        let whole = 8000.0 * 1152 / 44_100
        for (target, tolerance) in [(93.0, 0.2), (60.0, 6.0)] {
            let source = FakeSource(front + rest)
            let decoder = try Mpg123Decoder(source)
            try read(2400, of: decoder)
            let before = source.bytesRead
            #expect(try decoder.seek(to: target) == target)
            #expect(source.bytesRead - before < (target > 90 ? 40_000 : 16_000))
            let left = Double(try decodeAll(decoder).samples.count) / 88_200
            #expect(abs(left - (whole - target)) < tolerance, "\(left) of \(whole - target)")
        }
    }

    @Test(arguments: [1, 120]) func aSeekAtOnceWeighsFramesHereAndThere(_ dense: Int) throws {
        // The first ones, or the whole of the first second, say 128 kbit/s; but for every other one there, all have 64.
        let front = (0..<dense).flatMap { _ in SilentMPEG.frames(1) + small }
        let source = FakeSource(front + (0..<40_000).flatMap { _ in small })
        let decoder = try Mpg123Decoder(source)
        let length = Double(40_000 + 2 * dense) * 1152 / 44_100
        #expect(try decoder.seek(to: 900) == 900)
        #expect(source.bytesRead < 64_000)
        let rest = Double(try decodeAll(decoder).samples.count) / 88_200
        #expect(abs(rest - (length - 900)) < 20, "\(rest) of \(length - 900)")
    }

    @Test func whatIsExpectedCountsWhereNoHeaderSaysHowLongItIs() throws {
        // Half of it at 128 kbit/s, half at 8: the first frame alone would say 18 s.
        let slow: [UInt8] = [0xFF, 0xF3, 0x10, 0xC0] + [UInt8](repeating: 0, count: 22)
        let bytes = SilentMPEG.frames(20) + (0..<8_000).flatMap { _ in slow }
        let decoder = try Mpg123Decoder(FakeSource(bytes))
        #expect(!decoder.isMeasured)
        #expect(decoder.duration == nil)
        decoder.expect(200)
        #expect(decoder.duration == 200)
        #expect(try decoder.seek(to: 150) == 150)
    }
}
