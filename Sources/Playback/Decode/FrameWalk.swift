import CMpg123

/// Goes over a source's frames without decoding them, some at a time: a handle of its own, so that the one that plays is left alone.
/// An hour of 128 kbit/s takes under 0.1 s.
final class FrameWalk {
    private(set) var table = FrameTable()
    private(set) var isFinished = false
    let handle: Mpg123Handle
    private var lastEnd: Int64?
    private var current: (format: AudioFormat, samplesPerFrame: Int)?
    private(set) var frames = 0
    /// Where each `step`th frame begins.
    private var offsets: [Int] = []
    private static let step = 64
    private var failures = 0

    /// From an offset of the source on, which may be amid a frame.
    init(_ source: any ByteSource, from start: Int64 = 0) throws(PlaybackError) {
        handle = try Mpg123Handle(source, from: start, gapless: false)
        current = (try handle.nextFormat(), Int(mpg123_spf(handle.pointer)))
        readTrim()
        // Asking for the format has read the first frame.
        count()
    }

    /// Walks on by up to `count` frames; true when it has come to the end.
    func step(_ count: Int) throws(PlaybackError) -> Bool {
        for _ in 0..<count where !isFinished { try next() }
        return isFinished
    }

    /// Walks on over `bytes` of frames, or up to the end.
    func step(bytes: Int64) throws(PlaybackError) {
        let end = table.audioBytes + bytes
        while !isFinished, table.audioBytes < end { try next() }
    }

    /// Tells another handle of the same source where the frames are: so that a seek needn't go over all of them again.
    func guide(_ other: Mpg123Handle) {
        _ = mpg123_set_index(other.pointer, &offsets, Self.step, offsets.count)
    }

    private func next() throws(PlaybackError) {
        let result = mpg123_framebyframe_next(handle.pointer)
        if let error = handle.window.error { throw error }
        switch Mpg123Code(rawValue: result) {
        case .ok: count()
        case .newFormat:
            current?.format = try handle.nextFormat()
            count()
        case .done, .needMore: isFinished = true
        default:
            failures += 1
            isFinished = failures > Mpg123Decoder.junkBudget
        }
    }

    private func count() {
        guard let info = handle.frame, var kind = current else { return }
        kind.samplesPerFrame = Int(mpg123_spf(handle.pointer))
        current = kind
        if let last = table.segments.last, last.format == kind.format, last.samplesPerFrame == kind.samplesPerFrame {
            table.segments[table.segments.count - 1].frames += 1
        } else {
            table.segments.append(.init(format: kind.format, samplesPerFrame: kind.samplesPerFrame, firstFrame: frames, frames: 1))
        }
        if frames.isMultiple(of: Self.step) { offsets.append(Int(mpg123_framepos(handle.pointer))) }
        frames += 1
        weigh(info)
    }

    private func weigh(_ info: mpg123_frameinfo2) {
        let start = Int64(mpg123_framepos(handle.pointer))
        let size = Int64(info.framesize)
        if let lastEnd, start > lastEnd { table.junkBytes += start - lastEnd }
        lastEnd = start + size
        table.audioBytes += size
        let rate = Int(info.bitrate)
        let known = table.bitrates ?? rate...rate
        table.bitrates = min(known.lowerBound, rate)...max(known.upperBound, rate)
    }

    /// The samples that gapless decoding keeps, as libmpg123 has it: the decoder's own delay is 529 samples, and the padding at the
    /// end counts from the number of frames that the Info frame says.
    private func readTrim() {
        guard let delay = handle.state(MPG123_ENC_DELAY), let padding = handle.state(MPG123_ENC_PADDING), delay >= 0, padding >= 0,
            let decoderDelay = handle.state(MPG123_DEC_DELAY), decoderDelay >= 0
        else { return }
        let frames = Int(mpg123_framelength(handle.pointer))
        guard frames > 0 else { return }
        let begin = delay + decoderDelay
        let end = frames * Int(mpg123_spf(handle.pointer)) - padding + decoderDelay
        table.trim = .init(frames: frames, kept: begin..<max(begin, end))
    }
}
