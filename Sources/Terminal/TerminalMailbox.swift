import CEdit
import Glibc
import Synchronization

/// Something for the terminal to show.
public enum TerminalEvent: Sendable, Equatable {
    /// Which output a text was written to.
    public enum Channel: Sendable { case output, errors }

    /// A line to print above the one being edited. It may hold titles from outside: control characters are taken out.
    case line(String, Style = .plain)
    /// The lines that stand at the bottom of the screen; none for nothing. Where a line is edited only the first is shown.
    case status([String])
    /// Text that was written to an `Out`, ready for the terminal.
    case output(String, Channel)
}

/// Carries events from any thread to the main thread, which alone writes to the terminal.
public final class TerminalMailbox: Sendable {
    /// Readable while events wait.
    public let descriptor: Int32
    private let waiting = Mutex<[TerminalEvent]>([])
    private let onResizeCall = Mutex<(@Sendable () -> Void)?>(nil)

    /// An empty mailbox.
    public init() { descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Adds an event; any thread may call it. A status that was not shown yet gives way to a newer one.
    public func post(_ event: TerminalEvent) {
        waiting.withLock { events in
            if case .status = event, case .status = events.last { events.removeLast() }
            events.append(event)
        }
        wake()
    }

    /// Calls `call` on the main thread when the terminal has got another size: what was laid out for the old one can be posted anew.
    public func onResize(_ call: (@Sendable () -> Void)?) { onResizeCall.withLock { $0 = call } }

    /// The terminal has another size, or may have.
    func resized() {
        let call = onResizeCall.withLock { $0 }
        call?()
    }

    /// Makes the main thread look, without an event.
    func wake() { eventfd_write(descriptor, 1) }

    /// Takes what waits, in the order of posting.
    public func takeAll() -> [TerminalEvent] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return waiting.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
