import Synchronization

/// How the rest of a file is asked for.
enum RangeManner {
    /// With `If-Range`: a file that has changed comes whole.
    case conditional
    /// Without it: there are servers that give all again where they meet one, or refuse it. The answer has to say which version it is of.
    case plain
}

/// One request of a download: judges the answer's head against what was asked, and hands the body to the file.
final class DownloadAttempt: ExchangeSink {
    enum End: Sendable, Equatable {
        /// The whole file is there; `isSure` false where only the end of the connection says so.
        case complete(isSure: Bool)
        /// What is on the disk doesn't fit what the server has: empty it and ask for all.
        case restart
        /// The same file would come whole: the rest is to be asked for in plain.
        case unasked
        case failed(TransferError)

        /// Whether the server has answered as servers of files do.
        var isAnswer: Bool {
            switch self {
            case .complete, .restart, .unasked, .failed(.cutShort), .failed(.stalled): true
            case .failed: false
            }
        }
    }

    private struct State {
        var exchange: Exchange?
        var url = ""
        var got: Int64 = 0
        /// Bytes of the body that have to come; nil if unknown.
        var expected: Int64?
        /// A body that is cut short would be noticed.
        var isSure = true
        var end: End?
        /// When the bytes that come next may be taken; nil until that was asked.
        var due: Double?
        var waiter: CheckedContinuation<End, Never>?
    }

    private let file: DownloadFile
    private let point: ResumePoint?
    private let manner: RangeManner
    private let resource: String
    private let loop: TransferLoop
    private let rate: RateLimit
    private let state = Mutex(State())

    init(
        _ file: DownloadFile, from point: ResumePoint?, _ manner: RangeManner, resource: String, loop: TransferLoop, rate: RateLimit
    ) {
        self.file = file
        self.point = point
        self.manner = manner
        self.resource = resource
        self.loop = loop
        self.rate = rate
    }

    /// Asks, and waits for the end. Cancelling the task ends it.
    func run(_ plan: ExchangePlan) async -> End {
        var plan = plan
        plan.isMedia = true
        if let point {
            plan.headers.append(("Range", "bytes=\(point.offset)-"))
            if manner == .conditional { plan.headers.append(("If-Range", point.validator)) }
        }
        let exchange = Exchange(plan, to: self)
        state.withLock { state in
            state.exchange = exchange
            state.url = plan.address.url
        }
        file.onFailure { [loop] in loop.cancel(exchange) }
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                state.withLock { $0.waiter = waiter }
                loop.start(exchange)
            }
        } onCancel: {
            loop.cancel(exchange)
        }
        do {
            try await file.settle()
        } catch {
            return .failed(error)
        }
        return end
    }

    func began(_ head: AnswerHead) throws(TransferError) {
        state.withLock { $0.url = head.url }
        switch (head.status, point) {
        case (200, let point?) where manner == .conditional && isAgain(head, point): throw endEarly(.unasked)
        case (400, .some), (412, .some), (501, .some): throw endEarly(manner == .conditional ? .unasked : .restart)
        case (200, _) where head.isStation && head.bodyLength == nil:
            throw .notAudio(url: head.url, found: "live radio, which has no end")
        case (200, _): begins(at: 0, head, length: head.bodyLength)
        case (206, let point?):
            let isSure = manner == .conditional || head.rangeValidator == point.validator
            guard isSure, let total = Self.total(of: head, at: point) else { throw endEarly(.restart) }
            begins(at: point.offset, head, length: total - point.offset)
        case (416, let point?):
            let total = head["content-range"].flatMap { ContentRange($0) }?.total
            let isWhole = total == point.offset && (point.total ?? point.offset) == point.offset && Self.isSame(head, point)
            throw endEarly(isWhole ? .complete(isSure: true) : .restart)
        default:
            if let seconds = head.retryAfter { throw .unavailable(status: head.status, url: head.url, retryAfter: seconds) }
            throw .status(head.status, url: head.url)
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool {
        let (url, exchange) = state.withLock { ($0.url, $0.exchange) }
        if let exchange, !isDue(bytes.count, exchange) { return false }
        let isTaken = try file.append(bytes, from: url) { [loop] in
            if let exchange { loop.resume(exchange) }
        }
        if isTaken {
            state.withLock { state in
                state.got += Int64(bytes.count)
                state.due = nil
            }
        }
        return isTaken
    }

    /// Whether these bytes may be taken by now; if not, they come again when they may.
    private func isDue(_ count: Int, _ exchange: Exchange) -> Bool {
        let now = monotonicSeconds()
        let reserved = state.withLock { $0.due }
        let due = reserved ?? rate.reserve(count, now: now)
        if reserved == nil { state.withLock { $0.due = due } }
        if due <= now { return true }
        loop.resume(exchange, at: due)
        return false
    }

    func ended(_ error: TransferError?) {
        let (waiter, end) = state.withLock { state in
            let end = state.end ?? Self.end(state, error)
            defer {
                state.waiter = nil
                state.exchange = nil
            }
            return (state.waiter, end)
        }
        waiter?.resume(returning: end)
    }

    /// libcurl calls a short answer to a range a success, so bytes are counted here.
    private static func end(_ state: State, _ error: TransferError?) -> End {
        if let error { return .failed(error) }
        if let expected = state.expected, state.got != expected {
            return .failed(.cutShort(url: state.url, got: state.got, expected: expected))
        }
        return .complete(isSure: state.isSure)
    }

    private func begins(at offset: Int64, _ head: AnswerHead, length: Int64?) {
        state.withLock { state in
            state.expected = length
            state.isSure = length != nil || head.saysItsEnd
        }
        if head.status == 206 || head["accept-ranges"]?.lowercased() == "bytes" { file.findsRanges() }
        // A compressed body's validator is that of other bytes than those on the disk.
        let validator = head.isCoded ? nil : head.rangeValidator ?? (offset > 0 ? point?.validator : nil)
        let info = PartInfo(resource: resource, validator: validator, total: length.map { $0 + offset })
        let (named, declared) = (head["content-disposition"].flatMap(ContentDisposition.fileName), head.contentType)
        file.later { (part) throws(TransferError) in
            (part.named, part.declared) = (named, declared)
            if offset == 0 { try part.restart() }
            var info = info
            info.synced = part.info?.synced ?? 0
            try part.note(info)
        }
    }

    private func endEarly(_ end: End) -> TransferError {
        state.withLock { $0.end = end }
        return .cancelled
    }

    /// The whole length, if a 206 is really the rest of what is on the disk.
    private static func total(of head: AnswerHead, at point: ResumePoint) -> Int64? {
        guard !head.isCoded, isSame(head, point), let range = head["content-range"].flatMap({ ContentRange($0) }),
            let bytes = range.bytes, bytes.lowerBound == point.offset, let total = range.total ?? point.total,
            bytes.upperBound == total - 1, total == point.total ?? total
        else { return nil }
        return total
    }

    /// Whether an answer is the whole of what the part is of, where the rest was asked for.
    private func isAgain(_ head: AnswerHead, _ point: ResumePoint) -> Bool {
        guard let total = point.total, head["accept-ranges"]?.lowercased() != "none" else { return false }
        return head.bodyLength == total && head.rangeValidator == point.validator
    }

    /// Whether what an answer says of its version, if it says so, is what was kept.
    private static func isSame(_ head: AnswerHead, _ point: ResumePoint) -> Bool {
        let now = head[point.validator.hasPrefix("\"") ? "etag" : "last-modified"]
        return now == nil || now == point.validator
    }
}
