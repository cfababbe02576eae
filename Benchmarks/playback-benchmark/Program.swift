import Foundation

/// A program that was started, with a pipe to its input and, where it is wanted, one from its output. What else it says goes nowhere.
final class Program {
    let process: pid_t
    private let input: Int32
    /// Its output's end; -1 where that goes nowhere.
    let output: Int32
    private let started = ContinuousClock.now

    init(_ words: [String], readsOutput: Bool = false) throws {
        guard let program = words.first else { throw Failure("there is no command") }
        var (inputs, outputs): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&inputs) == 0, pipe(&outputs) == 0 else { throw Failure(String(cString: strerror(errno))) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputs[0], 0)
        if readsOutput {
            posix_spawn_file_actions_adddup2(&actions, outputs[1], 1)
        } else {
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        for descriptor in inputs + outputs { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let code = posix_spawnp(&child, program, &actions, nil, &arguments, environ)
        (process, input, output) = (child, inputs[1], readsOutput ? outputs[0] : -1)
        close(inputs[0])
        close(outputs[1])
        if !readsOutput { close(outputs[0]) }
        guard code == 0 else { throw Failure("\(program): \(String(cString: strerror(code)))") }
    }

    func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(input, bytes, bytes.count)
    }

    /// Waits for its end: "wall cpu peak". The peak is the program's own, looked at ten times a second: what the system keeps for its parent
    /// includes the memory of who started it.
    func measure() throws -> String {
        close(input)
        var (peak, status, usage) = (0, Int32(0), rusage())
        while true {
            peak = max(peak, highWater)
            let ended = wait4(process, &status, WNOHANG, &usage)
            if ended == process { break }
            if ended < 0, errno != EINTR { throw Failure(String(cString: strerror(errno))) }
            usleep(peak == 0 ? 1000 : 20_000)
        }
        let wall = (ContinuousClock.now - started) / .seconds(1)
        guard status == 0 else { throw Failure("it ended with status \(status >> 8 & 0xFF)") }
        let cpu = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        return String(format: "%.4f %.4f %ld", wall, cpu, peak)
    }

    /// Of the program itself, once it has taken the starter's place.
    private var highWater: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    /// Ends it; kills it where it is still there after two seconds.
    func end() {
        close(input)
        kill(process, SIGTERM)
        var status: Int32 = 0
        for _ in 0..<200 {
            if waitpid(process, &status, WNOHANG) != 0 { return }
            usleep(10_000)
        }
        kill(process, SIGKILL)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
