import Foundation
public import Glibc
import Synchronization

/// A program that a test starts: its words are collected while it runs, it is spoken to through a pipe, and it is ended with the value.
///
/// Waiting holds none of the cooperative pool's threads.
public final class ChildProcess: Sendable {
    /// What it has said so far, and how it ended.
    public struct Words: Sendable {
        public var out: [UInt8] = []
        public var errors: [UInt8] = []
        /// Both outputs are at their end.
        public var isOver = false

        /// Standard output as text.
        public var text: String { String(decoding: out, as: UTF8.self) }
        /// Standard error as text.
        public var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// Where standard output goes.
    public enum Output: Sendable {
        case collected
        /// Written to this file or device, which is there or is made.
        case file(String)
        /// To a reader that leaves at the first bytes (`| head`), or (true) that has left before anything is written.
        case leavingReader(early: Bool)
    }

    public struct LaunchFailure: Error {
        public let path: String
        public let errno: Int32
    }

    /// Its process id.
    public let process: pid_t
    private let input: Mutex<Int32>
    private let status = Mutex<Int32?>(nil)
    private let ear = Ear()

    /// Starts the program at `path` in `folder`. Without `input` its standard input is empty; with it a pipe, closed after the text
    /// unless `keepsInput`.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String], folder: String, input text: String? = nil,
        keepsInput: Bool = false, output: Output = .collected
    ) throws {
        var inputs = try ChannelEnds(isSocket: true)
        var outputs = try ChannelEnds()
        var errors = try ChannelEnds()
        defer {
            inputs.closeAll()
            outputs.closeAll()
            errors.closeAll()
        }
        if case .file(let path) = output { try outputs.replaceWriter(path) }
        if case .leavingReader(true) = output { outputs.closeReader() }
        process = try Self.spawn(
            path, arguments, environment, folder, [inputs.reader, outputs.writer, errors.writer])
        input = Mutex(inputs.takeWriter())
        let leaves = if case .leavingReader = output { true } else { false }
        let (out, err) = (outputs.takeReader(), errors.takeReader())
        Thread.detachNewThread { [ear] in ear.collect(out, err, leaves: leaves) }
        if let text { write(text) }
        if !keepsInput { closeInput() }
    }

    deinit {
        closeInput()
        if status.withLock({ $0 }) == nil {
            kill(process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        }
    }

    /// Writes to its standard input; what it doesn't take any more is lost.
    public func write(_ text: String) {
        input.withLock { input in
            var rest = Array(text.utf8)[...]
            while input >= 0, !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Ends its standard input.
    public func closeInput() {
        input.withLock { input in
            if input >= 0 { close(input) }
            input = -1
        }
    }

    /// Sends it a signal, while it hasn't been waited for.
    public func signal(_ number: Int32) {
        status.withLock { if $0 == nil { _ = kill(process, number) } }
    }

    /// What it has said so far.
    public var said: Words { ear.said }

    /// Waits until what it says makes `holds` true. False: it ended, or `seconds` went by.
    public func wait(seconds: Double = 60, until holds: @escaping @Sendable (Words) -> Bool) async -> Bool {
        await offPool { [ear] in ear.wait(until: Date(timeIntervalSinceNow: seconds), holds) }
    }

    /// Waits until standard output holds `text`.
    public func wait(for text: String, seconds: Double = 60) async -> Bool {
        await wait(seconds: seconds) { $0.text.contains(text) }
    }

    /// Waits until it has ended; after `seconds` it is killed. Gives its words and its exit status (128 + n: ended by signal n).
    public func finish(within seconds: Double = 60) async -> (words: Words, status: Int32) {
        closeInput()
        if !(await wait(seconds: seconds) { $0.isOver }) { signal(SIGKILL) }
        return await offPool { (self.said, self.reap()) }
    }

    private func reap() -> Int32 {
        status.withLock { known in
            if let known { return known }
            var raw: Int32 = 0
            while waitpid(process, &raw, 0) < 0 && errno == EINTR {}
            let ended = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
            known = ended
            return ended
        }
    }
}

/// Hears what a child says, on a thread of its own.
private final class Ear: Sendable {
    private let words = Mutex(ChildProcess.Words())
    private let news = NSCondition()

    var said: ChildProcess.Words { words.withLock { $0 } }

    func wait(until deadline: Date, _ holds: (ChildProcess.Words) -> Bool) -> Bool {
        news.lock()
        defer { news.unlock() }
        while true {
            let now = said
            if holds(now) { return true }
            if now.isOver || !news.wait(until: deadline) { return holds(said) }
        }
    }

    func collect(_ out: Int32, _ errors: Int32, leaves: Bool) {
        var waits = [out, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 65536)
        while waits.contains(where: { $0.fd >= 0 }) {
            guard poll(&waits, 2, -1) >= 0 || errno == EINTR else { break }
            for index in waits.indices where waits[index].fd >= 0 && waits[index].revents != 0 {
                let count = read(waits[index].fd, &buffer, buffer.count)
                if count > 0 { tell { if index == 0 { $0.out += buffer[..<count] } else { $0.errors += buffer[..<count] } } }
                if count <= 0 || (leaves && index == 0) {
                    close(waits[index].fd)
                    waits[index].fd = -1
                }
            }
        }
        tell { $0.isOver = true }
    }

    private func tell(_ change: (inout ChildProcess.Words) -> Void) {
        words.withLock { change(&$0) }
        news.lock()
        news.broadcast()
        news.unlock()
    }
}

/// Runs what holds its thread on a thread of its own.
public func offPool<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: work()) }
    }
}
