/// One request and its answer, redirects included, as it is handed to the transfer loop.
final class Exchange: Sendable {
    let plan: ExchangePlan
    let sink: any ExchangeSink

    init(_ plan: ExchangePlan, to sink: any ExchangeSink) {
        self.plan = plan
        self.sink = sink
    }
}

/// What is asked.
struct ExchangePlan: Sendable {
    var address: WebAddress
    var method = HTTPRequest.Method.get
    var headers: [(name: String, value: String)] = []
    var allowDowngrade = false
    /// Media: never compressed, a connection of its own (it may be held up for long).
    var isMedia = false
    var userAgent: String
    var limits: TransferLimits
}

/// Who takes an answer. All calls come on the transfer thread, in this order: `began` once at most, `received` as often as needed, `ended` once.
///
/// They must not wait for anything.
protocol ExchangeSink: AnyObject, Sendable {
    /// The head of the answer, when no redirect is left to follow. An error thrown here ends the exchange with it.
    func began(_ head: AnswerHead) throws(TransferError)
    /// Bytes of the body. False: no room now; the same bytes come again after `TransferLoop.resume`.
    func received(_ bytes: UnsafeRawBufferPointer) throws(TransferError) -> Bool
    /// It is over: nil where the body came to its end as far as HTTP can tell.
    func ended(_ error: TransferError?)
}
