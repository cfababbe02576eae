import Foundation
import Testing

@testable import Playback

@Suite struct RendererTests {
    private func item(_ bytes: [UInt8], _ name: String = "item") -> RenderItem {
        RenderItem(name: name) { MemorySource(bytes) }
    }

    @Test func writesAWaveFileOfExactlyTheFrames() throws {
        let scratch = try Scratch()
        let result = try Renderer.render([item(SilentMPEG.frames(10))], to: .wav(scratch.file("a.wav")))
        #expect(result.frames == 11_520)
        #expect(scratch.names == ["a.wav"])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: scratch.file("a.wav"))))
        #expect(bytes.count == 44 + 11_520 * 4)
        #expect(bytes.prefix(44).elementsEqual(WaveHeader.bytes(AudioFormat(sampleRate: 44_100, channels: 2), dataBytes: 46_080)))
        #expect(bytes[4...7].elementsEqual([0x24, 0xB4, 0, 0]))
    }

    @Test func aHeaderFromElsewhereIsTheSame() {
        // As `sox -n -r 8000 -c 1 -b 16 x.wav trim 0 1s` writes it, with 2 bytes of data.
        let known: [UInt8] = [
            0x52, 0x49, 0x46, 0x46, 0x26, 0, 0, 0, 0x57, 0x41, 0x56, 0x45, 0x66, 0x6D, 0x74, 0x20, 16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0,
            0, 0x80,
            0x3E, 0, 0, 2, 0, 16, 0, 0x64, 0x61, 0x74, 0x61, 2, 0, 0, 0,
        ]
        #expect(WaveHeader.bytes(AudioFormat(sampleRate: 8000, channels: 1), dataBytes: 2) == known)
    }

    @Test func goesOnAsDecodedOverAFormatChange() throws {
        let scratch = try Scratch()
        let joined = SilentMPEG.frames(5, .lowMono) + SilentMPEG.frames(4)
        let items = [item(SilentMPEG.frames(2)), item(SilentMPEG.frames(3, .lowMono)), item(joined)]
        let result = try Renderer.render(items, to: .wav(scratch.file("a.wav")))
        #expect(result.format == AudioFormat(sampleRate: 44_100, channels: 2))
        #expect(result.formatChanges == 2)
        #expect(result.frames == 2 * 1152 + 8 * 576 + 4 * 1152)
    }

    @Test func aFailureLeavesNoFileAndTheOldOneAsItWas() throws {
        let scratch = try Scratch()
        let old = try scratch.write("a.wav", [1, 2, 3])
        #expect { try Renderer.render([item(SilentMPEG.frames(9)), item(Array("OggS".utf8) + [0, 2], "b")], to: .wav(old)) } throws: {
            ($0 as? RenderFailure)?.name == "b"
        }
        #expect(throws: RenderFailure.self) { try Renderer.render([item([])], to: .raw(scratch.file("b.raw"))) }
        #expect(scratch.names == ["a.wav"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: old)) == Data([1, 2, 3]))
    }

    @Test func aFolderThatIsNotThereIsSaid() {
        #expect { try Renderer.render([item(SilentMPEG.frames(9))], to: .raw("/nowhere/a.raw")) } throws: {
            if case .output(path: "/nowhere/a.raw", errno: 2)? = ($0 as? RenderFailure)?.error { true } else { false }
        }
    }

    @Test func aFullDiskIsSaid() {
        #expect { try Renderer.render([item(SilentMPEG.frames(9))], to: .raw("/dev/full")) } throws: {
            if case .noSpace(path: "/dev/full")? = ($0 as? RenderFailure)?.error { true } else { false }
        }
    }

    @Test func aPipeWhoseReaderGoesAwayEndsQuietly() throws {
        signal(SIGPIPE, SIG_IGN)
        let scratch = try Scratch()
        let path = scratch.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        startThread {
            let reader = open(path, O_RDONLY)
            var byte: UInt8 = 0
            _ = read(reader, &byte, 1)
            close(reader)
        }
        let result = try Renderer.render([item(SilentMPEG.frames(1000))], to: .raw(path))
        #expect(result.isCutShort)
    }

    @Test func namesForOutputsAreRead() {
        #expect(OutputChoice("pulse") == .pulse(sink: nil))
        #expect(OutputChoice("pulse:test") == .pulse(sink: "test"))
        #expect(OutputChoice("null") == .null)
        #expect(OutputChoice("wav:a:b.wav") == .wav("a:b.wav"))
        #expect(OutputChoice("raw:-") == .raw("-"))
        #expect(["", "pulse:", "wav", "wav:", "raw", "null:x", "alsa"].allSatisfy { OutputChoice($0) == nil })
    }
}
