/// A decoder whose sound is changed: faster or slower at its pitch, silences and end cut, louder or softer. Its places and duration are those of
/// the item.
final class ChangedDecoder: Decoder {
    /// How often `read` asks for more before it says that there is none yet: so an hour of silence can be left in the middle.
    private static let patience = 64

    private let inner: any Decoder
    private var effects: Effects
    private(set) var format: AudioFormat
    private var stretcher: Stretcher
    private var silence: SilenceSkipper?
    private var loudness: Loudness?
    private var trail: PlaceTrail
    /// The place up to which the item is decoded.
    private var decoded: Double
    /// What is to be said when the stretcher is empty.
    private var outcome: Decoded?
    /// The listener went to a place in the outro.
    private var playsOutro = false
    /// One read's samples: no more of a remote item than `isReady` is about.
    private let scratch = UnsafeMutableBufferPointer<Int16>.allocate(capacity: 2 * 1152)

    init(_ inner: any Decoder, _ effects: Effects) {
        (self.inner, self.effects, format, decoded) = (inner, effects, inner.format, inner.position)
        stretcher = Stretcher(inner.format, speed: effects.speed)
        trail = PlaceTrail(at: inner.position)
        loudness = Self.loudness(of: inner, effects)
        begin()
    }

    deinit { scratch.deallocate() }

    var bare: any Decoder { inner }
    var duration: Double? { inner.duration }
    var isMeasured: Bool { inner.isMeasured }
    var position: Double { trail.place }
    var end: Double? { playsOutro ? inner.end : limit ?? inner.end }
    var isReady: Bool { inner.isReady || stretcher.hasSamples || outcome != nil }
    func position(behind delay: Double) -> Double { trail.place(behind: delay) }
    func measure() -> Bool { inner.measure() }
    func expect(_ duration: Double) { inner.expect(duration) }

    /// Where the outro begins. After a guess too much would be left out.
    private var limit: Double? {
        guard let duration, isMeasured, effects.outro > 0, effects.outro < duration else { return nil }
        return duration - effects.outro
    }

    func seek(to seconds: Double) throws(PlaybackError) -> Double {
        decoded = try inner.seek(to: seconds)
        trail = PlaceTrail(at: decoded)
        outcome = nil
        begin()
        return decoded
    }

    /// Changes what is still to be decoded, and loses nothing: what is made already stays as it is.
    func change(_ effects: Effects) {
        self.effects = effects
        stretcher.speed = effects.speed
        loudness = Self.loudness(of: inner, effects)
        if !effects.skipsSilence { silence?.flush(stretcher.write) }
        if effects.skipsSilence != (silence != nil) { silence = effects.skipsSilence ? SilenceSkipper(format) : nil }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Decoded {
        for _ in 0..<Self.patience {
            let count = stretcher.read(into: buffer)
            if count > 0 {
                mark(format.seconds(count / format.bytesPerFrame))
                return .bytes(count)
            }
            if let outcome { return conclude(outcome) }
            guard inner.isReady else { break }
            try feed()
        }
        return .bytes(0)
    }

    /// Decodes a little of the item into the stretcher.
    private func feed() throws(PlaybackError) {
        let start = inner.position
        let room = playsOutro ? nil : limit.map { format.frames($0 - start) }
        if room == 0 { return finish(.end) }
        let got = try inner.read(into: UnsafeMutableRawBufferPointer(scratch))
        guard case .bytes(let count) = got else {
            decoded = inner.position
            return finish(got)
        }
        let frames = min(count / format.bytesPerFrame, room ?? .max)
        decoded = start + format.seconds(frames)
        let samples = UnsafeMutableBufferPointer(rebasing: scratch[..<(frames * format.channels)])
        loudness?.apply(to: samples)
        if silence == nil { stretcher.write(samples) } else { silence?.take(samples, stretcher.write) }
    }

    /// Nothing more of this format comes: what is held goes out, and then the outcome is said.
    private func finish(_ outcome: Decoded) {
        silence?.flush(stretcher.write)
        stretcher.flush()
        self.outcome = outcome
    }

    private func conclude(_ outcome: Decoded) -> Decoded {
        mark(0)
        if case .format = outcome {
            self.outcome = nil
            begin()
        }
        return outcome
    }

    private static func loudness(of decoder: any Decoder, _ effects: Effects) -> Loudness? {
        effects.gain.flatMap { Loudness(decibels: decoder.gain($0)) }
    }

    private func mark(_ seconds: Double) {
        let waiting = (stretcher.pending + Double(silence?.heldFrames ?? 0)) / Double(max(1, format.sampleRate))
        trail.mark(seconds, upTo: decoded - waiting)
    }

    /// Makes all that holds samples anew, for the decoder's format.
    private func begin() {
        format = inner.format
        stretcher = Stretcher(format, speed: effects.speed)
        silence = effects.skipsSilence ? SilenceSkipper(format) : nil
        playsOutro = limit.map { decoded >= $0 } ?? false
    }
}
