import Foundation
import TestSupport
import Testing

@testable import Playback

/// A sound server of the test's own, with a null sink whose blocks are short (`norewinds=1`).
final class PulseDaemon {
    let address: String
    private let scratch: Scratch
    private var process: Child?

    /// Nil, with a printed line, where PulseAudio isn't there or `Scripts/test` hasn't prepared the sound tests.
    init?() throws {
        guard ProcessInfo.processInfo.environment["PULSE_SERVER"] != nil, succeeds("pulseaudio", ["--version"]) else {
            print("PULSE_SERVER is not set or PulseAudio is not installed: the sound is not tried")
            return nil
        }
        scratch = try Scratch()
        address = "unix:" + scratch.file("native")
        try #require(start(), "the sound server doesn't answer")
    }

    deinit { kill() }

    private var environment: [String: String] {
        let inherited = ProcessInfo.processInfo.environment
        return inherited.merging(["HOME": scratch.path, "XDG_RUNTIME_DIR": scratch.path, "PULSE_SERVER": address]) { $1 }
    }

    /// Starts it and waits until it answers.
    func start() -> Bool {
        process = Child(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(scratch.file("native"))",
                "-L", "module-null-sink sink_name=own norewinds=1 rate=44100 channels=2 format=s16le",
            ], environment: environment)
        return eventuallyBlocking { succeeds("pactl", ["info"], environment: environment) }
    }

    func kill() { process = nil }

    /// Records what its sink plays while `body` runs, and a little longer: the left channel at 44100 Hz.
    func record(_ body: () throws -> Void) throws -> [Int16] {
        let path = scratch.file("record.raw")
        let arguments = ["-d", "own.monitor", "--rate=44100", "--channels=2", "--format=s16le", "--raw", "--latency-msec=20"]
        let recorder = Child("parec", arguments, environment: environment, output: path)
        try awaitGrowth(of: path)
        try body()
        try awaitGrowth(of: path)
        recorder?.kill()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        return stride(from: 0, to: bytes.count - 3, by: 4).map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
    }

    /// Waits until a fifth of a second more has been recorded.
    private func awaitGrowth(of path: String) throws {
        func size() throws -> Int { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
        let wanted = try size() + 44_100 * 4 / 5
        _ = eventuallyBlocking { try size() >= wanted }
    }
}

/// What a recording holds.
struct Sound {
    /// Stretches with sound in seconds, parted by silences of more than 5 ms.
    private(set) var stretches: [(start: Double, length: Double, frequency: Double)] = []

    init(_ samples: [Int16]) {
        var first: Int?
        var last = 0
        for (index, sample) in samples.enumerated() where abs(Int(sample)) > 20 {
            if let start = first, index - last > 220 {
                add(samples, start, last)
                first = index
            }
            first = first ?? index
            last = index
        }
        if let first { add(samples, first, last) }
    }

    private mutating func add(_ samples: [Int16], _ first: Int, _ last: Int) {
        stretches.append((Double(first) / 44_100, Double(last - first + 1) / 44_100, Self.frequency(samples[first...last])))
    }

    /// By the rising zero crossings.
    static func frequency(_ samples: ArraySlice<Int16>) -> Double {
        var crossings: [Int] = []
        for (index, pair) in zip(samples.indices, zip(samples, samples.dropFirst())) where pair.0 < 0 && pair.1 >= 0 {
            crossings.append(index)
        }
        guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
        return Double(crossings.count - 1) * 44_100 / Double(last - first)
    }
}
