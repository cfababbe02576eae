import Foundation
import TestSupport

/// A sound server of a test's own, which it may kill and hold. The recorder comes in by another door than the listener: it hears the server's
/// first sound.
final class SoundServer {
    private let folder: TemporaryFolder
    private var process: ChildProcess?
    private var recorder: ChildProcess?

    struct Failure: Error {
        let words: String
    }

    /// Nil where the tests of sound are left out.
    init?() throws {
        guard Listening.server != nil else { return nil }
        folder = try TemporaryFolder()
    }

    /// What `PULSE_SERVER` is for the program.
    var address: String { "unix:" + folder.file("listener") }

    private func environment(_ door: String) -> [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
            "PULSE_SERVER": "unix:" + folder.file(door),
        ]
    }

    private func door(_ name: String) -> String { "module-native-protocol-unix auth-anonymous=1 socket=" + folder.file(name) }

    /// Starts it with a null sink `one`, which is recorded; the listener finds it from `open` on.
    func start() async throws {
        process = try ChildProcess(
            "pulseaudio",
            ["-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L", door("tests"), "-L", Self.sink("one")],
            environment: environment("none"), folder: folder.path)
        for _ in 1...200 {
            let recorder = try ChildProcess(
                "parec",
                ["-d", "one.monitor", "--raw", "--format=s16le", "--rate=\(Listening.rate)", "--channels=1", "--latency-msec=20"],
                environment: environment("tests"), folder: "/", input: "", keepsInput: true)
            self.recorder = recorder
            if await recorder.wait(seconds: 10, until: { !$0.out.isEmpty }) { return }
        }
        throw Failure(words: process?.said.errorText ?? "")
    }

    /// Lets the listener in.
    func open() async throws { try await control("load-module " + door("listener")) }

    /// Gives it a command of pactl's; what that says.
    @discardableResult
    func control(_ words: [String]) async throws -> String {
        let pactl = try ChildProcess("pactl", words, environment: environment("tests"), folder: "/")
        let (said, status) = await pactl.finish()
        guard status == 0 else { throw Failure(words: said.errorText) }
        return said.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @discardableResult
    func control(_ command: String) async throws -> String { try await control(command.split(separator: " ").map(String.init)) }

    /// Makes another sink; gives its module's number. The recorder would follow the default, too.
    func add(sink: String) async throws -> String {
        try await control("set-default-source one.monitor")
        return try await control("load-module " + Self.sink(sink))
    }

    private static func sink(_ name: String) -> String {
        "module-null-sink sink_name=\(name) norewinds=1 rate=\(Listening.rate) channels=1 format=s16le"
    }

    /// Waits until a tenth of a second of the chirp, or of silence, is heard at the end of the recording.
    func wait(forSound isSound: Bool) async -> Bool {
        await wait(tail: Listening.rate / 10) { isSound ? Chirp.heard(in: $0).count > 2 : $0.sounds().isEmpty }
    }

    func signal(_ number: Int32) { process?.signal(number) }

    /// Waits until it has gone; the recording stays.
    func gone() async {
        _ = await process?.finish(within: 30)
        _ = await recorder?.finish(within: 30)
    }

    var recording: Recording { Recording(recorder?.said.out ?? []) }

    /// Waits until so many samples have been recorded.
    func record(until count: Int) async -> Bool { await recorder?.wait { $0.out.count >= count * 2 } ?? false }

    /// Waits until the end of what is recorded, in pieces of a twentieth of a second, makes `holds` true.
    func wait(tail: Int, until holds: @escaping @Sendable (Recording) -> Bool) async -> Bool {
        var next = recording.samples.count
        for _ in 0..<400 {
            if holds(Recording(samples: recording.samples.suffix(tail))) { return true }
            next += Listening.rate / 20
            guard await record(until: next) else { return false }
        }
        return false
    }
}
