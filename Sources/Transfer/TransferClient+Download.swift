import Glibc

extension TransferClient {
    /// Gets a file: whole, looked at, on the disk for good, under its name; or nothing under that name.
    ///
    /// While it runs it is `NAME.part`. That stays when the network fails or the task is cancelled, and a later call goes on from there if the
    /// server has the same file still. A broken connection is taken up again a few times by itself; so is a server that is busy.
    /// `progress` is called from a thread of the download's own, ten times a second at most, and once at the end.
    /// Cancelling the task ends it at once with `cancelled`.
    public func download(
        _ job: DownloadJob, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws(TransferError) -> DownloadedFile {
        guard claim(job.to) else { throw .alreadyRunning(path: job.to) }
        defer { release(job.to) }
        let file = DownloadFile(progress: progress)
        let result = await withTaskCancellationHandler {
            await attempt { () async throws(TransferError) in try await get(job, into: file) }
        } onCancel: {
            file.cancel()
        }
        if case .failure(let error) = result, !error.leavesPart {
            _ = try? await file.work { (part) throws(TransferError) in part.discard() }
        }
        await file.close()
        return try result.get()
    }

    /// Removes what an unfinished download left beside that final name. Not while it runs.
    public static func discardPart(of path: String) { PartFile.discard(path) }

    /// A file that is there already, as a download would have given it: for one that was finished but not noted.
    public func existing(at path: String) async throws(TransferError) -> DownloadedFile {
        let file = DownloadFile { _ in }
        return try await file.read(path)
    }

    private func attempt<Value>(_ body: () async throws(TransferError) -> Value) async -> Result<Value, TransferError> {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    private func get(_ job: DownloadJob, into file: DownloadFile) async throws(TransferError) -> DownloadedFile {
        switch job.origin {
        case .bytes(let bytes):
            try await file.open(job.to)
            try await file.copy(bytes)
            return try await file.finish(from: "")
        case .file(let path):
            try await file.open(job.to)
            try await file.copy(fileAt: path)
            return try await file.finish(from: path)
        case .http(let url):
            var plan = try plan(url)
            plan.allowDowngrade = job.allowDowngrade
            return try await get(plan, into: file, job.to)
        }
    }

    /// Asks until all is there, or until there is no point in asking again. Opens no file before its turn: many may stand in line.
    private func get(_ plan: ExchangePlan, into file: DownloadFile, _ path: String) async throws(TransferError) -> DownloadedFile {
        if FileCalls.exists(path) { throw .exists(path: path) }
        let resource = plan.address.resource
        var patience = Patience(plan.limits)
        var pause: Double?
        var isOpen = false
        repeat {
            if let pause {
                do { try await Task.sleep(for: .seconds(pause)) } catch { throw .cancelled }
            }
            try await line.enter(plan.address.server)
            defer { line.leave(plan.address.server) }
            if !isOpen {
                try await file.open(path)
                _ = try await file.takeUp(resource: resource)
                isOpen = true
            }
            pause = try await ask(plan, resource: resource, into: file, &patience)
        } while pause != nil
        return try await file.finish(from: plan.address.url)
    }

    /// One request. nil: all is there; a number: ask again after so many seconds.
    private func ask(
        _ plan: ExchangePlan, resource: String, into file: DownloadFile, _ patience: inout Patience
    ) async throws(TransferError) -> Double? {
        if Task.isCancelled { throw .cancelled }
        let point = try await file.work { (part) throws(TransferError) in part.resumePoint }
        switch await DownloadAttempt(file, from: point, resource: resource, loop: loop).run(plan) {
        case .complete: return nil
        case .restart:
            guard patience.mayRestart() else { throw .changed(url: plan.address.url) }
            try await file.work { (part) throws(TransferError) in try part.restart() }
            return 0
        case .failed(let error):
            let size = try await file.work { (part) throws(TransferError) in part.size }
            guard let pause = patience.pause(after: error, size: size) else { throw error }
            return pause
        }
    }
}

/// How often a download is asked for again, and after how long.
struct Patience {
    private let limits: TransferLimits
    private var broken = 0
    private var busy = 0
    private var restarts = 0
    private var most: Int64 = 0

    init(_ limits: TransferLimits) { self.limits = limits }

    /// A server that has one thing to say to a range and another without may contradict itself only twice.
    mutating func mayRestart() -> Bool {
        restarts += 1
        return restarts <= 2
    }

    /// Seconds to wait before the next request; nil to give up. `size`: bytes on the disk now.
    mutating func pause(after error: TransferError, size: Int64) -> Double? {
        if case .unavailable(_, _, let seconds) = error {
            busy += 1
            guard busy <= limits.retries, seconds <= limits.longestWait else { return nil }
            return max(Double(seconds), delay(busy))
        }
        guard error.isBrokenConnection else { return nil }
        if size > most { broken = 0 }
        most = max(most, size)
        broken += 1
        return broken <= limits.retries ? delay(broken) : nil
    }

    private func delay(_ time: Int) -> Double {
        limits.retryDelay * Double(1 << min(max(0, time - 1), 6))
    }
}

extension TransferError {
    /// Whether what is in the `.part` may be of use later. It isn't when it is no audio, and on a full disk it is in the way.
    var leavesPart: Bool {
        switch self {
        case .webPageInsteadOfAudio, .feedInsteadOfAudio, .notAudio, .noSpace, .exists, .changed: false
        default: true
        }
    }
}
