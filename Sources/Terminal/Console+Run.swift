import Glibc
import Synchronization

/// What has become of a command.
public struct Outcome<Value: Sendable>: Sendable {
    /// What the command gave, or nil if it was left to itself: it went on after it was told to end.
    public let value: Value?
    /// Whether Ctrl-C, SIGTERM or SIGHUP came meanwhile.
    public let isInterrupted: Bool
}

extension Console {
    /// Runs `work` on the cooperative pool; meanwhile the main thread shows events and takes signals, so `work` must not need the main actor.
    ///
    /// Ctrl-C, SIGTERM and SIGHUP cancel the task and call `onInterrupt` (main thread). It is waited for then too, but for no more
    /// than `patience` after SIGTERM or SIGHUP, or until another Ctrl-C. The same, without a time limit, where the reader of
    /// standard output has gone.
    public func run<Value: Sendable>(
        patience: Duration = .seconds(5), onInterrupt: () -> Void = {}, _ work: @escaping @Sendable () async -> Value
    ) -> Outcome<Value> {
        flush()
        let result = Box<Value>()
        let task = Task.detached { [mailbox] in
            result.set(await work())
            mailbox.wake()
        }
        var (deadline, interruptions, isCancelled): (ContinuousClock.Instant?, Int, Bool) = (nil, 0, false)
        var flushed = ContinuousClock.now
        func cancel() {
            if isCancelled { return }
            isCancelled = true
            task.cancel()
            onInterrupt()
        }
        while !result.isSet {
            if let deadline, deadline <= .now { break }
            // What a command writes into a pipe is seen within a tenth of a second, also without its flushing.
            let isQuiet = deadline == nil && !output.isWaiting
            let ready = wait(alsoFor: -1, milliseconds: isQuiet ? -1 : 100)
            if flushed.duration(to: .now) > .milliseconds(90) {
                output.flushWithoutWaiting()
                flushed = .now
            }
            if output.hasNoReader { cancel() }
            guard let signal = ready.signals.first(where: Signals.isEnding) else { continue }
            interruptions += 1
            if signal == SIGINT && interruptions > 1 { break }
            if signal != SIGINT && deadline == nil { deadline = .now + patience }
            cancel()
        }
        if !result.isSet && !isInteractive { output.giveUp() }
        display.show(mailbox.takeAll())
        return Outcome(value: result.value, isInterrupted: interruptions > 0)
    }
}

/// Holds the value that a task gives.
private final class Box<Value: Sendable>: Sendable {
    private let held = Mutex<Value?>(nil)

    var value: Value? { held.withLock { $0 } }
    var isSet: Bool { value != nil }

    func set(_ value: Value) { held.withLock { $0 = value } }
}
