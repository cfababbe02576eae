import CMpg123

/// What is to say about sound.
public struct AudioFacts: Sendable, Equatable {
    /// `mp1`, `mp2` or `mp3`; of other kinds what ffmpeg calls it: `aac`, `opus`, `vorbis`, `flac` …
    public var codec: String
    /// 1, 2 or 2.5 where it is MPEG audio.
    public var mpeg: Double?
    /// Of the first frame, in Hz.
    public var sampleRate: Int
    public var channels: Int
    /// PCM frames that playing gives, gapless trimming on.
    public var frames: Int64
    /// In seconds, summed over the formats.
    public var duration: Double
    /// In kbit/s; the mean where it varies. Nil where no header says it (free format counts its bytes).
    public var bitrate: Int?
    public var vbr: Bool
    public var formatChanges: Int
    /// Of the whole source.
    public var bytes: Int64?
    /// What isn't as it should be.
    public var warnings: [AudioWarning]
}

/// What isn't as it should be in a source that can be played all the same.
public enum AudioWarning: Sendable, Hashable {
    /// So many bytes between frames belong to none.
    case junk(bytes: Int64)
    /// The format changes so often in mid-stream.
    case formatChanges(Int)
}

/// Looks at audio without playing it.
public enum AudioInspector {
    /// Goes over all frames; a remote source is read to its end. Blocks. Throws what decoding would.
    public static func inspect(_ source: any ByteSource) throws(PlaybackError) -> AudioFacts {
        let decoder = try AudioDecoders.open(source)
        if let decoder = decoder as? FFmpegDecoder { return try facts(decoder, source) }
        let walk = try FrameWalk(source)
        guard let first = walk.handle.frame else { throw .nothingPlayable }
        while try !walk.step(10_000) {}
        let table = walk.table
        var facts = facts(table, first)
        facts.bytes = source.length
        // Where there is more than frames in a row, only decoding says what comes of it; and it is quick where there is little.
        if table.junkBytes > 0 || table.formatChanges > 0 || table.frames < 1 << 22 {
            (facts.frames, facts.duration) = try decodeAll(decoder)
        }
        guard facts.frames > 0 else { throw .nothingPlayable }
        return facts
    }

    /// ffmpeg tells little; what counts is what comes of it.
    private static func facts(_ decoder: FFmpegDecoder, _ source: any ByteSource) throws(PlaybackError) -> AudioFacts {
        let (format, codec) = (decoder.format, decoder.codec)
        let (frames, duration) = try decodeAll(decoder)
        guard frames > 0 else { throw .nothingPlayable }
        let bitrate = source.length.map { Int((Double($0) * 8 / duration / 1000).rounded()) }
        return AudioFacts(
            codec: codec, mpeg: nil, sampleRate: format.sampleRate, channels: format.channels, frames: frames, duration: duration,
            bitrate: bitrate, vbr: !codec.hasPrefix("pcm"), formatChanges: 0, bytes: source.length, warnings: [])
    }

    private static func facts(_ table: FrameTable, _ first: mpg123_frameinfo2) -> AudioFacts {
        let format = table.segments.first?.format ?? AudioFormat(sampleRate: Int(first.rate), channels: 2)
        let seconds = table.segments.reduce(0) { $0 + $1.format.seconds($1.frames * $1.samplesPerFrame) }
        let mean = seconds > 0 ? Int((Double(table.audioBytes) * 8 / seconds / 1000).rounded()) : nil
        let rates = table.bitrates ?? 0...0
        let isVBR = rates.lowerBound != rates.upperBound
        var warnings: [AudioWarning] = []
        if table.junkBytes > 0 { warnings.append(.junk(bytes: table.junkBytes)) }
        if table.formatChanges > 0 { warnings.append(.formatChanges(table.formatChanges)) }
        return AudioFacts(
            codec: "mp\(first.layer)", mpeg: [1, 2, 2.5][min(max(0, Int(first.version)), 2)], sampleRate: format.sampleRate,
            channels: format.channels, frames: Int64(table.frames), duration: table.duration,
            bitrate: isVBR || rates.upperBound == 0 ? mean : rates.upperBound, vbr: isVBR, formatChanges: table.formatChanges, bytes: nil,
            warnings: warnings)
    }

    private static func decodeAll(_ decoder: any Decoder) throws(PlaybackError) -> (frames: Int64, duration: Double) {
        var frames: Int64 = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            switch try decoder.read(into: buffer) {
            case .bytes(let count): frames += Int64(count / decoder.format.bytesPerFrame)
            case .format: break
            case .end: return (frames, decoder.position)
            }
        }
    }
}
