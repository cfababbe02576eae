import CMpg123
import Glibc

/// MPEG 1, 2 and 2.5 audio, layers I to III, by libmpg123: gapless, native rates, 16 bits.
final class Mpg123Decoder: Decoder {
    /// How often in a row lost sync may fail (1 MB of junk each) before the rest is given up.
    static let junkBudget = 32

    private(set) var format: AudioFormat
    private let handle: Mpg123Handle
    private var walk: FrameWalk?
    private var table: FrameTable?
    private let estimate: Double?
    /// The place in seconds where counting began, and the frames given since.
    private var origin = 0.0
    private var counted = 0
    /// The farthest place decoded: how far a seek may go where no length is known.
    private var farthest = 0.0
    /// Frames to throw away after a seek that can only go to a frame's start.
    private var skip = 0
    private var waiting: Int32?
    private var failures = 0

    /// Opens a source and parses up to its first frame; a remote one may have to be waited for. Throws `.empty`, `.notAudio`,
    /// `.nothingPlayable` or the source's own error.
    init(_ source: any ByteSource) throws(PlaybackError) {
        switch try Content.of(source) {
        case .maybeMPEG: break
        case .empty: throw .empty
        case .feed: throw .feed
        case .foreign(let name): throw .notAudio(found: name)
        }
        handle = try Mpg123Handle(source)
        format = try handle.nextFormat()
        estimate = Self.estimate(handle, format)
        walk = source.isLocal ? try FrameWalk(source) : nil
        // What is small is measured before it sounds, the rest in slices.
        if let length = source.length, length <= 4 << 20 { while measure() {} }
    }

    var position: Double { origin + format.seconds(counted) }
    var duration: Double? { table?.duration ?? estimate }

    var isReady: Bool {
        guard let ahead = handle.window.source as? ReadAhead else { return true }
        // More than any frame of MPEG audio and the header behind it.
        let wanted = 8 << 10
        let here = handle.window.ahead
        return here >= wanted || ahead.has(wanted - here, at: handle.window.edge)
    }

    func measure() -> Bool {
        guard let walk else { return false }
        // A walk that fails leaves the estimate: the sound tells what is wrong.
        guard let finished = try? walk.step(2000) else {
            self.walk = nil
            return false
        }
        if finished {
            table = walk.table
            self.walk = nil
        }
        return !finished
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Decoded {
        while true {
            var done = 0
            let result = waiting ?? mpg123_read(handle.pointer, buffer.baseAddress, buffer.count, &done)
            waiting = nil
            let given = dropSkipped(buffer, done)
            if given > 0 {
                if result != MPG123_OK.rawValue { waiting = result }
                count(given)
                return .bytes(given)
            }
            if let next = try outcome(result) { return next }
        }
    }

    private func count(_ bytes: Int) {
        counted += bytes / format.bytesPerFrame
        farthest = max(farthest, position)
        failures = 0
    }

    /// Drops what a seek has to skip from the front; returns the bytes left.
    private func dropSkipped(_ buffer: UnsafeMutableRawBufferPointer, _ done: Int) -> Int {
        guard skip > 0, done > 0, let base = buffer.baseAddress else { return done }
        let dropped = min(skip * format.bytesPerFrame, done)
        skip -= dropped / format.bytesPerFrame
        memmove(base, base + dropped, done - dropped)
        return done - dropped
    }

    private func outcome(_ result: Int32) throws(PlaybackError) -> Decoded? {
        if let error = handle.window.error { throw error }
        switch Mpg123Code(rawValue: result) {
        case .ok: return nil
        case .done, .needMore: return .end
        case .newFormat: return try changeFormat()
        default:
            failures += 1
            guard failures > Self.junkBudget else { return nil }
            if farthest > 0 { return .end }
            throw handle.problem(result)
        }
    }

    private func changeFormat() throws(PlaybackError) -> Decoded? {
        let next = try handle.nextFormat()
        guard next != format else { return nil }
        origin = position
        counted = 0
        format = next
        return .format(next)
    }

    func seek(to seconds: Double) throws(PlaybackError) -> Double {
        while measure() {}
        let limit = table?.duration ?? (handle.window.source.length == nil ? farthest : estimate ?? farthest)
        let target = min(max(0, seconds.isNaN ? 0 : seconds), limit)
        skip = 0
        waiting = nil
        failures = 0
        if let table, table.segments.count > 1, let place = table.place(of: target) {
            try seek(to: place, in: table)
        } else {
            try seekSample(target)
        }
        return position
    }

    private func seekSample(_ target: Double) throws(PlaybackError) {
        let sample = format.frames(target)
        try checkSeek(mpg123_seek(handle.pointer, sample, SEEK_SET))
        origin = 0
        counted = sample
    }

    /// libmpg123 counts all frames as if they were of one kind; so where they aren't: to the frame, and the rest of the way by decoding.
    private func seek(to place: (segment: Int, start: Double, samples: Int), in table: FrameTable) throws(PlaybackError) {
        let segment = table.segments[place.segment]
        // A frame earlier than needed, as a trimmed first frame is shorter.
        let guess = min(place.samples / max(1, segment.samplesPerFrame), segment.frames)
        let frame = place.segment == 0 && table.trim != nil ? 0 : guess
        try checkSeek(mpg123_seek_frame(handle.pointer, segment.firstFrame + frame, SEEK_SET))
        format = segment.format
        skip = place.samples - table.heard(in: segment, upTo: frame)
        origin = place.start
        counted = place.samples
    }

    private func checkSeek(_ result: Int) throws(PlaybackError) {
        if let error = handle.window.error { throw error }
        if result < 0 { throw handle.problem(Int32(clamping: result)) }
    }

    /// From the Info frame where there is one, else from the bit rate of the first frame and the bytes from it on.
    private static func estimate(_ handle: Mpg123Handle, _ format: AudioFormat) -> Double? {
        guard let length = handle.window.source.length, let frame = handle.frame else { return nil }
        let isInformed = frame.vbr != Int32(MPG123_CBR.rawValue) || (handle.state(MPG123_ENC_DELAY) ?? -1) >= 0
        if isInformed { return format.seconds(max(0, Int(mpg123_length(handle.pointer)))) }
        let bytes = Double(length - Int64(max(0, mpg123_framepos(handle.pointer))))
        return frame.bitrate > 0 ? max(0, bytes * 8 / (Double(frame.bitrate) * 1000)) : nil
    }
}
