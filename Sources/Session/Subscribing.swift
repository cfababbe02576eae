public import Catalogue
import Directory
public import Library

extension RadioSession {
    /// The source of programmes that come from podcast feeds: a programme's ref is the address it was first had from.
    static let feedSource = "feed"

    /// Follows programmes; an address is that of a feed, which is read at once, and a podcast directory's programme stands for its feed.
    /// What was followed already is counted as skipped.
    public func subscribe(_ words: [String]) async throws -> ChangeReport {
        let library = try await library()
        var report = ChangeReport(action: "subscribe", items: 0)
        for word in words {
            do {
                let found = try await followed(word)
                report.failures += found.failures
                for (program, url, check) in found.programs {
                    if try await library.subscribe(program, url: url) { report.items += 1 } else { report.skipped += 1 }
                    if let check { _ = try await library.keep([SubscriptionNews(of: program, from: Self.feedSource, check)]) }
                    if let record = try await library.record(program) { report.records.append(record) }
                }
            } catch {
                if error is LibraryError || words.count == 1 { throw error }
                report.failures.append(ItemFailure(title: word, error: error))
            }
        }
        return report
    }

    /// Follows the feeds of another program's list (OPML), in one transaction and without asking the network: `update` fetches.
    func importFeeds(_ outlines: [FeedOutline]) async throws -> ChangeReport {
        let feeds = outlines.filter { $0.url.hasPrefix("http://") || $0.url.hasPrefix("https://") }
        let programs = feeds.map { Program(ref: Self.feedRef($0.url), title: $0.title, feed: $0.url, web: $0.web) }
        let added = try await library().subscribe(feeds: programs, source: Self.feedSource)
        return ChangeReport(action: "import", items: added, skipped: outlines.count - added)
    }

    /// What is followed by its feed's address, as a list that other programs take. Throws SessionError.nothingToExport.
    public func exportedFeeds() async throws -> [FeedOutline] {
        let outlines = try await library().subscriptions(counted: false).compactMap { subscription -> FeedOutline? in
            let program = subscription.program.program
            guard let url = subscription.url ?? program.feed else { return nil }
            return FeedOutline(title: program.title.isEmpty ? url : program.title, url: url, web: program.web)
        }
        if outlines.isEmpty { throw SessionError.nothingToExport }
        return outlines
    }

    /// Follows programmes no more; what is known of them stays. Throws SessionError.notSubscribed.
    public func unsubscribe(_ words: [String]) async throws -> ChangeReport {
        let library = try await library()
        let resolved = try await resolveEach(words)
        let ids = try await followed(for: resolved.records)
        let gone = try await library.unsubscribe(ids, step: "unsubscribe")
        var failures = resolved.failures
        for (record, id) in zip(resolved.records, ids) where !gone.contains(id) {
            failures.append(ItemFailure(title: record.title, error: SessionError.notSubscribed(title: record.title)))
        }
        if words.count == 1, let failure = failures.first { throw failure.error }
        return ChangeReport(action: "unsubscribe", items: gone.count, records: try await library.records(gone), failures: failures)
    }

    /// What is followed, oldest first. It becomes the last listing.
    public func subscriptions() async throws -> [Subscription] {
        let found = try await library().subscriptions()
        if !found.isEmpty { try await keepListing(found.map(\.program.id.description), source: nil, next: nil) }
        return found
    }

    /// Unheard episodes of what is followed, newest first.
    public func unheard() async throws -> PageReport {
        try await listing("new", of: try await library().unheardEpisodes().map { .episode($0) })
    }

    /// Reads a feed without following it, and shows it as `open` shows a programme.
    func openFeed(_ url: String) async throws -> PageReport {
        try await showKnown(try await readFeed(url).id)
    }

    /// A programme's page from the library alone: for those whose source can't be asked, such as feeds. A serial begins with its first episode.
    func showKnown(_ id: ItemID) async throws -> PageReport {
        let library = try await library()
        guard case .program(let program)? = try await library.record(id) else { throw SessionError.noSuchItem(id) }
        var episodes = try await library.episodes(of: id)
        if program.program.isSerial == true { episodes = episodes.oldestFirst }
        if !episodes.isEmpty { try await keepListing(episodes.map(\.id.description), source: nil, next: nil) }
        let section = KeptSection(.plain, items: episodes.map { .episode($0) })
        return PageReport(title: "open", source: program.source, page: KeptPage(program: program, sections: [section]))
    }

    /// What a feed's episodes are known by already, by the feed's own names for them.
    func knownRefs(of ref: String) async throws -> Set<String> {
        let prefix = ref + Feed.refSeparator
        let refs = try await library().episodeRefs(source: Self.feedSource, program: ref)
        return Set(refs.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
    }

    /// A feed is named by its whole address: what signs an audio file may tell two feeds apart.
    static func feedRef(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

    /// Reads a feed into the library; gives its programme's id, and what the server says about asking again.
    func readFeed(_ url: String) async throws -> (id: ItemID, check: SubscriptionCheck) {
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else { throw SessionError.schemeNotSupported(url) }
        let ref = Self.feedRef(url)
        let fetched = try await directory.feed(url, allowHTTP: allowsHTTP(from: Self.feedSource)) { try await self.knownRefs(of: ref) }
        guard let feed = fetched.feed else { throw SessionError.noSuchFile(url) }
        let kept = try await library().keep(feed.page(ref: ref), from: Self.feedSource)
        guard let id = kept.program?.id else { throw SessionError.noSuchFile(url) }
        return (id, .news(url: fetched.movedTo, etag: fetched.etag, lastModified: fetched.lastModified))
    }
}

extension [EpisodeRecord] {
    /// What is newest first turned round; those of unknown date stay last.
    var oldestFirst: [EpisodeRecord] {
        filter { $0.episode.published != nil }.reversed() + filter { $0.episode.published == nil }
    }
}

extension Feed {
    /// Stands between the feed's address and its name for an episode.
    static let refSeparator = "\u{1F}"

    /// The feed as a page of the library's: the address it was first had from names the programme, and with the episode's own name the episode.
    func page(ref: String) -> Page {
        var program = program
        program.ref = ref
        program.feed = program.feed ?? ref
        if program.title.isEmpty { program.title = ref }
        let items = episodes.map { episode -> Item in
            var episode = episode
            episode.ref = ref + Self.refSeparator + episode.ref
            episode.programRef = ref
            episode.programTitle = program.title
            return .episode(episode)
        }
        return Page(program: program, sections: [Section(.plain, items: items)], skipped: skipped)
    }
}
