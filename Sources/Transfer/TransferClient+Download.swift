import Synchronization

extension TransferClient {
    /// Gets a file: whole, looked at, on the disk for good, under its name; or nothing under that name.
    ///
    /// While it runs it is `NAME.part`. That stays when the network fails or the task is cancelled, and a later call goes on from there if the
    /// server has the same file still. A broken connection is taken up again by itself after a pause; so is a server that is busy.
    /// `progress` is called from a thread of the download's own, ten times a second at most, and once at the end.
    /// Cancelling the task ends it at once with `cancelled`.
    public func download(
        _ job: DownloadJob, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
    ) async throws(TransferError) -> DownloadedFile {
        guard claim(job.to) else { throw .alreadyRunning(path: job.to) }
        defer { release(job.to) }
        let file = DownloadFile(job.growing, progress: progress)
        let result = await withTaskCancellationHandler {
            await attempt { () async throws(TransferError) in try await get(job, into: file) }
        } onCancel: {
            file.cancel()
        }
        if case .failure(let error) = result, !error.leavesPart {
            _ = try? await file.work { (part) throws(TransferError) in part.discard() }
        }
        await file.close()
        if case .success = result { job.growing?.end(isWhole: true) } else { job.growing?.end() }
        return try result.get()
    }

    /// Where that final name's file is while it comes.
    public static func part(of path: String) -> String { PartFile.path(of: path) }

    /// Removes what an unfinished download left beside that final name. Not while it runs.
    public static func discardPart(of path: String) { PartFile.discard(path) }

    /// A file that is there already, as a download would have given it: for one that was finished but not noted, or is to be verified.
    /// Cancelling the task ends it at once with `cancelled`.
    public func existing(at path: String) async throws(TransferError) -> DownloadedFile {
        let file = DownloadFile { _ in }
        let result = await withTaskCancellationHandler {
            await attempt { () async throws(TransferError) in try await file.read(path) }
        } onCancel: {
            file.cancel()
        }
        return try result.get()
    }

    /// Gives a finished file another name in its folder, and never that of a file that is there: throws `exists` then.
    public func rename(_ file: DownloadedFile, to path: String) async throws(TransferError) -> DownloadedFile {
        let from = file.path
        try await DownloadFile { _ in }.alone { () throws(TransferError) in
            try FileCalls.rename(from, toFree: path)
            try FileCalls.syncFolder(FileCalls.folder(of: path))
        }
        var file = file
        file.path = path
        return file
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
            return try await get(plan, into: file, job.to, ticket: job.ticket ?? line.ticket())
        }
    }

    private func get(
        _ plan: ExchangePlan, into file: DownloadFile, _ path: String, ticket: Int
    ) async throws(TransferError) -> DownloadedFile {
        if FileCalls.exists(path) { throw .exists(path: path) }
        try await fetch(plan, into: file, path, ticket: ticket)
        // Not in the line for servers, which would wait for the disk; but only some at once, since each has a thread that waits.
        try await disk.enter("", ticket: ticket)
        defer { disk.leave("") }
        return try await file.finish(from: plan.address.url)
    }

    /// Asks until all is there, or until there is no point in asking again. Opens no file before its turn: many may stand in line.
    private func fetch(_ plan: ExchangePlan, into file: DownloadFile, _ path: String, ticket: Int) async throws(TransferError) {
        let resource = plan.address.resource
        var patience = Patience(plan.limits)
        var manner = RangeManner.conditional
        var pause: Double?
        var point: ResumePoint?
        var isOpen = false
        repeat {
            if let pause {
                do { try await Task.sleep(for: .seconds(pause)) } catch { throw .cancelled }
            }
            try await line.enter(plan.address.server, ticket: ticket)
            defer { line.leave(plan.address.server) }
            if !isOpen {
                point = try await file.open(path, resource: resource)
                isOpen = true
            } else {
                point = try await file.work { (part) throws(TransferError) in part.resumePoint }
            }
            pause = try await ask(plan, from: point, resource: resource, into: file, &patience, &manner)
        } while pause != nil
    }

    /// One request. nil: all is there; a number: ask again after so many seconds.
    private func ask(
        _ plan: ExchangePlan, from point: ResumePoint?, resource: String, into file: DownloadFile, _ patience: inout Patience,
        _ manner: inout RangeManner
    ) async throws(TransferError) -> Double? {
        if Task.isCancelled { throw .cancelled }
        let end = await DownloadAttempt(file, from: point, manner, resource: resource, loop: loop, rate: rate).run(plan)
        if end.isAnswer { known.withLock { _ = $0.insert(plan.address.server) } }
        switch end {
        case .complete(let isSure):
            if isSure { return nil }
            let url = plan.address.url
            let (size, isCut) = try await file.work { (part) throws(TransferError) in (part.size, try part.isCut(from: url)) }
            // The same end twice is the file's own.
            guard isCut, patience.isNew(end: size) else { return nil }
            return try again(after: .cutShort(url: url, got: size, expected: nil), size, plan, file, &patience)
        case .unasked:
            manner = .plain
            return 0
        case .restart:
            guard patience.mayRestart() else { throw .changed(url: plan.address.url) }
            try await file.work { (part) throws(TransferError) in try part.restart() }
            return 0
        case .failed(let error):
            let size = try await file.work { (part) throws(TransferError) in part.size }
            return try again(after: error, size, plan, file, &patience)
        }
    }

    /// The pause before the next request, of which is told. Throws the error where there is no point in one.
    private func again(
        after error: TransferError, _ size: Int64, _ plan: ExchangePlan, _ file: DownloadFile, _ patience: inout Patience
    ) throws(TransferError) -> Double {
        let isKnown = known.withLock { $0.contains(plan.address.server) }
        guard let pause = patience.pause(after: error, size: size, isKnown: isKnown) else { throw error }
        file.tell(DownloadPause(after: error, seconds: pause))
        return pause
    }
}
