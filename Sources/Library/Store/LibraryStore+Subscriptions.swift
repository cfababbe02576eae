public import Catalogue

extension LibraryStore {
    /// Follows a programme; false where it was followed already. `url` is its feed's address, nil where its source is to be asked.
    /// Throws `noSuchItem`.
    public func subscribe(_ program: ItemID, url: String?) throws -> Bool {
        try writing {
            guard program.kind == .program else { throw LibraryError.noSuchItem(program) }
            try requireItem(program)
            return try subscriptionTable.add(program.number, url: url, at: now)
        }
    }

    /// Stores several feeds' programmes and follows them, in one transaction: `import` of a list asks no network. Gives how many are new.
    public func subscribe(feeds: [Program], source: String) throws -> Int {
        try writing {
            let index = SearchWriter(database: database)
            var writer = CatalogueWriter(database: database, paths: paths, index: index, source: source, now: now)
            var added = 0
            for feed in feeds where try subscriptionTable.add(writer.keep(feed).id.number, url: feed.feed, at: now) { added += 1 }
            try index.flush()
            return added
        }
    }

    /// Follows programmes no more; what is known of them stays. Gives those that were followed. With `step` it can be undone.
    public func unsubscribe(_ programs: [ItemID], step: String? = nil) throws -> [ItemID] {
        let programs = programs.filter { $0.kind == .program }
        return try writing {
            try recording(step, .subscription, of: programs) { try programs.filter { try subscriptionTable.remove($0.number) } }
        }
    }

    /// All subscriptions, oldest first. Counting their episodes takes a while in a large library.
    public func subscriptions(counted: Bool = true) throws -> [Subscription] {
        try reading { try subscriptionTable.all(counted: counted) }
    }

    /// Keeps what looks at subscriptions brought, in one transaction. Gives for each how many episodes are new and how many say something else.
    public func keep(_ news: [SubscriptionNews]) throws -> [(added: Int, changed: Int)] {
        try writing {
            let index = SearchWriter(database: database)
            let counts = try news.map { news in
                var writer = CatalogueWriter(database: database, paths: paths, index: index, source: news.source, now: now)
                if let page = news.page { try writer.store(page) }
                try subscriptionTable.note(news.program.number, news.check, at: now)
                return (added: writer.addedEpisodes, changed: writer.changedEpisodes)
            }
            try index.flush()
            return counts
        }
    }

    /// Episodes of subscribed programmes that were not heard to their end, newest first.
    public func unheardEpisodes() throws -> [EpisodeRecord] {
        try reading { try subscriptionTable.unheard().compactMap { try episodes.record($0) } }
    }

    private var subscriptionTable: SubscriptionTable { SubscriptionTable(database: database, programs: programs) }
}
