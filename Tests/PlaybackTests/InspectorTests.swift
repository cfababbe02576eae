import Testing

@testable import Playback

@Suite struct InspectorTests {
    @Test func tellsAFilesFacts() throws {
        let facts = try AudioInspector.inspect(MemorySource(fixture("tone")))
        #expect(facts.codec == "mp3" && facts.mpeg == 1 && facts.sampleRate == 44_100 && facts.channels == 1)
        #expect(facts.frames == 220_500 && facts.duration == 5)
        #expect(facts.bitrate == 64 && !facts.vbr && facts.formatChanges == 0 && facts.warnings.isEmpty)
        #expect(facts.bytes == 40_541)
    }

    @Test func aTagAtTheEndIsNoSound() throws {
        let tag = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        #expect(try AudioInspector.inspect(MemorySource(SilentMPEG.frames(20) + tag)).frames == 20 * 1152)
    }

    @Test func sumsOverFormatChanges() throws {
        let facts = try AudioInspector.inspect(MemorySource(SilentMPEG.frames(100) + SilentMPEG.frames(200, .lowMono)))
        #expect(facts.frames == 230_400 && facts.formatChanges == 1)
        #expect(abs(facts.duration - (115_200 / 44_100.0 + 115_200 / 22_050.0)) < 1e-9)
        #expect(facts.warnings == [.formatChanges(1)])
    }

    /// Too long to be decoded for it: its frames are counted.
    @Test func countsTheFramesOfALongFile() throws {
        #expect(try AudioInspector.inspect(MemorySource(SilentMPEG.frames(12_000))).frames == 12_000 * 1152)
        let tagged = SilentMPEG.info(frames: 12_000, delay: 576, padding: 1000) + SilentMPEG.frames(12_000)
        #expect(try AudioInspector.inspect(MemorySource(tagged)).frames == 12_000 * 1152 - 576 - 1000)
    }
}
