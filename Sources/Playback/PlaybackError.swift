/// What can go wrong between a source's bytes and the speakers. Facts only; the prompt makes the words.
public enum PlaybackError: Error, Sendable {
    /// No bytes at all.
    case empty
    /// Not MPEG audio. `found` is what its first bytes say it is ("MPEG-4/AAC", "HTML", "text" …), nil where they say nothing.
    case notAudio(found: String?)
    /// Sound, but of a kind that ffmpeg decodes, which isn't installed.
    case needsFFmpeg(found: String)
    /// ffmpeg can't be started or failed at sound of that kind; its own words, which may be none.
    case ffmpeg(found: String, words: String)
    /// A podcast feed (RSS or Atom) where sound should be.
    case feed
    /// MPEG audio or its tags, but not one whole frame to decode.
    case nothingPlayable
    /// A local file can't be opened or read.
    case unreadable(path: String, errno: Int32)
    /// The source's own error, from its `read(at:into:)` or from making it.
    case source(any Error)
    /// libmpg123 gave up; its code and words.
    case decoder(code: Int32, words: String)
    /// There is no sound server, it went away, doesn't answer, or its library is missing.
    case noDevice(String)
    /// The sound server is there, but has not moved for seconds.
    case serverHangs
    /// The sound server has suspended the device.
    case deviceSuspended
    /// The sound server has no sink of that name.
    case noSuchDevice(String)
    /// An output file can't be made or written.
    case output(path: String, errno: Int32)
    /// The output's disk is full.
    case noSpace(path: String)
    /// The reader of a pipe went away; not a failure for a renderer.
    case closedPipe
    /// Woken by `stop`, another `play` or `shutdown`.
    case cancelled

    /// True for what no `.failed` event is sent for.
    var isCancelled: Bool {
        if case .cancelled = self { true } else { false }
    }

    /// True where no sound server can be had.
    public var isNoDevice: Bool {
        if case .noDevice = self { true } else { false }
    }

    /// Wraps a foreign error; leaves one of ours as it is.
    init(wrapping error: any Error) {
        self = error as? PlaybackError ?? .source(error)
    }
}
