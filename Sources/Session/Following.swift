import Catalogue
import Directory
import Library

// What is followed where a listener points at something: a feed, a programme of a source, or the feed behind a directory's programme.

extension Source.Kind {
    /// Its programmes are podcasts whose own feeds have all there is: those are followed, not the directory's word of them.
    var namesFeeds: Bool { self == .apple || self == .fyyd }
}

extension RadioSession {
    /// A programme, its feed's address where it has one, and what the feed's server says about asking again where it was read just now.
    typealias Followed = (ItemID, url: String?, check: SubscriptionCheck?)

    /// The programmes that a word stands for, and those of several that can't be followed.
    func followed(_ word: String) async throws -> (programs: [Followed], failures: [ItemFailure]) {
        if let address = Address(word), case .url(let url) = address { return ([try await followedFeed(url)], []) }
        var programs: [Followed] = []
        var failures: [ItemFailure] = []
        let records = try await resolve([word])
        for record in records {
            do { programs.append(try await followed(record)) } catch {
                if error is LibraryError || error is CancellationError || Task.isCancelled || records.count == 1 { throw error }
                failures.append(ItemFailure(title: record.title, error: error))
            }
        }
        return (programs, failures)
    }

    private func followed(_ record: ItemRecord) async throws -> Followed {
        let id = try programID(of: record)
        if record.source == Self.feedSource { return (id, try programRef(of: record), nil) }
        if record.source.hasPrefix(Self.fileSource), case .program(let program)? = try await library().record(id) {
            guard let feed = program.program.feed else { throw SessionError.noFeed(title: program.program.title) }
            return try await followedFeed(feed)
        }
        // One whose source can't be asked would never bring anything.
        let source = try await source(named: record.source)
        guard source.kind.namesFeeds else { return (id, nil, nil) }
        return try await followedFeed(try await feed(behind: id, of: source))
    }

    /// For each of these what is followed in its place: for a directory's programme its feed, where that is.
    func followed(for records: [ItemRecord]) async throws -> [ItemID] {
        let all = try await library().subscriptions(counted: false).map(\.program)
        let feeds = all.filter { $0.source == Self.feedSource }
        let known = Dictionary(feeds.map { ($0.program.ref, $0.id) }) { first, _ in first }
        let direct = Set(all.map(\.id))
        var ids: [ItemID] = []
        for record in records {
            var id = record.id
            if case .program(let program) = record, !direct.contains(id), let feed = program.program.feed,
                try await standsForItsFeed(program)
            {
                id = known[Self.feedRef(feed)] ?? id
            }
            ids.append(id)
        }
        return ids
    }

    /// Whether following a programme is following its feed; no, where its source was removed meanwhile.
    private func standsForItsFeed(_ program: ProgramRecord) async throws -> Bool {
        if program.source.hasPrefix(Self.fileSource) { return true }
        return try await library().sources().first { $0.name == program.source }?.kind.namesFeeds ?? false
    }

    private func followedFeed(_ url: String) async throws -> Followed {
        let (id, check) = try await readFeed(url)
        return (id, url, check)
    }

    /// The address of the feed that a directory's programme stands for; where it isn't known yet the directory is asked.
    /// Throws SessionError.noFeed.
    private func feed(behind id: ItemID, of source: Source) async throws -> String {
        guard case .program(let known)? = try await library().record(id) else { throw SessionError.noSuchItem(id) }
        if let feed = known.program.feed { return feed }
        let report = try await fetch(.program(ref: known.program.ref, page: 1), title: "subscribe", from: source).report
        guard let feed = report.page.program?.program.feed else { throw SessionError.noFeed(title: known.program.title) }
        return feed
    }

    /// The feed of a programme of which its directory has no episodes; where it can't be had, the programme as the directory has it.
    func openFeed(_ url: String, orShow report: PageReport) async throws -> PageReport {
        do { return try await openFeed(url) } catch let error as DirectoryError {
            var report = report
            report.failures.append(PartFailure(part: "feed", error: error))
            return report
        }
    }
}
