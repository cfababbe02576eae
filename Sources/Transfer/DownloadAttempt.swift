import Synchronization

/// One request of a download: judges the answer's head against what was asked, and hands the body to the file.
final class DownloadAttempt: ExchangeSink {
    enum End: Sendable, Equatable {
        /// The whole file is there.
        case complete
        /// What is on the disk doesn't fit what the server has: empty it and ask for all.
        case restart
        case failed(TransferError)
    }

    private struct State {
        var exchange: Exchange?
        var url = ""
        var got: Int64 = 0
        /// Bytes of the body that have to come; nil if unknown.
        var expected: Int64?
        var end: End?
        var waiter: CheckedContinuation<End, Never>?
    }

    private let file: DownloadFile
    private let point: ResumePoint?
    private let resource: String
    private let loop: TransferLoop
    private let state = Mutex(State())

    init(_ file: DownloadFile, from point: ResumePoint?, resource: String, loop: TransferLoop) {
        self.file = file
        self.point = point
        self.resource = resource
        self.loop = loop
    }

    /// Asks, and waits for the end. Cancelling the task ends it.
    func run(_ plan: ExchangePlan) async -> End {
        var plan = plan
        plan.isMedia = true
        if let point {
            plan.headers += [("Range", "bytes=\(point.offset)-"), ("If-Range", point.validator)]
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
        case (200, _): begins(at: 0, head, length: head.bodyLength)
        case (206, let point?):
            guard let total = Self.total(of: head, at: point) else { throw endEarly(.restart) }
            begins(at: point.offset, head, length: total - point.offset)
        case (416, let point?):
            let total = head["content-range"].flatMap { ContentRange($0) }?.total
            let isWhole = total == point.offset && (point.total ?? point.offset) == point.offset && Self.isSame(head, point)
            throw endEarly(isWhole ? .complete : .restart)
        default:
            if let seconds = head.retryAfter { throw .unavailable(status: head.status, url: head.url, retryAfter: seconds) }
            throw .status(head.status, url: head.url)
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool {
        let (url, exchange) = state.withLock { ($0.url, $0.exchange) }
        let isTaken = try file.append(bytes, from: url) { [loop] in
            if let exchange { loop.resume(exchange) }
        }
        if isTaken { state.withLock { $0.got += Int64(bytes.count) } }
        return isTaken
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
        return .complete
    }

    private func begins(at offset: Int64, _ head: AnswerHead, length: Int64?) {
        state.withLock { $0.expected = length }
        // A compressed body's validator is that of other bytes than those on the disk.
        let validator = head.isCoded ? nil : head.rangeValidator ?? (offset > 0 ? point?.validator : nil)
        let info = PartInfo(resource: resource, validator: validator, total: length.map { $0 + offset })
        file.later { (part) throws(TransferError) in
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

    /// Whether what an answer says of its version, if it says so, is what was kept.
    private static func isSame(_ head: AnswerHead, _ point: ResumePoint) -> Bool {
        let now = head[point.validator.hasPrefix("\"") ? "etag" : "last-modified"]
        return now == nil || now == point.validator
    }
}
