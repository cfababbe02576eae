import Foundation
import Synchronization
import TestSupport

/// A sink of a test's own at the sound server that `Scripts/test` starts, and a recording of all that is played into it: no other test
/// is heard in it.
final class Listening: Sendable {
    /// Samples a second of the recording.
    static let rate = 44100

    /// More at once would keep the server from serving each in time.
    private static let places = Places(3)

    /// The sink's name.
    let sink: String
    private let environment: [String: String]
    private let module: String
    private let recorder: ChildProcess

    struct Failure: Error {
        let words: String
    }

    /// The server's address, or nil, after saying so, where there is none.
    static var server: String? {
        let own = ProcessInfo.processInfo.environment
        if own["SKYWAVE_PULSE"] == "1", let server = own["PULSE_SERVER"] { return server }
        print("SKYWAVE_PULSE is not set: the tests of sound are left out")
        return nil
    }

    /// Makes a sink, runs `body` with it, and takes it away.
    static func with(server: String, _ body: (Listening) async throws -> Void) async throws {
        await places.take()
        defer { places.give() }
        let listening = try await Listening(server: server)
        do { try await body(listening) } catch {
            await listening.end()
            throw error
        }
        await listening.end()
    }

    private init(server: String) async throws {
        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "PULSE_SERVER": server, "HOME": "/"]
        let sink = "test-" + UUID().uuidString.prefix(8)
        (self.sink, self.environment) = (sink, environment)
        module = try await Self.load(sink, environment)
        recorder = try ChildProcess(
            "parec", ["-d", sink + ".monitor", "--raw", "--format=s16le", "--rate=\(Self.rate)", "--channels=1", "--latency-msec=20"],
            environment: environment, folder: "/", input: "", keepsInput: true)
        guard await recorder.wait(until: { !$0.out.isEmpty }) else {
            await end()
            throw Failure(words: recorder.said.errorText)
        }
    }

    /// Makes the sink and gives its module's number. The server refuses a caller while five others wait to be let in.
    private static func load(_ sink: String, _ environment: [String: String]) async throws -> String {
        let facts = ["sink_name=\(sink)", "norewinds=1", "rate=\(rate)", "channels=1", "format=s16le"]
        var errors = ""
        for _ in 1...10 {
            let load = try ChildProcess("pactl", ["load-module", "module-null-sink"] + facts, environment: environment, folder: "/")
            let (words, status) = await load.finish()
            if status == 0 { return words.text.trimmingCharacters(in: CharacterSet.whitespacesAndNewlines) }
            errors = words.errorText
        }
        throw Failure(words: errors)
    }

    /// A program whose sound goes into this sink, as by the listener's own default.
    func skywave() throws -> Skywave { try Skywave(sound: true, ["PULSE_SINK": sink]) }

    /// What has been recorded so far.
    var recording: Recording { Recording(recorder.said.out) }

    /// Waits until what is recorded makes `holds` true; looks ten times a recorded second.
    func wait(seconds: Double = 60, until holds: @escaping @Sendable (Recording) -> Bool) async -> Bool {
        let seen = Mutex(0)
        return await recorder.wait(seconds: seconds) { words in
            let isNew = seen.withLock { seen in
                guard words.out.count >= seen + Self.rate / 5 || words.isOver else { return false }
                seen = words.out.count
                return true
            }
            return isNew && holds(Recording(words.out))
        }
    }

    /// The first sound after a place of the recording, once so many seconds of it have been recorded; nil where none comes.
    func sound(from place: Int, seconds: Double) async -> Recording? {
        let length = Int(seconds * Double(Self.rate))
        guard await wait(until: { $0.sound(from: place).samples.count >= length }) else { return nil }
        return recording.sound(from: place)
    }

    /// Waits until nothing has been heard for so many seconds since now.
    func waitForSilence(seconds: Double) async -> Bool {
        let from = recorder.said.out.count / 2
        return await wait { $0.samples.count >= from + Int(seconds * Double(Self.rate)) && !$0.isLoud(last: seconds) }
    }

    private func end() async {
        recorder.signal(SIGKILL)
        _ = await recorder.finish()
        _ = try? await ChildProcess("pactl", ["unload-module", module], environment: environment, folder: "/").finish()
    }
}

/// What was heard.
struct Recording: Sendable {
    /// Below this a sample is silence.
    static let threshold: Int16 = 300

    var samples: [Int16]

    init(_ bytes: [UInt8]) {
        samples = [Int16](unsafeUninitializedCapacity: bytes.count / 2) { buffer, count in
            count = bytes.count / 2
            UnsafeMutableRawBufferPointer(buffer).copyBytes(from: bytes.prefix(count * 2))
        }
    }

    init(samples: [Int16]) { self.samples = samples }

    /// The stretches of sound, as places in `samples`, that silences of at least so many seconds part.
    func sounds(partedBy seconds: Double = 0.01) -> [Range<Int>] {
        let gap = Int(seconds * Double(Listening.rate))
        var found: [Range<Int>] = []
        for place in samples.indices where samples[place].magnitude > Self.threshold.magnitude {
            if let last = found.last, place - last.upperBound < gap {
                found[found.count - 1] = last.lowerBound..<(place + 1)
            } else {
                found.append(place..<(place + 1))
            }
        }
        return found
    }

    /// What was heard from the first sound after a place on.
    func sound(from place: Int) -> Recording {
        let rest = samples.dropFirst(place)
        let first = rest.firstIndex { $0.magnitude > Self.threshold.magnitude }
        return Recording(samples: first.map { Array(rest[$0...]) } ?? [])
    }

    func isLoud(last seconds: Double) -> Bool {
        samples.suffix(Int(seconds * Double(Listening.rate))).contains { $0.magnitude > Self.threshold.magnitude }
    }

    /// Seconds that a stretch takes.
    static func seconds(_ range: Range<Int>) -> Double { Double(range.count) / Double(Listening.rate) }

    /// The places, between samples, where the wave of a stretch rises through zero.
    func crossings(_ range: Range<Int>) -> [Double] {
        range.dropFirst().compactMap { place in
            let (before, after) = (Double(samples[place - 1]), Double(samples[place]))
            return before < 0 && after >= 0 ? Double(place) - after / (after - before) : nil
        }
    }

    /// The frequency of a stretch, in Hz; nil for less than two waves.
    func frequency(_ range: Range<Int>) -> Double? {
        let places = crossings(range)
        guard let first = places.first, let last = places.last, places.count > 2 else { return nil }
        return Double(places.count - 1) * Double(Listening.rate) / (last - first)
    }

    /// How far the shortest and the longest wave of a stretch are from the mean one: 0.05 is five per cent. A gap or a jump in it shows here.
    func unevenness(_ range: Range<Int>) -> Double {
        let places = crossings(range)
        guard places.count > 2, let first = places.first, let last = places.last else { return .infinity }
        let mean = (last - first) / Double(places.count - 1)
        return zip(places, places.dropFirst()).map { abs(($1 - $0) / mean - 1) }.max() ?? .infinity
    }

    /// Whether a tenth of a second after a place is of this pitch.
    func holds(_ hertz: Double, from place: Int) -> Bool {
        stride(from: place, to: samples.count - 4410, by: 2205).contains { start in
            isLoud(start..<(start + 4410)) && frequency(start..<(start + 4410)).map { abs($0 - hertz) < 15 } == true
        }
    }

    private func isLoud(_ range: Range<Int>) -> Bool {
        samples[range].contains { $0.magnitude > Self.threshold.magnitude }
    }
}
