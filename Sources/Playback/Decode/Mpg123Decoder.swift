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
    private var estimate: Double?
    private let isInformed: Bool
    private var isExpected = false
    /// More frames than the first one have said how long it may be.
    private var isLearned = false
    /// How many frames have to be read before the guess of the length is made anew.
    private var nextLesson = 50.0
    /// Where a remote file's frames are; a seek tells libmpg123, which has this already.
    private var guide: SeekGuide?
    private var followed: SeekGuide?
    /// The place was found by a guess: bytes up to here say nothing new.
    private var isPlaceGuessed = false
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
    convenience init(_ source: any ByteSource) throws(PlaybackError) { try self.init(source, Content.of(source)) }

    /// The same where it is known what the source's first bytes are.
    init(_ source: any ByteSource, _ content: Content) throws(PlaybackError) {
        let start: Int64
        switch content {
        // A remote one's tags, which may hold pictures, are not asked for again.
        case .maybeMPEG(let place): start = source.isLocal ? 0 : place
        case .empty: throw .empty
        case .feed: throw .feed
        case .sound(let kind, _): throw .notAudio(found: kind.name)
        case .foreign(let name): throw .notAudio(found: name)
        }
        handle = try Mpg123Handle(source, from: start)
        format = try handle.nextFormat()
        estimate = Self.estimate(handle, format)
        isInformed = handle.frame.map { [handle] in Self.isInformed(handle, $0) } ?? false
        guide = source.isLocal ? nil : try SeekGuide(handle)
        walk = source.isLocal ? try FrameWalk(source) : nil
        // What is small is measured before it sounds, the rest in slices.
        if let length = source.length, length <= 4 << 20 { while measure() {} }
    }

    var isMeasured: Bool { table != nil || isInformed }
    var position: Double { origin + format.seconds(counted) }
    /// What the first frame alone says is none: those of a variable bit rate may begin with the smallest.
    var duration: Double? { table?.duration ?? (isInformed || isExpected || isLearned ? estimate : nil) }
    /// Near enough for what begins before the end.
    var end: Double? { duration ?? estimate }

    var isReady: Bool {
        guard let ahead = handle.window.source as? ReadAhead else { return true }
        let wanted = frameRoom
        let here = handle.window.ahead
        return here >= wanted || ahead.has(wanted - here, at: handle.window.edge)
    }

    /// A frame and the header behind it: two frames of the highest bit rate that the format has (ISO 11172-3, 2.4.2.3 and ISO 13818-3, 2.4.2.3),
    /// or of a free format's.
    private var frameRoom: Int {
        guard let frame = handle.frame, frame.rate > 0 else { return 4 << 10 }
        let isWhole = frame.version == Int32(MPG123_1_0.rawValue)
        let kilobits = frame.layer == 1 ? (isWhole ? 448 : 256) : frame.layer == 2 ? (isWhole ? 384 : 160) : (isWhole ? 320 : 160)
        return 2 * max(Int(mpg123_spf(handle.pointer)) * kilobits * 125 / frame.rate, Int(frame.framesize))
    }

    func gain(_ kind: ReplayGain) -> Double { handle.gain(kind) }

    func expect(_ duration: Double) {
        guard !isMeasured, estimate != nil, duration >= 1, duration < 1e7, let guide else { return }
        estimate = duration
        let frames = duration * Double(format.sampleRate) / Double(max(1, mpg123_spf(handle.pointer)))
        self.guide?.learn(mean: Double(guide.end - guide.start) / frames)
        isExpected = true
    }

    func measure() -> Bool {
        guard let walk else { return false }
        // A walk that fails leaves the estimate: the sound tells what is wrong.
        guard let finished = try? walk.step(2000) else {
            (self.walk, isLearned) = (nil, true)
            return false
        }
        if finished {
            table = walk.table
            walk.guide(handle)
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
        learn()
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
        let asked = seconds.isNaN ? 0 : max(0, seconds)
        sample(upTo: asked)
        let target = min(asked, limit)
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

    /// How far a seek may go. Where the end is guessed, a second is left before it, so that something is heard.
    private var limit: Double {
        if let table { return table.duration }
        guard handle.window.length != nil, let estimate else { return farthest }
        return isMeasured ? estimate : max(farthest, estimate - 1)
    }

    private func seekSample(_ target: Double) throws(PlaybackError) {
        if let guide, guide != followed { follow(guide) }
        isPlaceGuessed = guide?.isGuess == true
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

    /// The frames decoded up to now and the bytes up to their end. Nil where nothing was, or after frames of another format.
    private var decoded: FrameSizes? {
        guard let guide, origin == 0, counted > 0, !isPlaceGuessed, let frame = handle.frame else { return nil }
        let end = Int64(mpg123_framepos(handle.pointer)) + Int64(frame.framesize)
        let samples = max(1, Int(mpg123_spf(handle.pointer)))
        return FrameSizes(bytes: Double(end - guide.start), frames: Double((counted + samples - 1) / samples))
    }

    /// Where nobody says how long a remote file is, the frames that were read say more than the first one alone.
    private func learn() {
        guard guide != nil, !isMeasured, !isExpected, let decoded, decoded.frames >= nextLesson else { return }
        nextLesson = decoded.frames * 2
        learn(mean: decoded.mean)
    }

    private func learn(mean: Double) {
        guide?.learn(mean: mean)
        estimate = guide.map { Double($0.frames * Int(mpg123_spf(handle.pointer))) / Double(max(1, format.sampleRate)) }
        isLearned = true
    }

    /// Before a seek, where the frames are of several sizes or the place lies behind the end that is guessed: up to here they are known, and those
    /// half-way from here to the place say most of the others. What can't be read leaves the guess, and so does a place whose bytes are as good as
    /// here.
    private func sample(upTo seconds: Double) {
        let isBehind = seconds > estimate ?? 0
        guard let guide, guide.isGuess, !isMeasured, isBehind || followed == nil && !isExpected,
            let head = try? head(from: guide.start), let frame = handle.frame
        else { return }
        // There are more than the first one now, which agree with it or are about to say otherwise.
        isLearned = true
        guard abs(head.sizes.mean - handle.size(of: frame)) > 1 || isBehind else { return }
        learn(mean: head.sizes.mean)
        let here = head.isDecoded ? head.sizes : FrameSizes(bytes: 0, frames: 0)
        let wanted = seconds * Double(format.sampleRate) / Double(max(1, mpg123_spf(handle.pointer))) - here.frames
        let way = min(wanted * head.sizes.mean, Double(guide.end - guide.start) - here.bytes)
        guard way > Self.near, let middle = try? FrameSizes(handle.window, at: guide.start + Int64(here.bytes + way / 2), bytes: 20 << 10)
        else { return }
        let frames = way / head.sizes.mean
        learn(mean: (here.bytes + middle.mean * frames) / (here.frames + frames))
    }

    /// What is read ahead anyway, in bytes.
    private static let near = Double(128 << 10)

    /// The frames read up to now, or the first ones where those are few.
    private func head(from start: Int64) throws(PlaybackError) -> (sizes: FrameSizes, isDecoded: Bool) {
        if let decoded, decoded.frames >= 50 { return (decoded, true) }
        return (try FrameSizes(handle.window, at: start, bytes: 8 << 10), false)
    }

    /// Fills libmpg123's index: it has one entry for each eight frames, or for more where there are very many.
    private func follow(_ guide: SeekGuide) {
        followed = guide
        let step = max(8, guide.frames / 65_536)
        var offsets = guide.offsets(step: step).map(Int.init)
        _ = mpg123_set_index(handle.pointer, &offsets, step, offsets.count)
    }

    private func checkSeek(_ result: Int) throws(PlaybackError) {
        if let error = handle.window.error { throw error }
        if result < 0 { throw handle.problem(Int32(clamping: result)) }
    }

    /// From the Info frame where there is one, else from the bit rate of the first frame and the bytes from it on.
    private static func estimate(_ handle: Mpg123Handle, _ format: AudioFormat) -> Double? {
        guard let length = handle.window.length, let frame = handle.frame else { return nil }
        if isInformed(handle, frame) { return format.seconds(max(0, Int(mpg123_length(handle.pointer)))) }
        let bytes = Double(length - Int64(max(0, mpg123_framepos(handle.pointer))))
        return frame.bitrate > 0 ? max(0, bytes * 8 / (Double(frame.bitrate) * 1000)) : nil
    }

    /// Whether a header in front says how many frames there are.
    private static func isInformed(_ handle: Mpg123Handle, _ frame: mpg123_frameinfo2) -> Bool {
        frame.vbr != Int32(MPG123_CBR.rawValue) || (handle.state(MPG123_ENC_DELAY) ?? -1) >= 0
    }
}
