import CSonic

/// libsonic: takes samples and gives them faster or slower at the pitch they had. At speed 1 they come out as they went in.
/// Made, used and freed on one thread.
final class Stretcher {
    private let format: AudioFormat
    private let stream: OpaquePointer
    var speed: Double {
        didSet { apply() }
    }
    /// Frames taken of which nothing was given yet. libsonic keeps up to two of the longest periods back and doesn't say how many; counted alone
    /// this would go astray, as its periods are whole frames.
    private(set) var pending = 0.0

    init(_ format: AudioFormat, speed: Double) {
        guard let stream = sonicCreateStream(Int32(clamping: format.sampleRate), Int32(clamping: format.channels)) else {
            preconditionFailure("no more memory")
        }
        (self.format, self.stream) = (format, stream)
        self.speed = speed
        apply()
    }

    deinit { sonicDestroyStream(stream) }

    var hasSamples: Bool { sonicSamplesAvailable(stream) > 0 }

    /// Takes whole frames.
    func write(_ samples: UnsafeMutableBufferPointer<Int16>) {
        let frames = samples.count / format.channels
        guard frames > 0, let start = samples.baseAddress else { return }
        precondition(sonicWriteShortToStream(stream, start, Int32(clamping: frames)) != 0, "no more memory")
        pending += Double(frames)
    }

    /// Gives what there is, as bytes; 0 where it takes more first.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let room = buffer.count / format.bytesPerFrame
        let frames = sonicReadShortFromStream(stream, buffer.bindMemory(to: Int16.self).baseAddress, Int32(clamping: room))
        pending -= Double(frames) * speed
        settle(keptBack: speed == 1 ? 0 : 2 * (format.sampleRate / Int(SONIC_MIN_PITCH)))
        return Int(frames) * format.bytesPerFrame
    }

    /// From here on it keeps nothing back.
    func flush() {
        precondition(sonicFlushStream(stream) != 0, "no more memory")
        settle(keptBack: 0)
    }

    private func apply() {
        // It looks for periods in a copy at 4000 Hz, which can't be had of less.
        if format.sampleRate < 4000 { speed = 1 }
        sonicSetSpeed(stream, Float(speed))
    }

    private func settle(keptBack: Int) {
        let ready = Double(sonicSamplesAvailable(stream)) * speed
        pending = min(max(pending, ready), ready + Double(keptBack))
    }
}
