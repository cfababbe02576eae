public import Catalogue
import Directory
import Glibc
import Library

/// What looking for news of one subscription came to.
public struct UpdateLine: Sendable {
    public var program: ProgramRecord
    /// Episodes that are new, and those that say something else than before.
    public var added: Int
    public var changed: Int
    public var error: (any Error)?
    /// It failed often and is left alone for a while.
    public var isWaiting: Bool

    public init(program: ProgramRecord, added: Int = 0, changed: Int = 0, error: (any Error)? = nil, isWaiting: Bool = false) {
        self.program = program
        self.added = added
        self.changed = changed
        self.error = error
        self.isWaiting = isWaiting
    }
}

/// What looking for news came to, and what of the words pointed at nothing that is followed.
public struct UpdateReport: Sendable {
    public var lines: [UpdateLine]
    public var failures: [ItemFailure]
    /// What followed by itself: files that were cleaned up, and episodes that are being fetched now.
    public var cleanup = CleanupReport(isOff: true)
    public var downloads: [EpisodeRecord] = []

    public init(lines: [UpdateLine], failures: [ItemFailure] = []) {
        (self.lines, self.failures) = (lines, failures)
    }
}

extension RadioSession {
    /// Looks for news of what is followed (of all of it, or of these programmes). One that fails costs the others nothing; its error is
    /// remembered. Those that failed often are left alone for a while if they aren't named. Then it cleans up and fetches what is new, as set.
    /// A task that is cancelled (Ctrl-C) gives what was found by then.
    public func update(_ words: [String]) async throws -> UpdateReport {
        let (wanted, failures) = try await followed(of: words)
        let now = self.now
        var lines: [ItemID: UpdateLine] = [:]
        for subscription in wanted where words.isEmpty && subscription.notBefore ?? 0 > now {
            lines[subscription.program.id] = UpdateLine(program: subscription.program, isWaiting: true)
        }
        let asked = wanted.filter { lines[$0.program.id] == nil }
        async let _ = indexWhileServersAreAwaited()
        try await lookAtAll(asked) { lines[$0.program.id] = $0 }
        var report = UpdateReport(lines: wanted.compactMap { lines[$0.program.id] }, failures: failures)
        if Task.isCancelled { return report }
        let fresh = report.lines.filter { $0.error == nil && !$0.isWaiting }.map(\.program.id)
        (report.cleanup, report.downloads) = try await keepUp(with: fresh)
        return report
    }

    /// What the words point at of what is followed, or all of it. Of one word alone the error is thrown.
    private func followed(of words: [String]) async throws -> (subscriptions: [Subscription], failures: [ItemFailure]) {
        let all = try await library().subscriptions(counted: false)
        if words.isEmpty { return (all, []) }
        let named = try await resolveEach(words)
        let ids = try await followed(for: named.records)
        let known = Set(all.map(\.program.id))
        var failures = named.failures
        for (record, id) in zip(named.records, ids) where !known.contains(id) {
            failures.append(ItemFailure(title: record.title, error: SessionError.notSubscribed(title: record.title)))
        }
        if words.count == 1, let failure = failures.first { throw failure.error }
        return (all.filter { ids.contains($0.program.id) }, failures)
    }

    /// While some are asked and read, what came of others is written: all that has come since the last time, in one transaction.
    private func lookAtAll(_ subscriptions: [Subscription], _ done: (UpdateLine) -> Void) async throws {
        var turns = UpdateTurns(subscriptions, settings)
        var found: [Look] = []
        var isKeeping = false
        try await withThrowingTaskGroup(of: Step.self) { group in
            while true {
                // Where the disk is slower than the servers, they wait for it.
                while !Task.isCancelled, found.count < turns.atOnce, let next = turns.next() {
                    group.addTask { .looked(next, try await self.look(at: next)) }
                }
                if !isKeeping, !found.isEmpty {
                    isKeeping = true
                    group.addTask { [found] in .kept(try await self.keep(found)) }
                    found = []
                }
                let step = try await group.next()
                updateSteps &+= 1
                switch step {
                case .looked(let subscription, let look)?:
                    turns.end(subscription)
                    if let look { found.append(look) }
                case .kept(let lines)?:
                    isKeeping = false
                    lines.forEach(done)
                case nil: return
                }
            }
        }
    }

    private func keep(_ looks: [Look]) async throws -> [UpdateLine] {
        let counts = try await library().keep(looks.map(\.news))
        return zip(looks, counts).map { look, count in
            UpdateLine(program: look.program, added: count.added + look.added, changed: count.changed, error: look.error)
        }
    }

    /// One look, nil when it was cancelled. Only the library's own errors are thrown: what a server does wrong is the line's.
    private func look(at subscription: Subscription) async throws -> Look? {
        let program = subscription.program
        do {
            return try await news(of: subscription)
        } catch let error as LibraryError {
            throw error
        } catch {
            if Task.isCancelled || error is CancellationError { return nil }
            let check = SubscriptionCheck.failed(words: configuration.words(error), notBefore: pause(after: subscription.failures + 1))
            return Look(program: program, news: SubscriptionNews(of: program.id, from: program.source, check), error: error)
        }
    }

    private func news(of subscription: Subscription) async throws -> Look {
        let program = subscription.program
        var look = Look(
            program: program, news: SubscriptionNews(of: program.id, from: program.source, .news(url: nil, etag: nil, lastModified: nil)))
        guard let url = subscription.url else {
            look.added = try await readNews(of: program)
            return look
        }
        let fetched = try await directory.feed(
            url, etag: subscription.etag, lastModified: subscription.lastModified, allowHTTP: allowsHTTP(from: Self.feedSource)
        ) {
            try await self.knownRefs(of: program.program.ref)
        }
        look.news.page = fetched.feed?.page(ref: program.program.ref)
        look.news.check =
            fetched.feed == nil && fetched.movedTo == nil
            ? .unchanged : .news(url: fetched.movedTo, etag: fetched.etag, lastModified: fetched.lastModified)
        return look
    }

    /// After three failures in a row it is left alone for an hour, then for twice as long each time, a week at most.
    private func pause(after failures: Int) -> Int64? {
        guard failures >= 3 else { return nil }
        let hours = Int64(1) << min(failures - 3, 8)
        return now + min(hours, 168) * 3600
    }
}

/// What a look at a subscription brought.
private struct Look: Sendable {
    var program: ProgramRecord
    var news: SubscriptionNews
    /// Episodes that were kept already.
    var added = 0
    var error: (any Error)?
}

private enum Step: Sendable {
    case looked(Subscription, Look?)
    case kept([UpdateLine])
}
