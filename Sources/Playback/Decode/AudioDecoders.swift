/// The one place where it is chosen what decodes a source.
enum AudioDecoders {
    /// Opens a source by its first bytes: MPEG audio by libmpg123, other kinds of sound by a process of ffmpeg's. Waits for a remote one's
    /// first bytes, unless it is known what they are. Throws `.needsFFmpeg` where that isn't installed, and what the decoders throw.
    static func open(
        _ source: any ByteSource, _ known: Content? = nil, ffmpeg: FFmpegProgram? = .installed
    ) throws(PlaybackError) -> any Decoder {
        let content = if let known { known } else { try Content.of(source) }
        guard case .sound(let kind, let start) = content else { return try Mpg123Decoder(source, content) }
        guard let ffmpeg else { throw .needsFFmpeg(found: kind.name) }
        return try FFmpegDecoder(source, kind, from: start, by: ffmpeg)
    }
}
