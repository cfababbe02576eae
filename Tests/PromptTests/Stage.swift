import Catalogue
import Foundation
import Glibc
import Library
import Session
import Synchronization
import TestSupport

@testable import Prompt
@testable import Terminal

/// Where a story is played: the prompt as a script has it, in this process, with a folder, a library and pipes of its own.
final class Stage {
    private let folder: TemporaryFolder
    private let output: Pipe
    private let errors: Pipe
    private let clock = StageClock()
    private var prompt: CommandPrompt

    init() throws {
        Sample.useUTC()
        folder = try TemporaryFolder()
        output = try Pipe()
        errors = try Pipe()
        prompt = try Self.prompt(folder, output, errors, clock)
    }

    /// The first thing that is not as the story has it, with all that was said up to there; nil where all is.
    func play(_ story: Story) async throws -> String? {
        var transcript = ""
        var difference: String?
        for step in story.steps where difference == nil {
            let said = try await said(by: step)
            transcript += said.text(of: step)
            difference = said.difference(from: step).map { "\(story.name).txt, line \(step.line): \($0)\n\n\(transcript)" }
        }
        await prompt.close()
        return difference
    }

    /// What is really said, as a story; for writing one.
    func transcript(of story: Story) async throws -> String {
        var transcript = ""
        for step in story.steps { transcript += try await said(by: step).text(of: step) + "\n" }
        await prompt.close()
        return transcript
    }

    private func said(by step: Story.Step) async throws -> Said {
        step.kind == .command ? await run(step) : try await act(step)
    }

    private func run(_ step: Story.Step) async -> Said {
        let reply = await prompt.run(line: step.text.replacingOccurrences(of: "FOLDER", with: folder.path))
        prompt.out.flush()
        prompt.errors.flush()
        return await said(step, status: reply.status)
    }

    private func act(_ step: Story.Step) async throws -> Said {
        let words = step.text.split(separator: " ", maxSplits: 2).map(String.init)
        switch (words.first, words.count) {
        case ("restart", 1):
            await prompt.close()
            prompt = try Self.prompt(folder, output, errors, clock)
        case ("time", 3):
            guard let time = Timestamp.feedDate("\(words[1])T\(words[2]):00Z") else { fallthrough }
            clock.time.withLock { $0 = time }
        case ("write", 2...3): try folder.write(Array((words.count > 2 ? words[2] : "").utf8), to: words[1])
        case ("silence", 3): try folder.write(Silence.mp3(seconds: Double(words[2]) ?? 1), to: words[1])
        case ("chapters", 3):
            let parts = words[2].split(separator: " ").map(String.init)
            try folder.write(Silence.mp3(chapters: Array(parts.dropFirst()), seconds: Double(parts[0]) ?? 1), to: words[1])
        case ("remove", 2...3): try FileManager.default.removeItem(atPath: folder.file(words.dropFirst().joined(separator: " ")))
        default: return Said(output: ["no such action"], errors: [], status: 2)
        }
        return await said(step, status: 0)
    }

    /// All that was said; where lines that come by themselves are missing, it is waited for them, for a minute at most.
    private func said(_ step: Story.Step, status: Int32) async -> Said {
        var (written, told) = ("", "")
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            written += output.read()
            told += errors.read()
            let said = Said(output: lines(written), errors: lines(told), status: status)
            if said.isWhole(for: step) || ContinuousClock.now > deadline { return said }
            await Pipe.wait(for: [output, errors])
        }
    }

    private func lines(_ text: String) -> [String] {
        let lines = text.replacingOccurrences(of: folder.path, with: "FOLDER").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.last?.isEmpty == true ? lines.dropLast().map(String.init) : lines.map(String.init)
    }

    private static func prompt(
        _ folder: TemporaryFolder, _ output: Pipe, _ errors: Pipe, _ clock: StageClock
    ) throws -> CommandPrompt {
        let (out, told) = (Out(descriptor: output.input), Out(descriptor: errors.input))
        let environment = ["HOME": folder.path, "XDG_CONFIG_HOME": folder.file("config")]
        let arguments = ["--library", folder.file("library"), "--output", "null"]
        guard var invocation = Invocation(arguments, isTerminal: false, errors: told, environment: { environment[$0] }) else {
            throw POSIXError(.EINVAL)
        }
        invocation.configuration.settleTime = .seconds(60)
        invocation.configuration.clock = { clock.time.withLock { $0 } ?? LibraryStore.systemTime() }
        return CommandPrompt(invocation, out: out, errors: told, mailbox: TerminalMailbox())
    }
}

/// What the library's clock says in a story: the system's time until the story sets another.
private final class StageClock: Sendable {
    let time = Mutex<Int64?>(nil)
}

/// A pipe that takes a whole command's output, and whose reader never waits but in `wait`.
final class Pipe: Sendable {
    let input: Int32
    private let end: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        (end, input) = (ends[0], ends[1])
        for side in ends { _ = fcntl(side, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        // F_SETPIPE_SZ, which Swift doesn't see: lists of JSON lines are longer than the 64 kB that a pipe begins with.
        _ = fcntl(input, 1031, Int32(1 << 20))
    }

    deinit {
        close(end)
        close(input)
    }

    /// What is there now.
    func read() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(end, &buffer, buffer.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer.prefix(count)
        }
    }

    /// Waits until one of them has something to read, a second at most; on a thread of its own.
    static func wait(for pipes: [Pipe]) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var ends = pipes.map { pollfd(fd: $0.end, events: Int16(POLLIN), revents: 0) }
                poll(&ends, nfds_t(ends.count), 1000)
                continuation.resume()
            }
        }
    }
}
