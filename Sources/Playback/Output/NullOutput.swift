/// A clock without sound: it takes samples as a device would, at their rate, half a second ahead.
final class NullOutput: AudioOutput {
    private(set) var state = OutputState.closed
    private var format = AudioFormat(sampleRate: 44_100, channels: 2)
    private let clock: () -> Double
    private let ahead = 0.5
    /// Seconds written and not heard at `since`; time runs only while playing.
    private var queued = 0.0
    private var since: Double?
    private var scratch: [UInt8] = []

    /// `clock` gives seconds that only grow.
    init(clock: @escaping () -> Double = Monotonic.now) { self.clock = clock }

    func open(_ format: AudioFormat) {
        self.format = format
        scratch = [UInt8](repeating: 0, count: 8192 / format.bytesPerFrame * format.bytesPerFrame)
        queued = 0
        since = clock()
        state = .ready
    }

    func write(limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Int) throws(PlaybackError) -> Written {
        settle()
        guard queued < ahead else { return .full }
        let room = min(limit, scratch.count)
        var outcome: Result<Int, PlaybackError> = .success(0)
        scratch.withUnsafeMutableBytes { bytes in
            outcome = Result { () throws(PlaybackError) in try body(UnsafeMutableRawBufferPointer(rebasing: bytes[..<room])) }
        }
        let count = try outcome.get()
        queued += format.seconds(count / format.bytesPerFrame)
        return .bytes(count)
    }

    private func settle() {
        guard let since else { return }
        let now = clock()
        queued = max(0, queued - max(0, now - since))
        self.since = now
    }

    var delay: Double {
        settle()
        return queued
    }

    func pause() {
        settle()
        since = nil
    }

    func resume() { since = since ?? clock() }
    func flush() { queued = 0 }
    func drain() {}
    var isDrained: Bool { delay <= 0 }
    func setVolume(_ percent: Int) {}
    func setDevice(_ name: String?) {}
    func close() { state = .closed }
    var patience: Double { min(ahead / 2, max(0.001, delay)) }
}
