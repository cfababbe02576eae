import Foundation
import TestSupport
import Testing

@testable import Playback

/// Sound that ffmpeg decodes. Where that isn't installed these are passed over.
@OwnThread @Suite(.enabled(if: Encoded.isPossible)) struct FFmpegTests {
    nonisolated private static let endings = Encoded.kinds.map(\.ending)

    private func isExact(_ ending: String) -> Bool { Encoded.lossless.contains(ending) }

    private func decoder(_ source: any ByteSource) throws -> FFmpegDecoder {
        try #require(try AudioDecoders.open(source) as? FFmpegDecoder)
    }

    // MARK: files

    @Test(arguments: endings) func aFileGivesAllItsSamples(_ ending: String) throws {
        let scratch = try Scratch()
        let decoder = try decoder(FileSource(path: Encoded.write(ending, in: scratch)))
        #expect(decoder.format == AudioFormat(sampleRate: ending == "opus" ? 48_000 : 44_100, channels: 2))
        #expect(abs((decoder.duration ?? 0) - Encoded.seconds) < 0.06)
        #expect(decoder.isMeasured)
        let samples = try decodeAll(decoder).samples
        let frames = Encoded.kinds.first { $0.ending == ending }?.frames ?? 0
        // AAC has frames of 1024, and in ADTS nothing says where the sound begins and ends in them.
        let spare = ["aac": 2048, "m4a": 1024][ending] ?? 0
        #expect((frames...frames + spare).contains(samples.count / 2))
        if isExact(ending) { #expect(samples == Encoded.samples) }
    }

    @Test(arguments: endings) func aSeekInAFileIsExact(_ ending: String) throws {
        let scratch = try Scratch()
        let path = try Encoded.write(ending, in: scratch)
        let whole = try decodeAll(decoder(FileSource(path: path))).samples
        let decoder = try decoder(FileSource(path: path))
        for seconds in [15.25, 3.123456, 0] {
            #expect(try abs(decoder.seek(to: seconds) - seconds) < 1e-9)
            let rest = try decodeAll(decoder).samples
            let skipped = 2 * decoder.format.frames(seconds)
            #expect(rest.count == whole.count - skipped, "\(seconds)")
            if isExact(ending) || ending == "ogg" { #expect(rest[...] == whole[skipped...], "\(seconds)") }
            #expect(abs(Encoded.place(of: rest.prefix(20_000), rate: decoder.format.sampleRate) - seconds) < 0.15)
        }
        #expect(try abs(decoder.seek(to: 99) - (decoder.duration ?? 0)) < 1e-9)
        // ffmpeg tells hundredths of a second.
        #expect(try decodeAll(decoder).samples.count <= 2048)
    }

    @Test func moreThanTwoChannelsBecomeTwo() throws {
        let scratch = try Scratch()
        let path = try Encoded.write("flac", in: scratch, ["-af", "aformat=channel_layouts=5.1", "-ar", "96000"])
        let decoder = try decoder(FileSource(path: path))
        #expect(decoder.format == AudioFormat(sampleRate: 96_000, channels: 2))
        #expect(try decodeAll(decoder).samples.count == 2 * 1_920_000)
    }

    // MARK: by a pipe

    @Test(arguments: endings) func bytesFromElsewhereGiveTheSame(_ ending: String) throws {
        let bytes = try Encoded.bytes(ending)
        let whole = try decodeAll(decoder(MemorySource(bytes))).samples
        let ahead = ReadAhead(FakeSource(bytes)) {}
        defer { ahead.cancel() }
        #expect(try decodeAll(decoder(ahead)).samples == whole)
        if isExact(ending) { #expect(whole == Encoded.samples) }
        // An index that stands behind the sound can't be got at where nobody knows how long that is.
        if ending != "m4a" { #expect(try decodeAll(decoder(FakeSource(bytes, hasLength: false))).samples == whole) }
    }

    @Test(arguments: endings) func aSeekElsewhereAsksForFewBytes(_ ending: String) throws {
        let bytes = try Encoded.bytes(ending)
        let whole = try decodeAll(decoder(MemorySource(bytes))).samples
        let source = FakeSource(bytes)
        let ahead = ReadAhead(source) {}
        defer { ahead.cancel() }
        let decoder = try decoder(ahead)
        decoder.expect(Encoded.seconds)
        for seconds in [16.0, 4.5] {
            let reached = try decoder.seek(to: seconds)
            #expect(abs(reached - seconds) < 0.001)
            let rest = try decodeAll(decoder).samples
            let skipped = 2 * decoder.format.frames(reached)
            #expect(abs(Encoded.place(of: rest.prefix(20_000), rate: decoder.format.sampleRate) - seconds) < (ending == "aac" ? 1 : 0.1))
            if ending != "aac" { #expect(rest.count == whole.count - skipped) }
            if isExact(ending) || ending == "ogg" { #expect(rest[...] == whole[skipped...]) }
        }
    }

    @Test func aFarPlaceOfAnM4AIsNotReachedThroughAllBytesBeforeIt() throws {
        for options in [[], ["-movflags", "+faststart"]] {
            let bytes = try Encoded.bytes("m4a", ["-b:a", "256k"] + options)
            let source = FakeSource(bytes)
            let decoder = try decoder(source)
            let before = source.bytesRead
            #expect(try decoder.seek(to: 18) == 18)
            #expect(try abs(Double(decodeAll(decoder).samples.count) / 88_200 - 2) < 0.03)
            #expect(source.bytesRead - before < Int64(bytes.count / 4))
        }
    }

    // MARK: live

    @Test func aLiveStreamThatBeginsInsideOfAFramePlaysOn() throws {
        let bytes = Array(try Encoded.bytes("aac").dropFirst(100))
        let source = FakeSource(bytes, arrived: Int64(bytes.count / 2), hasLength: false)
        let ahead = ReadAhead(source) {}
        let decoder = try decoder(ahead)
        #expect(decoder.duration == nil)
        var frames = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
        defer { buffer.deallocate() }
        while frames < 44_100 * 8 {
            guard case .bytes(let count) = try decoder.read(into: buffer) else { break }
            frames += count / 4
        }
        // It can't go anywhere else, and waits for no one.
        #expect(try decoder.seek(to: 1) == decoder.position)
        // What ffmpeg has taken already may still come.
        let isDry = eventuallyBlocking {
            while decoder.isReady, case .bytes = try decoder.read(into: buffer) {}
            return !decoder.isReady
        }
        #expect(isDry)
        ahead.cancel()
        #expect(throws: PlaybackError.self) { try decodeAll(decoder) }
    }

    @Test func whoWaitsForTheFirstSoundIsWokenByCancel() throws {
        let source = FakeSource(try Encoded.bytes("aac"), arrived: 9000, hasLength: false)
        let ahead = ReadAhead(source) {}
        startThread {
            _ = source.awaitReader()
            ahead.cancel()
        }
        #expect { try decodeAll(AudioDecoders.open(ahead)) } throws: { if case PlaybackError.cancelled = $0 { true } else { false } }
    }

    @Test func theSourcesOwnErrorComesThrough() throws {
        let source = FakeSource(try Encoded.bytes("flac"), arrived: 300_000)
        let decoder = try decoder(source)
        source.fail(.unreadable(path: "x", errno: 5))
        #expect { try decodeAll(decoder) } throws: { if case PlaybackError.unreadable = $0 { true } else { false } }
    }

    // MARK: the process

    @Test func aKilledOneFailsWithALineAndNoneIsLeft() throws {
        let source = FakeSource(try Encoded.bytes("flac"))
        var decoder: FFmpegDecoder? = try decoder(source)
        let first = try #require(decoder?.run.process.process)
        kill(first, SIGKILL)
        #expect {
            while let decoder { if try decodeAll(decoder).samples.isEmpty { break } }
        } throws: {
            if case PlaybackError.ffmpeg(_, let words) = $0 { words == "signal 9 ended it" } else { false }
        }
        decoder = try self.decoder(source)
        let second = try #require(decoder?.run.process.process)
        // It opens something of its own for a moment; what was handed on to it would stay.
        #expect(
            eventuallyBlocking { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(second)/fd").sorted() == ["0", "1", "2"] })
        #expect(getpgid(second) == second)
        decoder = nil
        for process in [first, second] { #expect(eventuallyBlocking { kill(process, 0) != 0 }) }
    }

    @Test func itOpensNothingButItsInput() throws {
        let asked = Gate(0)
        let server = try LoopbackServer { _ in
            asked.change { $0 += 1 }
            return .init(status: 404)
        }
        let scratch = try Scratch()
        let secret = try Encoded.write("wav", in: scratch)
        let lists = [
            ("hls", "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n\(server.url)/a.aac\n#EXT-X-ENDLIST\n"),
            ("hls", "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile://\(secret)\n#EXT-X-ENDLIST\n"),
            ("concat", "ffconcat version 1.0\nfile '\(secret)'\n"), ("concat", "ffconcat version 1.0\nfile '\(server.url)/a.aac'\n"),
        ]
        let program = try #require(FFmpegProgram.installed)
        for (demuxer, list) in lists {
            #expect(throws: PlaybackError.self) {
                try FFmpegDecoder(MemorySource(Array(list.utf8)), FFmpegKind(name: demuxer, demuxer: demuxer), from: 0, by: program)
            }
            // What passes for sound isn't taken for a list.
            #expect(throws: PlaybackError.self) { try FFmpegDecoder(MemorySource(Array(list.utf8)), .mpeg4, from: 0, by: program) }
        }
        #expect(asked.read { $0 } == 0)
    }

    @Test func damagedSoundFailsWithWords() throws {
        let flac = Array("fLaC".utf8) + [UInt8](repeating: 1, count: 2000)
        #expect { try AudioDecoders.open(MemorySource(flac)) } throws: {
            if case PlaybackError.ffmpeg(_, let words) = $0 { !words.isEmpty && !words.hasPrefix("[") } else { false }
        }
    }

    @Test func whatNothingCanBeDecodedOfDoesNotBegin() throws {
        var bytes = try Encoded.bytes("m4a", ["-movflags", "+faststart"])
        let sound = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
        for place in sound..<bytes.count { bytes[place] = 0xFF }
        let driver = LoopDriver()
        driver.perform(.play(PlayItem(name: "broken") { [bytes] in MemorySource(bytes) }))
        driver.run(1)
        #expect(driver.story.count == 1 && driver.story.first?.hasPrefix("failed") == true, "\(driver.story)")
    }

    @Test func aProgramThatCantRunSaysSo() throws {
        let scratch = try Scratch()
        let broken = FFmpegProgram(path: try scratch.write("ffmpeg", Array("no program".utf8)))
        let source = MemorySource(try Encoded.bytes("flac"))
        #expect { try AudioDecoders.open(source, ffmpeg: broken) } throws: { if case PlaybackError.ffmpeg = $0 { true } else { false } }
    }

    // MARK: through the player and beside it

    @Test func thePlayerGoesFromOneToTheNextWithoutAGap() throws {
        let scratch = try Scratch()
        let path = try Encoded.write("flac", in: scratch)
        let driver = LoopDriver()
        let items = (0..<2).map { PlayItem(name: "\($0)") { try FileSource(path: path) } }
        driver.perform(.play(items[0]))
        driver.perform(.enqueue(items[1], after: items[0].token))
        driver.run(60)
        #expect(driver.story == ["started 44100 20.00", "ended 20.00", "started 44100 20.00", "ended 20.00"])
        #expect(driver.output.opened.count == 1)
        #expect(driver.output.bytes == 2 * Encoded.frames * 4)
    }

    @Test func itIsInspectedByDecoding() throws {
        let scratch = try Scratch()
        let facts = try AudioInspector.inspect(FileSource(path: Encoded.write("opus", in: scratch)))
        #expect((facts.codec, facts.sampleRate, facts.channels, facts.frames) == ("opus", 48_000, 2, 960_000))
        #expect((facts.duration, facts.mpeg, facts.vbr, facts.warnings) == (20, nil, true, []))
        #expect(facts.bitrate.map { (32...200).contains($0) } == true)
    }
}

/// Without ffmpeg.
@Suite struct NoFFmpegTests {
    @Test func thePackageIsNamedByTheError() {
        let flac = MemorySource(Array("fLaC".utf8) + [UInt8](repeating: 1, count: 200))
        #expect { try AudioDecoders.open(flac, ffmpeg: nil) } throws: {
            if case PlaybackError.needsFFmpeg(let found) = $0 { found == "FLAC" } else { false }
        }
        #expect(throws: PlaybackError.self) { try AudioDecoders.open(MemorySource(Array("<html>".utf8)), ffmpeg: nil) }
    }

    @Test func itIsLookedForInAbsoluteFoldersOnly() throws {
        let scratch = try Scratch()
        let path = try scratch.write("ffmpeg", Array("#!/bin/sh\n".utf8))
        #expect(FFmpegProgram(in: "/nowhere:\(scratch.path)") == nil)
        chmod(path, 0o700)
        #expect(FFmpegProgram(in: ".:relative:/nowhere:\(scratch.path)")?.path == path)
        #expect(FFmpegProgram(in: "") == nil)
    }

    @Test func aStreamOfAACIsToldByItsFrames() throws {
        let frame: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC] + [UInt8](repeating: 0x21, count: 9)
        let stream = [UInt8](repeating: 0x55, count: 9) + Array([[UInt8]](repeating: frame, count: 4).joined())
        #expect(try Content.of(MemorySource(stream)) == .sound(.aac, at: 0))
        #expect(try Content.of(MemorySource(SilentMPEG.frames(9))) == .maybeMPEG(at: 0))
    }
}
