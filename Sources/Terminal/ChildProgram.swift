import CSpawn
import Dispatch
import Glibc
import Synchronization

/// Another program that is run for what it writes, as `chafa` is. No shell is asked.
public struct ChildProgram: Sendable {
    /// What can go wrong with it; `name` is the program's.
    public enum Failure: Error, Hashable, Sendable {
        /// It could not be started: the system's error number.
        case notStarted(name: String, errno: Int32)
        /// It said that it failed: its exit status, or 128 and the number of the signal that ended it.
        case failed(name: String, status: Int32)
        /// It didn't come to an end within so many seconds, and was ended.
        case tooSlow(name: String, seconds: Double)
        /// It wrote more bytes than were wanted, and was ended.
        case tooMuch(name: String, limit: Int)
    }

    let name: String
    let path: String

    /// A program by its name in one of the folders of PATH; nil where it isn't installed. Folders that aren't absolute are passed over.
    public init?(named name: String) {
        let folders = (environment("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        guard let path = folders.map({ "\($0)/\(name)" }).first(where: Self.canRun) else { return nil }
        (self.name, self.path) = (name, path)
    }

    private static func canRun(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Runs it with nothing to read, and gives what it wrote to standard output. Cancelling the task kills it and what it started; it is
    /// waited for in each case, on a thread of its own. Throws Failure, CancellationError.
    public func output(_ arguments: [String], seconds: Double = 10, limit: Int = 16 << 20) async throws -> [UInt8] {
        let child = Child()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: Result { try run(child, arguments, seconds, limit) })
                }
            }
        } onCancel: {
            child.end()
        }
        if Task.isCancelled { throw CancellationError() }
        return try result.get()
    }

    private func run(_ child: Child, _ arguments: [String], _ seconds: Double, _ limit: Int) throws(Failure) -> [UInt8] {
        let deadline = ContinuousClock.now + .seconds(seconds)
        let reader = try start(child, arguments)
        defer { close(reader) }
        var (bytes, isWhole) = ([UInt8](), false)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole, bytes.count <= limit, wait(for: reader, until: deadline) {
            let count = read(reader, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { isWhole = true } else { bytes += buffer[..<count] }
        }
        if !isWhole { child.end() }
        let status = child.status(until: deadline)
        if bytes.count > limit { throw .tooMuch(name: name, limit: limit) }
        guard isWhole, let status else { throw .tooSlow(name: name, seconds: seconds) }
        if status != 0 { throw .failed(name: name, status: status) }
        return bytes
    }

    /// Starts it in a process group of its own, with signals as a shell leaves them; gives the end of the pipe that it writes into.
    private func start(_ child: Child, _ arguments: [String]) throws(Failure) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(name: name, errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let code = child.start(path, [name] + arguments, output: ends[1])
        close(ends[1])
        if code == 0 { return ends[0] }
        close(ends[0])
        throw .notStarted(name: name, errno: code)
    }

    /// Whether something can be read; false when the time is over.
    private func wait(for reader: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let rest = ContinuousClock.now.duration(to: deadline)
            if rest <= .zero { return false }
            var waits = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000 + 1
            let ready = poll(&waits, 1, Int32(clamping: milliseconds))
            if ready > 0 || ready < 0 && errno != EINTR { return true }
        }
    }
}

/// The process of a program: from its start until it was waited for it can be ended.
private final class Child: Sendable {
    private struct State {
        var process: pid_t?
        var isEnded = false
    }

    private let state = Mutex(State())

    /// Gives 0, or the error number. One that was ended before it began is not started.
    func start(_ path: String, _ words: [String], output: Int32) -> Int32 {
        state.withLock { state in
            if state.isEnded { return ECANCELED }
            var process: pid_t = 0
            let code = Self.spawn(&process, path, words, output)
            if code == 0 { state.process = process }
            return code
        }
    }

    /// Kills it with all that it started.
    func end() {
        state.withLock { state in
            state.isEnded = true
            if let process = state.process { kill(-process, SIGKILL) }
        }
    }

    /// How it ended, as a shell has it; nil where it had to be killed because the time was over.
    func status(until deadline: ContinuousClock.Instant) -> Int32? {
        var isInTime = true
        while true {
            if let raw = reaped() {
                let status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
                return isInTime ? status : nil
            }
            if isInTime, ContinuousClock.now > deadline {
                isInTime = false
                end()
            }
            usleep(1_000)
        }
    }

    private func reaped() -> Int32? {
        state.withLock { state in
            guard let process = state.process else { return 0 }
            var status: Int32 = 0
            let found = waitpid(process, &status, WNOHANG)
            if found == 0 || found < 0 && errno == EINTR { return nil }
            state.process = nil
            return found == process ? status : 0
        }
    }

    private static func spawn(_ process: inout pid_t, _ path: String, _ words: [String], _ output: Int32) -> Int32 {
        let arguments = words.map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        return CSpawn(&process, path, arguments, [-1, output, -1], environ)
    }
}
