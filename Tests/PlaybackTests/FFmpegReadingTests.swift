import Testing

@testable import Playback

/// What is read without ffmpeg: its own words, and the frames of AAC.
@Suite struct FFmpegReadingTests {
    @Test func aTagsTextIsNotFFmpegsWord() {
        var words = FFmpegWords()
        words.add(
            """
            [info] Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:/dev/stdin':
            [info]   Metadata:
            [info]     comment         : Duration: 00:05:00.00, start: 9
            [info]                     : Stream #0:0: Audio: nothing
            [info]   Duration: 01:00:00.50, start: 0.250000, bitrate: 64 kb/s
            [info]   Stream #0:0(und): Audio: aac (LC), 44100 Hz, stereo

            """.utf8)
        #expect(words.duration == 3600.5 && words.start == 0.25 && words.codec == "aac")
    }

    /// A frame of 44.1 kHz with so many bytes.
    private func frame(_ size: Int) -> [UInt8] {
        [0xFF, 0xF1, 0x50, UInt8(size >> 11), UInt8(size >> 3 & 0xFF), UInt8(size & 7) << 5, 0xFC] + [UInt8](repeating: 0, count: size - 7)
    }

    @Test func framesAreCountedOverWhatIsNone() {
        let junk = [UInt8](repeating: 0xFF, count: 20_000)
        let bytes = Array(frame(300).dropFirst(100)) + frame(200) + frame(400) + junk + frame(250) + frame(260) + [0xFF, 0xF1]
        for piece in [9000, 50_000] {
            var frames = ADTSFrames(from: 0)
            while frames.place < bytes.count {
                let rest = bytes[min(Int(frames.place), bytes.count)...].prefix(piece)
                guard frames.add(Array(rest)) else { break }
            }
            #expect(frames.count == 4 && abs(frames.seconds - 4 * 1024 / 44_100) < 1e-9, "\(piece)")
        }
    }

    @Test func aBoxOfAnySizeIsTakenAtItsWordOnlyUpToALimit() throws {
        let boxes: [UInt8] = [0, 0, 0, 8] + Array("ftyp".utf8) + [0, 0, 0, 8] + Array("moov".utf8)
        let endless: [UInt8] = [0, 0, 0, 1] + Array("free".utf8) + [0x7F] + [UInt8](repeating: 0xFF, count: 7)
        let layout = try FFmpegLayout(MemorySource(boxes + endless), .mpeg4, from: 0)
        #expect(layout.head == boxes)
    }

    @Test func aGuessedPlaceLiesInTheFile() {
        let layout = FFmpegLayout(from: 44)
        #expect(layout.guess(30, of: 60, length: 1044) == 544)
        #expect(layout.guess(99, of: 60, length: 1044) == 1044)
        #expect(layout.guess(60, of: 60, length: .max) == .max)
    }
}
