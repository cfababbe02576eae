/// Sound of other kinds than MPEG audio, by a process of ffmpeg's: in its own rate, 16 bits, mono or stereo. A file is handed to the process,
/// of any other source it is given the bytes, by a pipe.
final class FFmpegDecoder: Decoder {
    /// How often a place is looked for by bytes, and the seconds before it at which that begins.
    private static let tries = 4
    private static let lead = 3.0

    private(set) var format: AudioFormat
    private(set) var duration: Double?
    private(set) var isMeasured: Bool
    /// ffmpeg's name of what it decodes.
    let codec: String
    private let source: any ByteSource
    private let kind: FFmpegKind
    private let program: FFmpegProgram
    private let layout: FFmpegLayout
    private(set) var run: FFmpegRun
    private var frames: ADTSFrames?
    /// The input's own first time, in seconds.
    private let inputStart: Double
    /// The place in seconds where counting began, and the frames given since.
    private var origin = 0.0
    private var counted = 0
    /// The farthest place decoded: how far a seek may go where no length is known.
    private var farthest = 0.0
    /// Several files in a row, each with times of its own: nobody knows how long it is, and there is no going elsewhere in it.
    private var isChained = false

    /// Starts ffmpeg and waits for its first sound. Throws `.ffmpeg`, `.nothingPlayable` or the source's own error.
    init(_ source: any ByteSource, _ kind: FFmpegKind, from start: Int64, by program: FFmpegProgram) throws(PlaybackError) {
        (self.source, self.kind, self.program) = (source, kind, program)
        layout = source is FileSource ? FFmpegLayout(from: start) : try FFmpegLayout(source, kind, from: start)
        run = try FFmpegRun(program, kind, .beginning, source, layout.whole)
        // Its format alone is no sound.
        guard let format = try run.begin(isTimed: false), run.process.count > 0 else {
            try run.check()
            throw .nothingPlayable
        }
        self.format = format
        codec = run.words.codec ?? kind.name
        inputStart = run.words.start
        duration = kind.way == .frames ? nil : run.words.duration
        isMeasured = duration != nil
        if source.isLocal { try findChain() }
        guard kind.way == .frames, source.length != nil else { return }
        // ffmpeg guesses. What is small is measured before it sounds, a file in slices.
        frames = ADTSFrames(from: start)
        _ = measure()
        while source.isLocal, let length = source.length, length <= 4 << 20, measure() {}
        if !source.isLocal { frames = nil }
    }

    var position: Double { origin + format.seconds(counted) }
    var isReady: Bool { source.isLocal || run.isReady(format.bytesPerFrame) }

    func expect(_ duration: Double) {
        if !isMeasured, source.length != nil, duration >= 1, duration < 1e7 { self.duration = duration }
    }

    func measure() -> Bool {
        guard var walk = frames, let length = source.length else { return false }
        frames = nil
        // What can't be read leaves the estimate: the sound tells what is wrong.
        guard let bytes = try? source.bytes(at: walk.place, count: source.isLocal ? 256 << 10 : 16 << 10) else { return false }
        if walk.add(bytes), walk.place < length {
            duration = Double(length) / Double(max(1, walk.bytes)) * walk.seconds
            frames = walk
            return true
        }
        guard walk.seconds > 0 else { return false }
        (duration, isMeasured) = (walk.seconds, true)
        return false
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Decoded {
        let given = try run.read(into: buffer, frame: format.bytesPerFrame)
        guard given > 0 else { return .end }
        counted += given / format.bytesPerFrame
        farthest = max(farthest, position)
        return .bytes(given)
    }

    func seek(to seconds: Double) throws(PlaybackError) -> Double {
        // What is live has no other place than the one that comes.
        guard source.length != nil else { return position }
        while source.isLocal, measure() {}
        try findDuration()
        if isChained { return position }
        let target = min(max(0, seconds.isNaN ? 0 : seconds), limit)
        if target == 0 {
            try start(.beginning, layout.whole, at: 0)
        } else if source is FileSource {
            try start(.at(target), [], at: target)
        } else {
            try seekByBytes(target)
        }
        return position
    }

    /// How far a seek may go. Where the end is guessed, a second is left before it, so that something is heard.
    private var limit: Double {
        guard let duration else { return farthest }
        return isMeasured ? duration : max(farthest, duration - 1)
    }

    /// An Ogg file tells its duration at its end only.
    private func findDuration() throws(PlaybackError) {
        guard duration == nil, !isChained, kind.demuxer == "ogg", let length = source.length, !(source is FileSource) else { return }
        try findChain()
        if isChained { return }
        duration = try layout.oggEnd(source, length: length).map { max(0, $0 - inputStart) }
        isMeasured = duration != nil
    }

    private func findChain() throws(PlaybackError) {
        guard kind.demuxer == "ogg", let length = source.length else { return }
        isChained = try layout.isChained(source, length: length)
        if isChained { (duration, isMeasured) = (nil, false) }
    }

    private func seekByBytes(_ target: Double) throws(PlaybackError) {
        let (whole, length) = (duration ?? 0, source.length ?? 0)
        switch kind.way {
        case .frames: try start(.beginning, layout.jump(to: layout.guess(target, of: whole, length: length)), at: target)
        case .timed: try seekTimed(target, whole, length)
        case .table: try start(.at(target), layout.pass(to: min(layout.table?.place(of: target - 1) ?? 0, length)), at: target)
        // The time of the header is little; 128 KB are more than what makes the proportion untrue.
        case .proportion: try start(.at(target), layout.pass(to: layout.guess(target, of: whole, length: length) - (128 << 10)), at: target)
        case .whole: try start(.at(target), layout.whole, at: target)
        }
    }

    /// Begins some seconds before the place, more if that was behind it.
    private func seekTimed(_ target: Double, _ whole: Double, _ length: Int64) throws(PlaybackError) {
        var lead = Self.lead
        for attempt in 1...Self.tries {
            let isLast = attempt == Self.tries || target <= lead || whole == 0
            let place = isLast && target <= lead ? layout.start : layout.guess(target - lead, of: whole, length: length)
            try start(.timed(target + inputStart), layout.jump(to: place), at: target)
            guard let first = run.words.first else {
                if isLast { return }
                lead *= 4
                continue
            }
            origin = max(0, first - inputStart)
            if isLast || origin - target < 0.01 { return }
            lead = lead * 2 + (origin - target)
        }
    }

    private func start(_ start: FFmpegProgram.Start, _ pieces: [FFmpegFeed.Piece], at place: Double) throws(PlaybackError) {
        run = try FFmpegRun(program, kind, start, source, pieces)
        let isTimed = if case .timed = start { true } else { false }
        // At the very end there is no sound any more.
        if let next = try run.begin(isTimed: isTimed) { format = next } else { try run.check() }
        (origin, counted) = (place, 0)
    }
}
