/// A stream's rules, without threads: what is kept, what is asked, when to go on after a break.
struct StreamState {
    /// What may be expected of an answer without a length.
    struct Expectation {
        /// It is a station's, which has no end.
        var isLive = false
        /// A station's connection that the server ends is the end.
        var endsWithServer = false
    }

    var window = StreamWindow()
    /// The current request; nil when none is under way.
    var answer: StreamAnswer?
    /// Why no more bytes come; stays.
    var failure: TransferError?
    private(set) var hasHead = false
    private(set) var facts = StreamFacts()
    private(set) var validator: String?
    /// What stands in the sound of a station that sends metadata.
    var marks = MetadataMarks()
    /// Whether the server answers ranges; nil until one was tried.
    private(set) var knowsRanges: Bool?

    /// Where the reader wants to be, until it is there.
    var turned: Int64?
    /// The reader is here.
    private var reader: Int64 = 0
    /// Offset of the next byte to arrive; below the window's end it is one that isn't needed.
    private var incoming: Int64 = 0
    private var isPaused = false
    private var tries = 0
    /// When a station first broke off since it last sent anything.
    private var silentSince: Double?
    private var cutter: MetadataCutter?
    private let limits: TransferLimits
    private let expected: Expectation
    /// A reader that is so little ahead is served by reading on.
    private static let near: Int64 = 64 << 10

    init(_ limits: TransferLimits, _ expected: Expectation = Expectation()) {
        self.limits = limits
        self.expected = expected
    }

    private(set) var length: Int64? {
        get { facts.length }
        set { facts.length = newValue }
    }

    /// A broadcast: it has no offsets that a server would know, and goes on after each break with what is sent then.
    var isLive: Bool { hasHead ? facts.isLive : expected.isLive }

    // MARK: The reader's side

    mutating func moveReader(to offset: Int64) {
        reader = offset
        window.forget(before: offset - Int64(limits.streamBehind))
    }

    func isEnd(_ offset: Int64) -> Bool { length.map { offset >= $0 } ?? false }

    /// Whether the bytes that come, or have come, will include that offset before long.
    func willReach(_ offset: Int64) -> Bool {
        guard answer != nil, offset >= window.start else { return false }
        return knowsRanges == false || offset <= window.end + Self.near
    }

    /// The held-up request, if there is room for more now.
    mutating func takePaused() -> Exchange? {
        guard isPaused, window.end - reader <= Int64(limits.streamAhead) / 2 else { return nil }
        isPaused = false
        return answer?.exchange
    }

    // MARK: The transfer's side

    mutating func asks(_ answer: StreamAnswer) {
        self.answer = answer
        incoming = answer.offset
        isPaused = false
    }

    mutating func begins(_ head: AnswerHead) throws(TransferError) {
        let offset = answer?.offset ?? 0
        switch head.status {
        case 200: try beginsAnew(head, asked: offset)
        case 206 where offset > 0 && !isLive: try beginsInside(head, asked: offset)
        case 416 where offset > 0 && !isLive:
            // Behind the end: nothing more comes.
            if length == nil { length = head["content-range"].flatMap { ContentRange($0) }?.total ?? offset }
            guard isEnd(offset) else { throw .changed(url: head.url) }
        default: throw .status(head.status, url: head.url)
        }
        hasHead = true
    }

    /// Bytes of the body. False: no room.
    mutating func takes(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if length.map({ incoming >= $0 }) == true { return true }
        if window.end - reader >= Int64(limits.streamAhead) {
            isPaused = true
            return false
        }
        let before = window.end
        keep(bytes)
        window.forget(before: reader - Int64(limits.streamBehind))
        if window.end > before { (tries, silentSince) = (0, nil) }
        return true
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) {
        guard cutter != nil else { return append(bytes) }
        var rest = bytes[...]
        while let piece = cutter?.next(&rest) {
            switch piece {
            case .sound(let sound): append(sound)
            case .block(let block): marks.add(block, at: incoming)
            }
        }
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        window.append(bytes, at: incoming)
        incoming += Int64(bytes.count)
    }

