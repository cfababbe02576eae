import Catalogue
import Directory
public import Library

extension RadioSession {
    /// The source of programmes that come from podcast feeds: a programme's ref is the address it was first had from.
    static let feedSource = "feed"

    /// Follows programmes; an address is that of a feed, which is read at once. What was followed already is counted as skipped.
    public func subscribe(_ words: [String]) async throws -> ChangeReport {
        let library = try await library()
        var report = ChangeReport(action: "subscribe", items: 0)
        for word in words {
            do {
                for (program, url) in try await followed(word) {
                    if try await library.subscribe(program, url: url) { report.items += 1 } else { report.skipped += 1 }
                    if let record = try await library.record(program) { report.records.append(record) }
                }
            } catch {
                if error is LibraryError || words.count == 1 { throw error }
                report.failures.append(ItemFailure(title: word, error: error))
            }
        }
        return report
    }

    /// Follows programmes no more; what is known of them stays. Throws SessionError.notSubscribed.
    public func unsubscribe(_ words: [String]) async throws -> ChangeReport {
        let library = try await library()
        let resolved = try await resolveEach(words)
        let gone = try await library.unsubscribe(resolved.records.map(\.id))
        var failures = resolved.failures
        for record in resolved.records where !gone.contains(record.id) {
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
        let id = try await readFeed(url)
        return try await showKnown(id)
    }

    /// A programme's page from the library alone: for those whose source can't be asked, such as feeds.
    func showKnown(_ id: ItemID) async throws -> PageReport {
        let library = try await library()
        guard case .program(let program)? = try await library.record(id) else { throw SessionError.noSuchItem(id) }
        let episodes = try await library.episodes(of: id)
        try await keepListing(episodes.map(\.id.description), source: nil, next: nil)
        let section = KeptSection(.plain, items: episodes.map { .episode($0) })
        return PageReport(title: "open", source: program.source, page: KeptPage(program: program, sections: [section]))
    }

    /// The programmes that a word stands for, with their feeds' addresses where they have one.
    private func followed(_ word: String) async throws -> [(ItemID, url: String?)] {
        if let address = Address(word), case .url(let url) = address { return [(try await readFeed(url), url)] }
        return try await resolve([word]).map { record in
            switch record {
            case .program(let program): return (program.id, program.source == Self.feedSource ? program.program.ref : nil)
            case .episode(let episode):
                guard let id = episode.programID else { throw SessionError.notAProgram(title: episode.episode.title) }
                return (id, episode.source == Self.feedSource ? episode.episode.programRef : nil)
            }
        }
    }

    /// Reads a feed into the library; gives its programme's id.
    private func readFeed(_ url: String) async throws -> ItemID {
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else { throw SessionError.schemeNotSupported(url) }
        let ref = SignedURL.identity(url)
        let fetched = try await directory.feed(url)
        guard let feed = fetched.feed else { throw SessionError.noSuchFile(url) }
        let kept = try await library().keep(feed.page(ref: ref), from: Self.feedSource)
        guard let id = kept.program?.id else { throw SessionError.noSuchFile(url) }
        return id
    }
}

extension Feed {
    /// The feed as a page of the library's: the address it was first had from names the programme, and with the episode's own name the episode.
    func page(ref: String) -> Page {
        var program = program
        program.ref = ref
        program.feed = program.feed ?? ref
        let items = episodes.map { episode -> Item in
            var episode = episode
            episode.ref = ref + "\u{1F}" + episode.ref
            episode.programRef = ref
            episode.programTitle = program.title
            return .episode(episode)
        }
        return Page(program: program, sections: [Section(.plain, items: items)], skipped: skipped)
    }
}
