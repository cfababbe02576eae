import TestSupport
import Testing

@testable import Playback

/// What changes the samples on their way.
@Suite struct EffectsTests {
    private func tone() throws -> Mpg123Decoder { try Mpg123Decoder(MemorySource(try fixture("tone"))) }

    @Test(arguments: [0.5, 0.75, 0.99, 1.01, 1.5, 2, 2.5, 3]) func aToneKeepsItsPitchAtAnySpeed(_ speed: Double) throws {
        let decoder = try tone().changed(by: Effects(speed: speed))
        let (samples, formats) = try decodeAll(decoder)
        #expect(formats == [AudioFormat(sampleRate: 44_100, channels: 1)])
        let length = Double(samples.count) * speed / 220_500
        #expect(abs(length - 1) < 0.002, "\(samples.count)")
        let pitch = Sound.frequency(samples[2000..<samples.count - 2000])
        #expect(abs(pitch - 440) < 2.5, "\(pitch)")
        #expect(decoder.position == 5)
        #expect(decoder.duration == 5)
    }

    @Test func withoutEffectsTheSamplesAreThoseThatWereDecoded() throws {
        let decoder = try tone()
        #expect(decoder.changed(by: Effects()) === decoder)
        #expect(decoder.changed(by: Effects(speed: 2)).changed(by: Effects()) === decoder)
        // Neither does what leaves them alone touch them.
        let through = try decodeAll(try tone().changed(by: Effects(skipsSilence: true)))
        #expect(through.samples == (try decodeAll(decoder)).samples)
    }

    @Test func aSpeedBeyondWhatCanBeHadIsCut() {
        #expect([Effects(speed: 0).speed, Effects(speed: 9).speed, Effects(speed: .nan).speed] == [0.5, 3, 1])
    }

    @Test func theFormatMayChangeOnTheWay() throws {
        let bytes = SilentMPEG.frames(100) + SilentMPEG.frames(100, .lowMono)
        let (samples, formats) = try decodeAll(try Mpg123Decoder(MemorySource(bytes)).changed(by: Effects(speed: 2)))
        #expect(formats.map(\.sampleRate) == [44_100, 22_050])
        let expected = 100 * 1152 + 100 * 576 / 2
        #expect(abs(samples.count - expected) < expected / 200, "\(samples.count)")
    }

    @Test func longSilencesAreShortened() throws {
        let parts = [(1.0, 8000.0), (0.5, 0), (1, 8000), (2, 60), (1, 8000), (3, 0)]
        let decoder = SampleDecoder(parts).changed(by: Effects(skipsSilence: true))
        let (samples, _) = try decodeAll(decoder)
        // The short one is left; of the two long ones 0.3 s each.
        #expect(abs(samples.count - 32_800) < 80, "\(samples.count)")
        #expect(decoder.position == 8.5)
    }