    /// The request is over. A number: it is to be asked for again at the window's end, after so many seconds.
    mutating func ends(_ error: TransferError?, url: String) -> Double? {
        answer = nil
        if hasHead, isLive { return breaksOff(error, url: url) }
        var error = error
        if error == nil, !hasHead {
            failure = .notHTTP(url: url)
            return nil
        }
        if error == nil {
            if length == nil { length = max(window.end, incoming) }
            if let length, incoming < length { error = .cutShort(url: url, got: incoming, expected: length) }
        }
        guard let error else { return nil }
        guard mayHeal(error), tries < limits.retries else {
            failure = error
            return nil
        }
        tries += 1
        return limits.retryDelay * Double(1 << min(tries - 1, 6))
    }

    /// A station's connection has ended, which is never its end: it is asked again for as long as there is hope.
    private mutating func breaksOff(_ error: TransferError?, url: String) -> Double? {
        if error == nil, expected.endsWithServer {
            length = window.end
            return nil
        }
        let now = monotonicSeconds()
        let since = silentSince ?? now
        silentSince = since
        guard error?.endsBroadcast != true, now - since < limits.livePatience else {
            failure = error ?? .stalled(url: url, seconds: limits.livePatience)
            return nil
        }
        tries += 1
        return min(limits.retryDelay * Double(1 << min(tries - 1, 6)), Self.longestPause)
    }

    private static let longestPause = 8.0

    /// Whether going on at the byte may help: it had begun, has a length, and it was the network.
    private func mayHeal(_ error: TransferError) -> Bool {
        guard hasHead, length != nil else { return false }
        switch error {
        case .cutShort, .connectionLost, .stalled, .timedOut, .couldNotConnect, .couldNotResolve: return true
        case .status(let status, _): return status >= 500
        default: return false
        }
    }

    private mutating func beginsAnew(_ head: AnswerHead, asked: Int64) throws(TransferError) {
        if hasHead, isLive { return try beginsAgain(head, asked: asked) }
        if asked > 0 && knowsRanges == nil { knowsRanges = false }
        cutter = head.metadataInterval.map(MetadataCutter.init)
        if hasHead {
            // Another length means another recording; the rest of it isn't the rest of what was heard.
            if let length, let now = head.bodyLength, now != length { throw .changed(url: head.url) }
        } else {
            facts = StreamFacts(head, isLive: cutter != nil || head.bodyLength == nil && (expected.isLive || head.isStation))
            validator = head.isCoded ? nil : head.rangeValidator
            if head.isCoded { knowsRanges = false }
        }
        incoming = 0
    }

    /// A station is there again: what it sends now follows what was heard. A page that says that it is not on the air is no sound.
    private mutating func beginsAgain(_ head: AnswerHead, asked: Int64) throws(TransferError) {
        if head.contentType?.hasPrefix("text/") == true, facts.contentType?.hasPrefix("text/") != true {
            throw .webPageInsteadOfAudio(url: head.url)
        }
        cutter = head.metadataInterval.map(MetadataCutter.init)
        incoming = asked
    }

    private mutating func beginsInside(_ head: AnswerHead, asked: Int64) throws(TransferError) {
        guard !head.isCoded, let range = head["content-range"].flatMap({ ContentRange($0) }), range.bytes?.lowerBound == asked,
            range.total == nil || length == nil || range.total == length
        else { throw .changed(url: head.url) }
        knowsRanges = true
        length = length ?? range.total
    }
}

extension TransferError {
    /// Whether asking a station again can't help: it won't be got by waiting.
    fileprivate var endsBroadcast: Bool {
        switch self {
        case .cutShort, .connectionLost, .notHTTP, .stalled, .timedOut, .couldNotConnect, .couldNotResolve, .unavailable, .status,
            .webPageInsteadOfAudio, .other:
            false
        default: true
        }
    }
}
