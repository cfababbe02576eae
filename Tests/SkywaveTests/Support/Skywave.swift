import Foundation
import TestSupport

/// The built program with folders of its own: no setting, library or sound server of the caller's comes into a test.
final class Skywave: Sendable {
    /// What a call of the program came to.
    struct Run: Sendable {
        let out: String
        let errors: String
        let status: Int32
        let bytes: [UInt8]

        var lines: [String] { out.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init) }
    }

    /// The program: `SKYWAVE_BINARY`, else the one built beside these tests.
    static let binary: String = {
        if let path = ProcessInfo.processInfo.environment["SKYWAVE_BINARY"], !path.isEmpty { return path }
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("skywave").path
    }()

    /// Of the programs that run to their end only a few do at once: a hundred would take from the tests beside them the time that
    /// sound needs.
    private static let places = Places(10)

    /// Everything that a test writes lies here.
    let folder: TemporaryFolder
    /// What it finds in its environment.
    let environment: [String: String]

    /// `sound`: it finds the sound server that `Scripts/test` starts. Without, it finds none.
    init(sound: Bool = false, _ more: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        let own = ProcessInfo.processInfo.environment
        var environment = ["PATH": own["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8", "TERM": "xterm"]
        for name in ["DATA_HOME", "CONFIG_HOME", "CACHE_HOME", "STATE_HOME"] {
            environment["XDG_" + name] = folder.file(name.lowercased())
        }
        environment["SWIFT_BACKTRACE"] = "interactive=no"
        environment["PULSE_SERVER"] = sound ? own["PULSE_SERVER"] : "unix:" + folder.file("no-sound-server")
        self.environment = environment.merging(more) { $1 }
    }

    /// The library's folder.
    var library: String { folder.file("data_home/skywave") }

    /// Starts it; its input stays open where `input` is given, so that more can be written.
    func start(_ arguments: [String], input: String? = nil, output: ChildProcess.Output = .collected) throws -> ChildProcess {
        try ChildProcess(
            Self.binary, arguments, environment: environment, folder: folder.path, input: input, keepsInput: input != nil, output: output)
    }

    /// Runs one command, or with `input` a script, to its end.
    @discardableResult
    func run(
        _ arguments: [String], input: String? = nil, output: ChildProcess.Output = .collected, within seconds: Double = 60
    ) async throws -> Run {
        await Self.places.take()
        defer { Self.places.give() }
        let process = try ChildProcess(
            Self.binary, arguments, environment: environment, folder: folder.path, input: input, output: output)
        let (words, status) = await process.finish(within: seconds)
        return Run(out: words.text, errors: words.errorText, status: status, bytes: words.out)
    }

    /// Runs one command whose words hold no blanks.
    @discardableResult
    func callAsFunction(_ command: String) async throws -> Run {
        try await run(command.split(separator: " ").map(String.init))
    }

    /// Runs a script.
    @discardableResult
    func script(_ lines: String, _ options: [String] = []) async throws -> Run {
        try await run(options, input: lines)
    }

    /// What a command answers with `--json`.
    func objects(_ command: String) async throws -> [JSONObject] {
        try await objects(command.split(separator: " ").map(String.init))
    }

    /// What a command answers with `--json`.
    func objects(_ arguments: [String]) async throws -> [JSONObject] {
        try JSONObject.lines(try await run(["--json"] + arguments).out)
    }
}

extension ChildProcess {
    /// Asks a prompt for its status until that says that nothing plays any more.
    func hasStopped() async -> Bool { await hasState("stopped") }

    /// Asks a prompt for its status until it says that state.
    func hasState(_ name: String) async -> Bool {
        await eventually {
            write("status --json\n")
            return await wait(for: "\"state\":\"\(name)\"", seconds: 1)
        }
    }
}
