import Synchronization

extension TransferClient {
    /// Bytes of what is behind a URL, asked for by their range; fewer where it ends before. A server that knows no ranges is left as soon as
    /// they have come, and where they lie far behind the start it is left at once, with none. Cancelling the task ends it with `cancelled`.
    public func bytes(_ range: Range<Int64>, of url: String) async throws(TransferError) -> [UInt8] {
        guard !range.isEmpty else { return [] }
        var plan = try plan(url)
        plan.isMedia = true
        plan.headers = [("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        let answer = PartialAnswer(range)
        let exchange = Exchange(plan, to: answer)
        let result = await withTaskCancellationHandler {
            loop.start(exchange)
            return await answer.result()
        } onCancel: {
            loop.cancel(exchange)
        }
        return try result.get()
    }
}

/// Takes a part of a body, and ends the exchange when it has it.
private final class PartialAnswer: ExchangeSink {
    private struct State {
        /// Offset of the next byte to arrive.
        var next: Int64 = 0
        var bytes: [UInt8] = []
        /// Nothing more is wanted.
        var isWhole = false
        var result: Result<[UInt8], TransferError>?
        var waiter: CheckedContinuation<Result<[UInt8], TransferError>, Never>?
    }

    /// So much of a body is passed over to come to what is wanted.
    private static let far: Int64 = 1 << 20

    private let range: Range<Int64>
    private let state = Mutex(State())

    init(_ range: Range<Int64>) { self.range = range }

    /// The bytes, once they are there. For one caller.
    func result() async -> Result<[UInt8], TransferError> {
        await withCheckedContinuation { waiter in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = waiter }
                return state.result
            }
            if let result { waiter.resume(returning: result) }
        }
    }

    func began(_ head: AnswerHead) throws(TransferError) {
        switch head.status {
        case 206:
            guard !head.isCoded, let first = head["content-range"].flatMap({ ContentRange($0) })?.bytes?.lowerBound,
                first == range.lowerBound
            else { throw .changed(url: head.url) }
            state.withLock { $0.next = first }
        case 200 where range.lowerBound <= Self.far: break
        case 200, 416: try end()
        default: throw .status(head.status, url: head.url)
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool {
        let isWhole = state.withLock { state in
            let skipped = Int(clamping: range.lowerBound - state.next)
            let part = bytes.dropFirst(max(0, skipped)).prefix(range.count - state.bytes.count)
            state.bytes.append(contentsOf: part)
            state.next += Int64(bytes.count)
            return state.bytes.count == range.count
        }
        if isWhole { try end() }
        return true
    }

    /// Leaves the server, as all is there that is wanted.
    private func end() throws(TransferError) {
        state.withLock { $0.isWhole = true }
        throw .cancelled
    }

    func ended(_ error: TransferError?) {
        let (waiter, result) = state.withLock { state in
            let result: Result<[UInt8], TransferError> =
                error.map { state.isWhole ? .success(state.bytes) : .failure($0) } ?? .success(state.bytes)
            state.result = result
            defer { state.waiter = nil }
            return (state.waiter, result)
        }
        waiter?.resume(returning: result)
    }
}
