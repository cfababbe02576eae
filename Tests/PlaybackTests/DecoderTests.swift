import Testing

@testable import Playback

@Suite struct DecoderTests {
    @Test func givesEverySampleOfSilentFrames() throws {
        let decoder = try Mpg123Decoder(MemorySource(SilentMPEG.frames(100)))
        #expect(decoder.duration == 115_200 / 44_100.0)
        #expect(try decodeAll(decoder).samples.count == 115_200 * 2)
        #expect(decoder.position == 115_200 / 44_100.0)
    }

    @Test func cutsDelayAndPaddingThatTheInfoFrameSays() throws {
        let bytes = SilentMPEG.info(frames: 400, delay: 576, padding: 1000) + SilentMPEG.frames(400)
        let decoder = try Mpg123Decoder(MemorySource(bytes))
        #expect(decoder.duration == 459_224 / 44_100.0)
        #expect(try decodeAll(decoder).samples.count == 459_224 * 2)
    }

    @Test(arguments: ["tone", "steps"]) func aWalkCountsWhatDecodingGives(_ name: String) throws {
        let bytes = try fixture(name)
        let walk = try FrameWalk(MemorySource(bytes))
        while try !walk.step(7) {}
        #expect(walk.table.frames == (try decodeAll(Mpg123Decoder(MemorySource(bytes)))).samples.count)
    }

    @Test func aFormatChangeInMidStreamIsToldAndTimed() throws {
        let decoder = try Mpg123Decoder(MemorySource(SilentMPEG.frames(100) + SilentMPEG.frames(200, .lowMono)))
        let (samples, formats) = try decodeAll(decoder)
        #expect(formats == [AudioFormat(sampleRate: 44_100, channels: 2), AudioFormat(sampleRate: 22_050, channels: 1)])
        #expect(samples.count == 230_400 + 115_200)
        #expect(abs(decoder.position - (115_200 / 44_100.0 + 115_200 / 22_050.0)) < 1e-9)
        #expect(decoder.duration == decoder.position)
    }

    @Test func aSeekBehindAFormatChangeIsExact() throws {
        let decoder = try Mpg123Decoder(MemorySource(SilentMPEG.frames(100) + SilentMPEG.frames(200, .lowMono)))
        #expect(abs(try decoder.seek(to: 4) - 4) < 1e-4)
        #expect(decoder.format.sampleRate == 22_050)
        let rest = try decodeAll(decoder).samples.count
        #expect(abs(Double(rest) / 22_050 - (115_200 / 44_100.0 + 115_200 / 22_050.0 - 4)) < 1e-4)
        #expect(abs(try decoder.seek(to: 1) - 1) < 1e-4)
        #expect(decoder.format.sampleRate == 44_100)
    }

    @Test(arguments: [0, 0.02, 1.5, 2.25, 4.99]) func aSeekIsExactToTheSample(_ place: Double) throws {
        let all = try decodeAll(Mpg123Decoder(MemorySource(fixture("tone")))).samples
        let decoder = try Mpg123Decoder(MemorySource(fixture("tone")))
        #expect(abs(try decoder.seek(to: place) - place) < 1e-4)
        let rest = try decodeAll(decoder).samples
        let wanted = all.dropFirst(all.count - rest.count)
        #expect(rest.count == all.count - Int((place * 44_100).rounded()))
        // The first frames after a seek lack what a bit reservoir held.
        #expect(zip(rest, wanted).allSatisfy { abs(Int($0) - Int($1)) < 32 })
    }

    @Test func aSeekIsCutAtBothEnds() throws {
        let decoder = try Mpg123Decoder(MemorySource(fixture("tone")))
        #expect(try decoder.seek(to: -60) == 0)
        #expect(try decoder.seek(to: .infinity) == 5)
        #expect(try decodeAll(decoder).samples.isEmpty)
        #expect(try decoder.seek(to: 1) == 1)
        #expect(try decodeAll(decoder).samples.count == 4 * 44_100)
    }

    @Test func junkInTheMiddleCostsOnlyWhatItHits() throws {
        var junk: [UInt8] = []
        for index in 0..<20_000 { junk.append(UInt8(truncatingIfNeeded: index &* 7 &+ index >> 5) & 0x7F) }
        let decoder = try Mpg123Decoder(MemorySource(SilentMPEG.frames(100) + junk + SilentMPEG.frames(100)))
        let frames = try decodeAll(decoder).samples.count / 2 / 1152
        #expect((198...200).contains(frames))
    }

    @Test func aRemoteSourceIsNotReadToItsEndFirst() throws {
        let source = FakeSource(SilentMPEG.frames(3_000))
        let decoder = try Mpg123Decoder(source)
        #expect(source.bytesRead < 64 << 10)
        #expect(decoder.duration == nil)
        var frames = try decode(decoder, frames: 60 * 1152)
        #expect(abs((decoder.duration ?? 0) - 78.4) < 0.5)
        frames += try decodeAll(decoder).samples.count / 2
        #expect(frames == 3_456_000)
    }

    @Test func aFarSeekInARemoteSourceAsksForFewBytes() throws {
        let source = FakeSource(SilentMPEG.frames(3_000))
        let decoder = try Mpg123Decoder(source)
        let reached = try decoder.seek(to: 60)
        #expect(abs(reached - 60) < 0.1)
        #expect(source.bytesRead < 256 << 10)
        let rest = Double(try decodeAll(decoder).samples.count) / 88_200
        #expect(abs(rest - 18.4) < 0.5)
    }

    @Test func aSourceOfUnknownLengthPlaysToItsEnd() throws {
        let decoder = try Mpg123Decoder(FakeSource(SilentMPEG.frames(50), hasLength: false))
        #expect(decoder.duration == nil)
        #expect(try decodeAll(decoder).samples.count == 57_600 * 2)
        #expect(try decoder.seek(to: 99) < 1.31)
    }

    @Test func theSourcesOwnErrorComesThrough() throws {
        let source = FakeSource(SilentMPEG.frames(500))
        let decoder = try Mpg123Decoder(source)
        source.fail(.unreadable(path: "x", errno: 5))
        #expect { try decodeAll(decoder) } throws: { if case PlaybackError.unreadable = $0 { true } else { false } }
    }
}
