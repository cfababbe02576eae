/// What stands between the transfer thread, which brings bytes, and a reader, which wants them at its own offsets.
// Unchecked: `state` is only touched under the signal's lock.
final class StreamFeed: @unchecked Sendable {
    private let plan: ExchangePlan
    private let loop: TransferLoop
    private let signal = Signal()
    private var state: StreamState

    init(_ plan: ExchangePlan, _ expected: StreamState.Expectation, _ loop: TransferLoop) {
        self.plan = plan
        self.loop = loop
        state = StreamState(plan.limits, expected)
    }

    /// Asks for the start.
    func begin() {
        let exchange = signal.locked { ask(at: 0) }
        loop.start(exchange)
    }

    /// What the first head said; waits for it.
    var facts: StreamFacts {
        signal.locked {
            while !state.hasHead && state.failure == nil { signal.sleep() }
            return state.facts
        }
    }

    func metadata(upTo offset: Int64) -> [[UInt8]] { signal.locked { state.marks.take(upTo: offset) } }

    func cancel() {
        let exchange = signal.locked {
            state.failure = .cancelled
            defer { state.answer = nil }
            return state.answer?.exchange
        }
        signal.wake()
        if let exchange { loop.cancel(exchange) }
    }

    func turn(to offset: Int64) {
        signal.locked { state.turned = offset }
        signal.wake()
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(TransferError) -> Int {
        if buffer.isEmpty { return 0 }
        while true {
            let step = try signal.locked { () throws(TransferError) in try self.step(at: offset, into: buffer) }
            switch step {
            case .given(let count): return count
            // Outside the lock: a loop that has ended answers within this call.
            case .ask(let exchange): loop.start(exchange)
            }
        }
    }

    private enum Step {
        case given(Int)
        case ask(Exchange)
    }

    /// Copies, or waits until there is something to copy, or says what has to be asked for. Under the lock.
    private func step(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(TransferError) -> Step {
        while true {
            if state.failure == .cancelled { throw .cancelled }
            if state.turned == offset { state.turned = nil }
            let count = state.window.copy(at: offset, into: buffer)
            state.moveReader(to: offset + Int64(count))
            if let exchange = state.takePaused() { loop.resume(exchange) }
            if count > 0 || state.isEnd(offset) { return .given(count) }
            if let failure = state.failure { throw failure }
            if state.turned != nil { throw .cancelled }
            if !state.willReach(offset) {
                if let old = state.answer?.exchange { loop.cancel(old) }
                state.window = StreamWindow(at: offset)
                return .ask(ask(at: offset))
            }
            signal.sleep()
        }
    }

    /// A request for the bytes from `offset` on, as the current one. Under the lock.
    private func ask(at offset: Int64) -> Exchange {
        var plan = plan
        if offset == 0 || state.isLive { plan.headers.append(("Icy-MetaData", "1")) }
        if state.isLive {
            plan.limits.stallSeconds = min(plan.limits.stallSeconds, plan.limits.liveStall)
        } else if offset > 0 && state.knowsRanges != false {
            plan.headers.append(("Range", "bytes=\(offset)-"))
            if let validator = state.validator { plan.headers.append(("If-Range", validator)) }
        }
        let answer = StreamAnswer(self, at: offset)
        let exchange = Exchange(plan, to: answer)
        answer.exchange = exchange
        state.asks(answer)
        return exchange
    }

    // MARK: From the transfer thread

    func began(_ answer: StreamAnswer, _ head: AnswerHead) throws(TransferError) {
        defer { signal.wake() }
        try signal.locked { () throws(TransferError) in
            guard state.answer === answer else { throw .cancelled }
            try state.begins(head)
        }
    }

    func received(_ answer: StreamAnswer, _ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool {
        defer { signal.wake() }
        return try signal.locked { () throws(TransferError) in
            guard state.answer === answer else { throw .cancelled }
            return state.takes(bytes)
        }
    }

    func ended(_ answer: StreamAnswer, _ error: TransferError?) {
        let again = signal.locked { () -> (Exchange, Double)? in
            guard state.answer === answer else { return nil }
            guard let delay = state.ends(error, url: plan.address.url) else { return nil }
            return (ask(at: state.window.end), delay)
        }
        signal.wake()
        if let (exchange, delay) = again { loop.start(exchange, after: delay) }
    }
}

/// One of a stream's requests. The feed takes what comes only while this is the current one.
// Unchecked: `exchange` is set once, before anybody else knows the object.
final class StreamAnswer: ExchangeSink, @unchecked Sendable {
    private let feed: StreamFeed
    /// The first byte asked for.
    let offset: Int64
    weak var exchange: Exchange?

    init(_ feed: StreamFeed, at offset: Int64) {
        self.feed = feed
        self.offset = offset
    }

    func began(_ head: AnswerHead) throws(TransferError) { try feed.began(self, head) }
    func received(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool { try feed.received(self, bytes) }
    func ended(_ error: TransferError?) { feed.ended(self, error) }
}
