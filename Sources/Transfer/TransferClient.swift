import Synchronization

/// Asks servers: whole answers, downloads, streams. All network work is on one thread of its own, which starts at first use.
///
/// Any task or thread may call it. It never prints.
public final class TransferClient: Sendable {
    let userAgent: String
    let loop = TransferLoop()
    let line: DownloadLine
    /// Those whose files are to be made last stand in another.
    let disk = DownloadLine(transfers: 8, perHost: 8)
    let rate = RateLimit()
    /// The servers (host:port) that have answered a download.
    let known = Mutex<Set<String>>([])
    private let limitsNow: Mutex<TransferLimits>
    /// The final paths of downloads under way.
    private let claimed = Mutex<Set<String>>([])

    public init(userAgent: String, limits: TransferLimits = TransferLimits()) {
        self.userAgent = userAgent
        limitsNow = Mutex(limits)
        line = DownloadLine(transfers: limits.transfers, perHost: limits.perHost)
        rate.set(limits.downloadRate)
    }

    deinit { loop.leave() }

    public var limits: TransferLimits { limitsNow.withLock { $0 } }

    /// Holds for what begins from now on; `transfers` and `perHost` also for downloads that wait, `downloadRate` for those that run.
    public func setLimits(_ limits: TransferLimits) {
        limitsNow.withLock { $0 = limits }
        line.setLimits(transfers: limits.transfers, perHost: limits.perHost)
        rate.set(limits.downloadRate)
    }

    /// A place in the line of downloads, behind all that were given out before: for a `DownloadJob` that is begun later.
    public func ticket() -> Int { line.ticket() }

    /// Begins the download with that ticket at once, whatever waits before it and whatever the limits say: somebody wants to hear it.
    public func hasten(_ ticket: Int) { line.hasten(ticket) }

    /// The server (host:port) of an address, at which its download will wait in line; "" of what is none.
    public func server(of url: String) -> String { (try? WebAddress(url))?.server ?? "" }

    /// Asks for an answer and gives it whole. Cancelling the task ends it at once with `cancelled`.
    ///
    /// Throws on any status but 2xx and 304.
    public func fetch(_ request: HTTPRequest) async throws(TransferError) -> HTTPResponse {
        var plan = try plan(request.url)
        plan.method = request.method
        plan.headers = request.headers
        if let etag = request.etag { plan.headers.append(("If-None-Match", etag)) }
        if let date = request.lastModified { plan.headers.append(("If-Modified-Since", date)) }
        plan.allowDowngrade = request.allowDowngrade
        let answer = WholeAnswer(url: plan.address.url, limit: request.maxBytes)
        let exchange = Exchange(plan, to: answer)
        let result = await withTaskCancellationHandler {
            loop.start(exchange)
            return await answer.result()
        } onCancel: {
            loop.cancel(exchange)
        }
        return try result.get()
    }

    /// Ends everything with `cancelled` and takes nothing more. Waits for the thread's end, two seconds at most.
    public func shutdown() {
        line.close()
        disk.close()
        loop.shutdown()
    }

    /// Takes a final path for one download; false where it is taken.
    func claim(_ path: String) -> Bool { claimed.withLock { $0.insert(path).inserted } }
    func release(_ path: String) { claimed.withLock { _ = $0.remove(path) } }

    func plan(_ url: String) throws(TransferError) -> ExchangePlan {
        ExchangePlan(address: try WebAddress(url), userAgent: userAgent, limits: limits)
    }
}
