import Glibc
import Synchronization

/// Collects a whole answer in memory, up to a limit.
final class WholeAnswer: ExchangeSink {
    private struct State {
        var head: AnswerHead?
        var body: [UInt8] = []
        var result: Result<HTTPResponse, TransferError>?
        var waiter: CheckedContinuation<Result<HTTPResponse, TransferError>, Never>?
    }

    private let state = Mutex(State())
    private let url: String
    private let limit: Int64

    init(url: String, limit: Int64) {
        self.url = url
        self.limit = limit
    }

    /// The answer, once it is whole. For one caller.
    func result() async -> Result<HTTPResponse, TransferError> {
        await withCheckedContinuation { waiter in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = waiter }
                return state.result
            }
            if let result { waiter.resume(returning: result) }
        }
    }

    func began(_ head: AnswerHead) throws(TransferError) {
        let isAnswer = (200..<300).contains(head.status) || head.status == 304
        guard isAnswer else {
            if let seconds = head.retryAfter { throw .unavailable(status: head.status, url: head.url, retryAfter: seconds) }
            throw .status(head.status, url: head.url)
        }
        if let length = head.bodyLength, length > limit { throw .tooLarge(url: head.url, limit: limit) }
        state.withLock { state in
            state.head = head
            state.body.reserveCapacity(Int(clamping: min(head.bodyLength ?? 0, 1 << 20)))
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool {
        let fits = state.withLock { state in
            guard Int64(state.body.count) + Int64(bytes.count) <= limit else { return false }
            state.body.append(contentsOf: bytes)
            return true
        }
        guard fits else { throw .tooLarge(url: url, limit: limit) }
        return true
    }

    func ended(_ error: TransferError?) {
        let (waiter, result) = state.withLock { state in
            let result: Result<HTTPResponse, TransferError>
            if let error {
                result = .failure(error)
            } else if let head = state.head {
                result = .success(HTTPResponse(head: head, body: state.body))
            } else {
                result = .failure(.connectionLost(url: url, message: ""))
            }
            state.result = result
            state.body = []
            defer { state.waiter = nil }
            return (state.waiter, result)
        }
        waiter?.resume(returning: result)
    }
}

extension AnswerHead {
    /// Seconds to wait before asking again, of a 429 or 503 that says so: as a number, or by a date (0 for one that is past).
    var retryAfter: Int? {
        guard status == 429 || status == 503, let text = self["retry-after"] else { return nil }
        if let seconds = Int(text) { return max(0, seconds) }
        return CurlLibrary.date(text).map { Int(clamping: max(0, $0 - Int64(time(nil)))) }
    }
}
