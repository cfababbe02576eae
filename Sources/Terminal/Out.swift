import Glibc
import Synchronization

/// Standard output or standard error: buffered, checked, and safe to write to from any thread.
///
/// While a `Console` has it and it is a terminal, what is written goes through the console's mailbox, so that it never lands in the edited line.
public final class Out: Sendable {
    /// Why text could not be written. After the first failure nothing more is tried.
    public enum Failure: Error, Hashable, Sendable {
        /// The reader has gone (`| head`): end quietly.
        case closedPipe
        /// The device is full.
        case noSpace
        /// Another error, by its `errno`.
        case failed(errno: Int32)
    }

    /// The file descriptor written to.
    public let descriptor: Int32
    /// Whether it is a terminal: then each line is written at once, otherwise in larger pieces.
    public let isTerminal: Bool
    private let channel: TerminalEvent.Channel
    private let first: Out?
    private let state = Mutex(State())
    private let isGivenUp = Atomic(false)

    private struct State {
        var buffer: [UInt8] = []
        var failure: Failure?
        var mailbox: TerminalMailbox?
        var onChange: (@Sendable () -> Void)?
        var isChanged = false
    }

    /// Output to `descriptor`. Whatever waits in `first` is written before anything is written here, so that both stay in order.
    public init(descriptor: Int32, after first: Out? = nil) {
        (self.descriptor, self.first) = (descriptor, first)
        isTerminal = Screen.isTerminal(descriptor)
        channel = descriptor == 2 ? .errors : .output
    }

    /// Writes `text` as it is. Never throws: look at `failure` at the end.
    public func write(_ text: String) {
        if !text.isEmpty { first?.flush() }
        change { state in
            guard state.failure == nil else { return }
            let wasEmpty = state.buffer.isEmpty
            state.buffer.append(contentsOf: text.utf8)
            let newline: UInt8 = 10
            if state.mailbox != nil || isTerminal {
                guard let end = state.buffer.lastIndex(of: newline) else { return }
                send(&state, upTo: end + 1)
            } else if state.buffer.count >= 65_536 || channel == .errors {
                send(&state, upTo: state.buffer.count)
            } else if wasEmpty {
                state.isChanged = true
            }
        }
    }

    /// Writes `text` and a line end.
    public func writeLine(_ text: String = "") { write(text + "\n") }

    /// Writes what waits. Call it where a reader waits for what was said, as after each command.
    public func flush() {
        change { state in send(&state, upTo: state.buffer.count) }
    }

    /// The first failure, or nil if everything could be written so far.
    public var failure: Failure? { state.withLock { $0.failure } }

    /// From now on posts to `mailbox`, or writes itself again (nil).
    func divert(to mailbox: TerminalMailbox?) {
        change { state in
            send(&state, upTo: state.buffer.count)
            state.mailbox = mailbox
        }
    }

    /// Writes at once what came out of the mailbox. Main thread only.
    func writeThrough(_ text: String) {
        change { state in
            if state.failure == nil { fail(&state, writeAll(Array(text.utf8)[...])) }
        }
    }

    /// Calls `call` after the first failure and when text begins to wait, on the thread that writes.
    func onChange(_ call: (@Sendable () -> Void)?) { state.withLock { $0.onChange = call } }

    /// Writes of what waits as much as goes without waiting; nothing while another thread is writing.
    func flushWithoutWaiting() {
        state.withLockIfAvailable { state in
            if state.mailbox != nil { return send(&state, upTo: state.buffer.count) }
            while !state.buffer.isEmpty, canWrite(within: 0), state.failure == nil {
                let piece = state.buffer.prefix(4096)
                fail(&state, writeAll(piece))
                state.buffer.removeFirst(min(piece.count, state.buffer.count))
            }
        }
    }

    /// Whether the reader has gone, as far as can be told without waiting.
    var hasNoReader: Bool { state.withLockIfAvailable { $0.failure == .closedPipe } ?? false }

    /// Whether text waits to be written, or is just being written by another thread.
    var isWaiting: Bool { state.withLockIfAvailable { !$0.buffer.isEmpty } ?? true }

    /// Ends a write that waits for a reader who takes nothing, and all later ones.
    func giveUp() { isGivenUp.store(true, ordering: .relaxed) }

    private func fail(_ state: inout State, _ failure: Failure?) {
        state.failure = failure
        guard failure != nil else { return }
        state.buffer = []
        state.isChanged = true
    }

    /// Calls back after the lock is free again: who is woken asks for `isWaiting` and `hasNoReader`.
    private func change(_ body: (inout State) -> Void) {
        let call = state.withLock { state in
            body(&state)
            defer { state.isChanged = false }
            return state.isChanged ? state.onChange : nil
        }
        call?()
    }

    private func send(_ state: inout State, upTo end: Int) {
        guard end > 0, state.failure == nil else { return }
        let bytes = state.buffer[..<end]
        if let mailbox = state.mailbox {
            mailbox.post(.output(String(decoding: bytes, as: UTF8.self), channel))
        } else {
            fail(&state, writeAll(bytes))
        }
        state.buffer.removeFirst(min(end, state.buffer.count))
    }

    /// Small pieces, each after `poll`: a pipe that can be written to takes 4096 bytes without making us wait.
    private func writeAll(_ bytes: ArraySlice<UInt8>) -> Failure? {
        var rest = bytes
        while !rest.isEmpty {
            let isReady = canWrite(within: 200)
            if isGivenUp.load(ordering: .relaxed) { return .closedPipe }
            guard isReady else { continue }
            let count = rest.prefix(4096).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                return Failure(errno: errno)
            }
        }
        return nil
    }

    private func canWrite(within milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&wait, 1, milliseconds) != 0
    }
}

extension Out.Failure {
    init(errno number: Int32) {
        switch number {
        case EPIPE: self = .closedPipe
        case ENOSPC, EDQUOT: self = .noSpace
        default: self = .failed(errno: number)
        }
    }
}
