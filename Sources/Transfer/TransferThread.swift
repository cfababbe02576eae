import CCurl
import Glibc
import Synchronization

/// What the transfer thread does: takes messages, lets libcurl work, looks at deadlines, sleeps until something happens.
///
/// It never waits for a disk or for anybody else's lock longer than it takes to copy a few bytes.
final class TransferThread {
    private let loop: TransferLoop
    private let multi: UnsafeMutableRawPointer
    private var live: [ObjectIdentifier: LiveExchange] = [:]
    private var byHandle: [UnsafeMutableRawPointer: LiveExchange] = [:]
    private var later: [(at: Double, exchange: Exchange)] = []
    private var resumptions: [(at: Double, exchange: Exchange)] = []
    private var isEnding = false

    /// The thread's whole life; takes over the reference it is given.
    static func main(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let box else { return nil }
        let loop = Unmanaged<TransferLoop>.fromOpaque(box).takeRetainedValue()
        // Signals are the main thread's affair. SIGPIPE in particular: OpenSSL writes to sockets without saying that it wants none.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        var error = TransferError.cancelled
        do {
            try TransferThread(loop).run()
        } catch let reason {
            error = reason
        }
        for case .start(let exchange, _) in loop.close(error) { exchange.sink.ended(error) }
        loop.threadEnds()
        return nil
    }

    private init(_ loop: TransferLoop) throws(TransferError) {
        try CurlLibrary.open()
        guard let multi = ccurl_multi_init() else { throw .libraryMissing("curl_multi_init") }
        self.loop = loop
        self.multi = multi
        loop.publish(multi)
    }

    private func run() {
        while true {
            for message in loop.takeMessages() { handle(message) }
            if isEnding { break }
            startWhatIsDue()
            resumeWhatIsDue()
            var running: Int32 = 0
            _ = ccurl_multi_perform(multi, &running)
            takeWhatIsDone()
            endWhatIsSilent()
            _ = ccurl_multi_poll(multi, sleep())
        }
        for one in Array(live.values) { end(one, .cancelled) }
        for one in later { one.exchange.sink.ended(.cancelled) }
        // Before the handle goes: nobody may wake it any more.
        for case .start(let exchange, _) in loop.close(.cancelled) { exchange.sink.ended(.cancelled) }
        _ = ccurl_multi_cleanup(multi)
    }

    private func handle(_ message: TransferLoop.Message) {
        switch message {
        case .start(let exchange, let at): later.append((at, exchange))
        case .cancel(let exchange): cancel(exchange)
        case .resume(let exchange, let at): if at > 0 { resumptions.append((at, exchange)) } else { resume(exchange) }
        case .shutdown: isEnding = true
        }
    }

    private func startWhatIsDue() {
        let now = monotonicSeconds()
        let due = later.filter { $0.at <= now }
        later.removeAll { $0.at <= now }
        for (_, exchange) in due {
            if exchange.isCancelled.load(ordering: .relaxed) {
                exchange.sink.ended(.cancelled)
                continue
            }
            do {
                let one = try LiveExchange(exchange)
                live[ObjectIdentifier(exchange)] = one
                byHandle[one.easy.handle] = one
                add(one)
            } catch {
                exchange.sink.ended(error)
            }
        }
    }

    private func resumeWhatIsDue() {
        let now = monotonicSeconds()
        let due = resumptions.filter { $0.at <= now }
        resumptions.removeAll { $0.at <= now }
        for (_, exchange) in due { resume(exchange) }
    }

    private func resume(_ exchange: Exchange) { live[ObjectIdentifier(exchange)]?.resume() }

    private func add(_ one: LiveExchange) {
        let code = ccurl_multi_add(multi, one.easy.handle)
        if code != CURLM_OK { end(one, .other(code: code.rawValue, message: "curl_multi_add_handle", url: one.address.url)) }
    }

    private func takeWhatIsDone() {
        var code = CURLE_OK
        while let handle = ccurl_multi_next_done(multi, &code) {
            _ = ccurl_multi_remove(multi, handle)
            guard let one = byHandle[handle] else { continue }
            if one.done(code) { add(one) } else { forget(one) }
        }
    }

    private func endWhatIsSilent() {
        let now = monotonicSeconds()
        for one in Array(live.values) where one.deadline.map({ $0 <= now }) == true { end(one, one.stalled()) }
    }

    /// Milliseconds until something has to be looked at, if nothing happens before.
    private func sleep() -> Int32 {
        let next = (live.values.compactMap(\.deadline) + later.map(\.at) + resumptions.map(\.at)).min()
        guard let next else { return 600_000 }
        return Int32(max(0, min((next - monotonicSeconds()) * 1000 + 1, 600_000)))
    }

    private func cancel(_ exchange: Exchange) {
        if let one = live[ObjectIdentifier(exchange)] {
            end(one, .cancelled)
        } else if let index = later.firstIndex(where: { $0.exchange === exchange }) {
            later.remove(at: index)
            exchange.sink.ended(.cancelled)
        }
    }

    private func end(_ one: LiveExchange, _ error: TransferError) {
        _ = ccurl_multi_remove(multi, one.easy.handle)
        forget(one)
        one.exchange.sink.ended(error)
    }

    private func forget(_ one: LiveExchange) {
        live[ObjectIdentifier(one.exchange)] = nil
        byHandle[one.easy.handle] = nil
    }
}