    @Test func placesAreRightWhereSilenceIsLeftOut() throws {
        let decoder = SampleDecoder([(1, 8000), (4, 0), (2, 8000)]).changed(by: Effects(speed: 2, skipsSilence: true))
        var buffer = [UInt8](repeating: 0, count: 320)
        var given = 0.0
        var places: [(given: Double, place: Double)] = []
        for _ in 0..<1000 {
            guard
                case .bytes(let count) = try buffer.withUnsafeMutableBytes({ bytes throws(PlaybackError) in try decoder.read(into: bytes) })
            else { break }
            given += Double(count) / 16_000
            places.append((given, decoder.position))
            // What was given a while ago has the place that it had then.
            if let then = places.last(where: { $0.given <= given - 0.2 }) {
                #expect(abs(decoder.position(behind: given - then.given) - then.place) < 0.001)
            }
        }
        #expect(abs(given - 1.65) < 0.05, "\(given)")
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.place <= $1.place })
        for (given, place) in places where given < 0.5 || given > 0.75 {
            let expected: Double = given < 0.5 ? 2 * given : 7 - 2 * (1.65 - given)
            #expect(abs(place - expected) < 0.1, "\(given) \(place)")
        }
        #expect(decoder.position == 7)
    }

    @Test func anHourOfSilenceDoesNotKeepAnyoneWaiting() throws {
        let decoder = SampleDecoder([(300, 0)]).changed(by: Effects(skipsSilence: true))
        var buffer = [UInt8](repeating: 0, count: 16_000)
        for _ in 0..<3 { _ = try buffer.withUnsafeMutableBytes { bytes throws(PlaybackError) in try decoder.read(into: bytes) } }
        #expect(decoder.bare.position < 60)
        #expect(try decodeAll(decoder).samples.count < 8000)
    }

    @Test(arguments: [0.8, 1.25, 1.5, 2, 3]) func aToneThatGoesOnInTheNextItemIsHeardWithoutAGap(_ speed: Double) throws {
        let halves = try (0..<2).map { _ in try decodeAll(SampleDecoder([(2, 8000)]).changed(by: Effects(speed: speed))).samples }
        let samples = halves[0] + halves[1]
        #expect(abs(Double(samples.count) * speed / 32_000 - 1) < 0.003)
        let peaks = stride(from: 0, to: samples.count - 20, by: 20).map { samples[$0..<$0 + 20].max() ?? 0 }
        #expect(peaks.allSatisfy { $0 > 6000 }, "\(peaks.filter { $0 <= 6000 })")
        let steps = zip(samples, samples.dropFirst()).map { abs(Int($0) - Int($1)) }
        #expect(steps.max().map { $0 < 4000 } == true, "\(steps.max() ?? 0)")
    }

    @Test func aSeekForgetsWhatIsInTheStretcher() throws {
        let decoder = SampleDecoder([(2, 8000), (3, 0)]).changed(by: Effects(speed: 1.5))
        var buffer = [Int16](repeating: 0, count: 3000)
        for _ in 0..<3 { _ = try buffer.withUnsafeMutableBytes { bytes throws(PlaybackError) in try decoder.read(into: bytes) } }
        #expect(try decoder.seek(to: 3) == 3)
        #expect(decoder.position == 3)
        let (samples, _) = try decodeAll(decoder)
        #expect(samples.allSatisfy { $0 == 0 })
        #expect(abs(samples.count - 16_000 * 2 / 3) < 50, "\(samples.count)")
    }

    @Test func theOutroIsLeftOutUnlessSomeoneGoesThere() throws {
        func decoder(_ outro: Double) -> any Decoder { SampleDecoder([(5, 8000)]).changed(by: Effects(outro: outro)) }
        let cut = decoder(1.25)
        #expect(cut.end == 3.75)
        #expect(try decodeAll(cut).samples.count == 30_000)
        #expect(cut.position == 3.75 && cut.duration == 5)
        #expect(try cut.seek(to: 4) == 4)
        #expect(try decodeAll(cut).samples.count == 8000)
        #expect(try cut.seek(to: 1) == 1)
        #expect(try decodeAll(cut).samples.count == 22_000)
        // What is all outro is played.
        #expect(try decodeAll(decoder(60)).samples.count == 40_000)
    }

    @Test func theLoudnessInTheTagsCountsWhereItIsAskedFor() throws {
        func peak(_ gain: Double) throws -> Int {
            let decoder = SampleDecoder([(1, 10_000)], gain: gain).changed(by: Effects(gain: .track))
            return Int(try decodeAll(decoder).samples.max() ?? 0)
        }
        #expect(try peak(0) == 10_000)
        #expect(abs(try peak(-6.0206) - 5000) < 2)
        #expect(abs(try peak(6.0206) - 20_000) < 2)
        // What would be too loud is bent, not cut off.
        let loud = try decodeAll(SampleDecoder([(1, 30_000)], gain: 3).changed(by: Effects(gain: .album))).samples
        #expect(loud.max().map { $0 > 30_000 } == true)
        #expect(Set(loud.filter { $0 > 26_300 }).count > 2)
    }

    @Test func theTagsAreReadByTheDecoder() throws {
        func frame(_ key: String, _ value: String) -> [UInt8] {
            let text = [0] + Array(key.utf8) + [0] + Array(value.utf8)
            return Array("TXXX".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
        }
        let frames = frame("replaygain_track_gain", "-6.00 dB") + frame("replaygain_album_gain", "-3.50 dB")
        let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames
        let decoder = try Mpg123Decoder(MemorySource(tag + (try fixture("tone"))))
        #expect(abs(decoder.gain(.track) + 6) < 0.01)
        #expect(abs(decoder.gain(.album) + 3.5) < 0.01)
        #expect(try Mpg123Decoder(MemorySource(SilentMPEG.frames(9))).gain(.track) == 0)
        // They are only read: the samples stay what they are.
        #expect(try decodeAll(decoder).samples == (try decodeAll(try tone())).samples)
    }
}
