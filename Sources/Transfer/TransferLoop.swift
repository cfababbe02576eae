import CCurl
import Glibc
import Synchronization

/// The mailbox of the transfer thread. All calls return at once and may come from any thread.
///
/// The thread starts with the first exchange. It alone touches libcurl's handles; the one exception is `curl_multi_wakeup`, made for that,
/// which is called under the mailbox's lock, so never after the handle is gone.
final class TransferLoop: Sendable {
    enum Message: Sendable {
        case start(Exchange, at: Double)
        case cancel(Exchange)
        case resume(Exchange, at: Double)
        case shutdown
    }

    private struct Mailbox {
        var messages: [Message] = []
        var isStarted = false
        /// Why no exchange is taken any more.
        var end: TransferError?
        /// Where the thread's multi handle is, while it may be woken.
        var multi: UInt?
    }

    private let mailbox = Mutex(Mailbox())
    private let ended = Signal()

    /// Begins an exchange, after `delay` seconds where given. Its sink hears of everything else, also if it can't begin.
    func start(_ exchange: Exchange, after delay: Double = 0) {
        let at = delay > 0 ? monotonicSeconds() + delay : 0
        let (end, isFirst) = mailbox.withLock { mailbox -> (TransferError?, Bool) in
            if let end = mailbox.end { return (end, false) }
            defer { mailbox.isStarted = true }
            Self.put(.start(exchange, at: at), in: &mailbox)
            return (nil, !mailbox.isStarted)
        }
        if let end { exchange.sink.ended(end) }
        if isFirst { startThread() }
    }

    /// Ends an exchange with `cancelled`. One that is over already stays as it is.
    func cancel(_ exchange: Exchange) {
        exchange.isCancelled.store(true, ordering: .relaxed)
        post(.cancel(exchange))
    }

    /// The sink has room again, or will have at that time (`monotonicSeconds`).
    func resume(_ exchange: Exchange, at time: Double = 0) { post(.resume(exchange, at: time)) }

    /// Ends every exchange and the thread. Waits for that for up to two seconds, unless called on that thread.
    func shutdown() {
        let isRunning = mailbox.withLock { mailbox -> Bool in
            guard mailbox.isStarted else {
                mailbox.end = mailbox.end ?? .cancelled
                return false
            }
            Self.put(.shutdown, in: &mailbox)
            return mailbox.end == nil
        }
        if isRunning { ended.wait(upTo: 2) }
    }

    /// Asks the thread to end without waiting for it.
    func leave() { post(.shutdown) }

    // MARK: For the thread

    func publish(_ multi: UnsafeMutableRawPointer) {
        mailbox.withLock { $0.multi = UInt(bitPattern: multi) }
    }

    func takeMessages() -> [Message] {
        mailbox.withLock { mailbox in
            defer { mailbox.messages = [] }
            return mailbox.messages
        }
    }

    /// From here on nothing is taken any more; what had come until now is given back.
    func close(_ error: TransferError) -> [Message] {
        mailbox.withLock { mailbox in
            mailbox.end = error
            mailbox.multi = nil
            defer { mailbox.messages = [] }
            return mailbox.messages
        }
    }

    func threadEnds() { ended.raise() }

    private func post(_ message: Message) {
        mailbox.withLock { Self.put(message, in: &$0) }
    }

    private static func put(_ message: Message, in mailbox: inout Mailbox) {
        guard mailbox.end == nil else { return }
        mailbox.messages.append(message)
        if let multi = mailbox.multi.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }) { _ = ccurl_multi_wakeup(multi) }
    }

    private func startThread() {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let code = pthread_create(&thread, nil, { TransferThread.main($0) }, box.toOpaque())
        guard code == 0 else {
            box.release()
            let error = TransferError.other(code: code, message: "pthread_create", url: "")
            for case .start(let exchange, _) in close(error) { exchange.sink.ended(error) }
            ended.raise()
            return
        }
        pthread_detach(thread)
    }
}
