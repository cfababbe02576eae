/// One run of ffmpeg over a source. It has no thread: whenever something is asked of it, ffmpeg is given what it takes.
final class FFmpegRun {
    /// It is given up after so many milliseconds without a sign.
    private static let patience = 10_000
    private static let interval = 20

    private let source: any ByteSource
    private let kind: FFmpegKind
    let process: FFmpegProcess
    /// Nil where ffmpeg reads the file itself.
    private var feed: FFmpegFeed?
    /// What the source said when it couldn't give more.
    private var failure: PlaybackError?

    /// Starts it: over the pieces of a source, or over a file as a whole.
    init(
        _ program: FFmpegProgram, _ kind: FFmpegKind, _ start: FFmpegProgram.Start, _ source: any ByteSource, _ pieces: [FFmpegFeed.Piece]
    ) throws(PlaybackError) {
        (self.source, self.kind) = (source, kind)
        let file = (source as? FileSource)?.descriptor
        do {
            process = try FFmpegProcess(program, FFmpegProgram.arguments(kind, file == nil ? .pipe : .file, start), file: file)
        } catch {
            throw .ffmpeg(found: kind.name, words: error.words)
        }
        feed = file == nil ? FFmpegFeed(source, pieces) : nil
    }

    var words: FFmpegWords { process.words }

    /// Whether so many bytes of sound are here, or the last ones. Waits for nothing but a source that doesn't read ahead.
    func isReady(_ count: Int) -> Bool {
        process.pull()
        give()
        return process.count >= count || isOver
    }

    /// The format, which stands before the sound (RIFF WAVE); nil where it ended without any. With `isTimed` the first time is waited for, too.
    func begin(isTimed: Bool) throws(PlaybackError) -> AudioFormat? {
        try wait { $0.count >= 20 }
        let head = process.peek(20)
        guard head.count == 20 else { return nil }
        let size = 20 + Int(head[16]) + 8
        try wait { $0.count >= size }
        let header = process.peek(size)
        guard header.count == size, header.suffix(8).starts(with: Array("data".utf8)) else { return nil }
        process.drop(size)
        try wait { $0.count > 0 && (!isTimed || $0.words.first != nil) }
        let (channels, rate) = (Int(header[22]), (24..<28).reversed().reduce(0) { $0 << 8 | Int(header[$1]) })
        // What sound servers take.
        guard (1...2).contains(channels), (2048...768_000).contains(rate) else { return nil }
        return AudioFormat(sampleRate: rate, channels: channels)
    }

    /// Waits for sound and takes it, in whole frames of so many bytes; 0 at the end, if nothing went wrong before.
    func read(into buffer: UnsafeMutableRawBufferPointer, frame: Int) throws(PlaybackError) -> Int {
        try wait { $0.count >= frame }
        let whole = min(process.count, buffer.count) / frame * frame
        guard whole > 0 else {
            try check()
            return 0
        }
        return process.take(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<whole]))
    }

    /// Throws what went wrong, once it has ended.
    func check() throws(PlaybackError) {
        if let failure { throw failure }
        guard let words = process.failure()?.words else { return }
        throw words.contains("matches no streams") ? .nothingPlayable : .ffmpeg(found: kind.name, words: words)
    }

    private var isOver: Bool { process.isEnded || failure?.isCancelled == true }

    private func wait(until isThere: (FFmpegProcess) -> Bool) throws(PlaybackError) {
        var idle = 0
        while true {
            process.pull()
            give()
            if let failure, failure.isCancelled { throw failure }
            if isThere(process) || process.isEnded { return }
            let pending = feed.map { !$0.pending.isEmpty } ?? false
            let isStarving = process.takesInput && !pending
            if process.wait(isMore: pending, milliseconds: Int32(Self.interval)) || isStarving {
                if !source.isLocal { try checkCancelled() }
                idle = 0
                continue
            }
            try checkCancelled()
            idle += Self.interval
            if idle >= Self.patience { throw .ffmpeg(found: kind.name, words: "it doesn't answer") }
        }
    }

    /// Whoever stops the player cancels the source: that ends the waiting for ffmpeg, too.
    private func checkCancelled() throws(PlaybackError) {
        if let ahead = source as? ReadAhead, ahead.isCancelled { throw .cancelled }
        if source.isLocal { _ = try source.bytes(at: 0, count: 1) }
    }

    /// Gives ffmpeg as much as it takes now.
    private func give() {
        while process.takesInput, feed != nil {
            do throws(PlaybackError) { try feed?.fill() } catch { failure = error }
            guard let feed, failure == nil, !feed.isEnded else { return process.endInput() }
            let written = process.write(feed.pending)
            guard written > 0 else { return }
            self.feed?.drop(written)
        }
    }
}
