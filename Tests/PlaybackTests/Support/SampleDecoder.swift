import Glibc

@testable import Playback

/// Gives samples that a test has made, mono at 8000 Hz.
final class SampleDecoder: Decoder {
    let format = AudioFormat(sampleRate: 8000, channels: 1)
    private let samples: [Int16]
    private var next = 0
    private let decibels: Double

    init(_ samples: [Int16], gain: Double = 0) { (self.samples, decibels) = (samples, gain) }

    /// Stretches of a 400 Hz tone of that amplitude, or of silence where it is 0.
    convenience init(_ parts: [(seconds: Double, amplitude: Double)], gain: Double = 0) {
        self.init(
            parts.flatMap { part in (0..<Int(part.seconds * 8000)).map { Int16(part.amplitude * sin(Double($0) * 2 * .pi / 20)) } },
            gain: gain)
    }

    var position: Double { format.seconds(next) }
    var duration: Double? { format.seconds(samples.count) }
    var isReady: Bool { true }
    func measure() -> Bool { false }
    func gain(_ kind: ReplayGain) -> Double { decibels }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Decoded {
        let part = samples[next...].prefix(buffer.count / 2)
        if part.isEmpty { return .end }
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        next += part.count
        return .bytes(part.count * 2)
    }

    func seek(to seconds: Double) throws(PlaybackError) -> Double {
        next = min(format.frames(seconds), samples.count)
        return position
    }
}
