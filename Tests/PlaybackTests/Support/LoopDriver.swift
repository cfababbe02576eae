@testable import Playback

/// A loop on a clock that only its own waits move.
final class LoopDriver {
    private(set) var events: [PlayerEvent] = []
    let output: FlakyOutput
    private(set) var loop: PlayerLoop?

    init() {
        let clock = Clock()
        output = FlakyOutput(clock: { clock.time })
        self.clock = clock
        loop = PlayerLoop(output: output, clock: { clock.time }, emit: { [unowned self] in events.append($0) })
    }

    final class Clock { var time = 100.0 }
    private let clock: Clock

    func perform(_ command: PlayerCommand) { loop?.perform(command) }

    /// Steps until `seconds` have passed on the clock, or nothing is left to do.
    func run(_ seconds: Double) {
        let end = clock.time + seconds
        for _ in 0..<100_000 {
            guard clock.time < end else { return }
            switch loop?.step() {
            case .again: break
            case .wait(let wait?): clock.time = min(end, clock.time + max(wait, 0.001))
            default:
                clock.time = end
                return
            }
        }
    }

    /// The events' names and places, positions left out: "paused 1.00".
    var story: [String] {
        events.compactMap { event in
            switch event {
            case .started(_, let format, let length): "started \(format.sampleRate) \(Self.text(length?.seconds))"
            case .position: nil
            case .paused(_, let place): "paused \(Self.text(place))"
            case .resumed(_, let place): "resumed \(Self.text(place))"
            case .buffering(_, let place): "buffering \(Self.text(place))"
            case .seeked(_, let place): "seeked \(Self.text(place))"
            case .ended(_, let place): "ended \(Self.text(place))"
            case .stopped(_, let place): "stopped \(Self.text(place))"
            case .failed(_, let error, let place): "failed \(error) \(Self.text(place))"
            case .noDevice: "noDevice"
            case .deviceBack: "deviceBack"
            case .detour(let asked, let used): "\(used) instead of \(asked)"
            }
        }
    }

    var places: [Double] {
        events.compactMap { if case .position(_, let place, _) = $0 { place } else { nil } }
    }

    var lastStarted: PlayToken? {
        events.compactMap { if case .started(let token, _, _) = $0 { token } else { nil } }.last
    }

    private static func text(_ seconds: Double?) -> String {
        guard let seconds else { return "?" }
        let hundredths = Int((seconds * 100).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// A null output that goes away and comes back at a test's word.
final class FlakyOutput: AudioOutput {
    var isGone = false
    var standstill: PlaybackError?
    var detour: Detour?
    /// Bytes written, flushed ones too.
    private(set) var bytes = 0
    private(set) var opened: [AudioFormat] = []
    private(set) var volume = 100
    private let inner: NullOutput

    init(clock: @escaping () -> Double) { inner = NullOutput(clock: clock) }

    var state: OutputState { isGone ? .lost(.noDevice("gone")) : inner.state }

    func open(_ format: AudioFormat) {
        guard !isGone else { return }
        opened.append(format)
        inner.open(format)
    }

    func write(limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Int) throws(PlaybackError) -> Written {
        if isGone { throw .noDevice("gone") }
        let written = try inner.write(limit: limit, body)
        if case .bytes(let count) = written { bytes += count }
        return written
    }

    var delay: Double { inner.delay }
    func pause() { inner.pause() }
    func resume() { inner.resume() }
    func flush() { inner.flush() }
    func drain() { inner.drain() }
    var isDrained: Bool { inner.isDrained }
    func setVolume(_ percent: Int) { volume = percent }
    func setDevice(_ name: String?) {}
    func close() { inner.close() }
    var patience: Double { inner.patience }

    func takeDetour() -> Detour? {
        defer { detour = nil }
        return detour
    }
}
