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

    public init(lines: [UpdateLine], failures: [ItemFailure] = []) {
        (self.lines, self.failures) = (lines, failures)
    }
}

extension RadioSession {
    private static let atOnce = 8
    private static let perHost = 2

    /// Looks for news of what is followed (of all of it, or of these programmes), eight at once and two a host. One that fails costs the
    /// others nothing; its error is remembered. Those that failed often are left alone for a while if they aren't named.
    public func update(_ words: [String]) async throws -> UpdateReport {
        let (wanted, failures) = try await followed(of: words)
        let now = Int64(time(nil))
        var lines: [ItemID: UpdateLine] = [:]
        for subscription in wanted where words.isEmpty && subscription.notBefore ?? 0 > now {
            lines[subscription.program.id] = UpdateLine(program: subscription.program, isWaiting: true)
        }
        let order = wanted.map(\.program.id)
        let asked = wanted.filter { lines[$0.program.id] == nil }
        do {
            try await lookAtAll(asked) { lines[$0.program.id] = $0 }
        } catch is CancellationError {
            // Ctrl-C ends the looking; what was found by then is told.
        }
        return UpdateReport(lines: order.compactMap { lines[$0] }, failures: failures)
    }

    /// What the words point at of what is followed, or all of it. Of one word alone the error is thrown.
    private func followed(of words: [String]) async throws -> (subscriptions: [Subscription], failures: [ItemFailure]) {
        let all = try await library().subscriptions()
        if words.isEmpty { return (all, []) }
        let named = try await resolveEach(words)
        var failures = named.failures
        for record in named.records where !all.contains(where: { $0.program.id == record.id }) {
            failures.append(ItemFailure(title: record.title, error: SessionError.notSubscribed(title: record.title)))
        }
        if words.count == 1, let failure = failures.first { throw failure.error }
        return (all.filter { subscription in named.records.contains { $0.id == subscription.program.id } }, failures)
    }

    private func lookAtAll(_ subscriptions: [Subscription], _ done: (UpdateLine) -> Void) async throws {
        var waiting = subscriptions[...]
        var busy: [String: Int] = [:]
        try await withThrowingTaskGroup(of: (String, UpdateLine).self) { group in
            var running = 0
            while running > 0 || !waiting.isEmpty {
                while running < Self.atOnce, let next = waiting.firstIndex(where: { busy[$0.host, default: 0] < Self.perHost }) {
                    let subscription = waiting.remove(at: next)
                    busy[subscription.host, default: 0] += 1
                    running += 1
                    group.addTask { (subscription.host, try await self.look(at: subscription)) }
                }
                guard let (host, line) = try await group.next() else { break }
                busy[host, default: 1] -= 1
                running -= 1
                done(line)
            }
        }
    }

    /// One look. Only the library's own errors are thrown: what a server does wrong is the line's.
    private func look(at subscription: Subscription) async throws -> UpdateLine {
        let program = subscription.program
        do {
            let (added, changed) = try await news(of: subscription)
            return UpdateLine(program: program, added: added, changed: changed)
        } catch let error as LibraryError {
            throw error
        } catch {
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            let check = SubscriptionCheck.failed(words: configuration.words(error), notBefore: Self.pause(after: subscription.failures + 1))
            _ = try await library().keep(nil, from: program.source, of: program.id, check)
            return UpdateLine(program: program, error: error)
        }
    }

    private func news(of subscription: Subscription) async throws -> (added: Int, changed: Int) {
        let (program, library) = (subscription.program, try await library())
        guard let url = subscription.url else {
            let before = try await library.episodes(of: program.id).count
            _ = try await fetch(.program(ref: program.program.ref, page: 1), title: "update", from: try await source(named: program.source))
            let added = try await library.episodes(of: program.id).count - before
            _ = try await library.keep(nil, from: program.source, of: program.id, .news(url: nil, etag: nil, lastModified: nil))
            return (added, 0)
        }
        let fetched = try await directory.feed(
            url, etag: subscription.etag, lastModified: subscription.lastModified, known: try await knownRefs(of: program.program.ref))
        guard let feed = fetched.feed else {
            let check: SubscriptionCheck =
                fetched.movedTo.map { .news(url: $0, etag: fetched.etag, lastModified: fetched.lastModified) } ?? .unchanged
            return try await library.keep(nil, from: program.source, of: program.id, check)
        }
        let check = SubscriptionCheck.news(url: fetched.movedTo, etag: fetched.etag, lastModified: fetched.lastModified)
        return try await library.keep(feed.page(ref: program.program.ref), from: program.source, of: program.id, check)
    }

    /// After three failures in a row it is left alone for an hour, then for twice as long each time, a week at most.
    private static func pause(after failures: Int) -> Int64? {
        guard failures >= 3 else { return nil }
        let hours = Int64(1) << min(failures - 3, 8)
        return Int64(time(nil)) + min(hours, 168) * 3600
    }
}

extension Subscription {
    /// What counts as one host: host and port of the feed, or the source.
    fileprivate var host: String {
        guard let url else { return program.source }
        let parts = url.split(separator: "/", omittingEmptySubsequences: true)
        return parts.count > 1 ? parts[1].lowercased() : url
    }
}
