public import Catalogue
import Directory
import Library

extension RadioSession {
    /// The carousel and the cards of the home page.
    public func featured() async throws -> PageReport {
        try await show(.featured, title: "featured")
    }

    /// The shelves of the source. They have no numbers, so the last listing stays.
    public func categories() async throws -> PageReport {
        try await fetch(.categories, title: "categories", from: await source()).report
    }

    /// One of a category's lists. `category` is an id or a title that `categories` prints.
    public func browse(_ category: String, list: PageRequest.List) async throws -> PageReport {
        let source = try await source()
        let ref = try await categoryRef(category, of: source)
        return try await show(.browse(category: ref, list: list, page: 1), title: "browse", from: source)
    }

    /// A programme with its episodes: the one that the word points at, or that it belongs to. Of a playlist it shows the items, of a story
    /// its text. Throws SessionError.notOneThing for a word that stands for several.
    public func open(_ word: String) async throws -> PageReport {
        if let name = try await playlistName(word) { return try await open(playlist: name) }
        if let address = Address(word), case .url(let url) = address, url.hasPrefix("http") { return try await openFeed(url) }
        let record = try await one(word)
        if case .story = record { return try await read(word) }
        if record.source == Self.feedSource || record.source.hasPrefix(Self.fileSource) {
            return try await showKnown(try programID(of: record))
        }
        let (ref, source) = (try programRef(of: record), try await source(named: record.source))
        let report = try await show(.program(ref: ref, page: 1), title: "open", from: source)
        guard source.kind.namesFeeds, report.page.isEmpty, let feed = report.page.program?.program.feed else { return report }
        return try await openFeed(feed, orShow: report)
    }

    /// What is known of each thing; a programme that is known only by its title is asked for.
    /// Of several words those that point at nothing are told beside the others.
    public func info(_ words: [String]) async throws -> ChangeReport {
        let resolved = try await resolveEach(words)
        let records = resolved.records
        for case .program(let record) in records where record.program.summary == nil {
            guard let source = try? await source(named: record.source) else { continue }
            _ = try? await fetch(.program(ref: record.program.ref, page: 1), title: "open", from: source)
        }
        let known = try await library().records(records.map(\.id))
        return ChangeReport(action: "info", items: known.count, records: known, failures: resolved.failures)
    }

    /// The page after the last listing's, numbered on; after comments, more of these. Throws SessionError.noMore at the end.
    public func more() async throws -> PageReport {
        if let comments = try await moreComments() { return comments }
        let listing = try await currentListing()
        guard var next = listing.next.flatMap(PageRequest.init(text:)), let name = listing.source else { throw SessionError.noMore }
        let (known, source) = (Set(listing.addresses), try await source(named: name))
        // A page may hold only what is listed already, as behind a search that the library has answered too.
        for _ in 0..<50 {
            var (report, page) = try await fetch(next, title: "more", from: source)
            report.page.dropItems(in: known)
            if report.page.isEmpty, let following = page.next {
                next = following
                continue
            }
            if report.page.isEmpty { throw SessionError.noMore }
            report.page.firstNumber = listing.addresses.count + 1
            try await keepListing(listing.addresses + report.page.addresses, source: name, next: page.next?.text)
            return report
        }
        throw SessionError.noMore
    }

    /// Asks the source (or the one that browsing is set to), stores what it said, and makes it the last listing, or what `choosing` takes of
    /// it. What `checking` throws ends it before anything is stored.
    func show(
        _ request: PageRequest, title: String, from source: Source? = nil, checking: (Page) throws -> Void = { _ in },
        choosing: @escaping @Sendable (KeptPage) -> KeptPage = { $0 }
    ) async throws -> PageReport {
        var asked = source
        if asked == nil { asked = try await self.source() }
        guard let asked else { throw SessionError.noSuchSource("", known: []) }
        let report = try await fetch(request, title: title, from: asked, listing: true, checking: checking, choosing: choosing).report
        if !report.page.isEmpty {
            begin(LastListing(addresses: report.page.addresses, source: asked.name, next: report.page.next?.text))
        }
        return report
    }

    /// Asks the source and stores what it said, in one transaction, which also makes it the last listing where that is wanted.
    func fetch(
        _ request: PageRequest, title: String, from source: Source, listing: Bool = false, checking: (Page) throws -> Void = { _ in },
        choosing: @escaping @Sendable (KeptPage) -> KeptPage = { $0 }
    ) async throws -> (report: PageReport, page: Page) {
        let fetched = try await ask(request, of: source)
        return try await keep(fetched, title: title, from: source, listing: listing, checking: checking, choosing: choosing)
    }

    /// Asks the source; nothing is stored yet.
    func ask(_ request: PageRequest, of source: Source) async throws -> FetchedPage {
        let library = try await library()
        return try await directory.page(request, of: access(to: source)) { keys in
            try await library.answers(source: source.name, keys: keys)
        }
    }

    /// Stores what the source said.
    func keep(
        _ fetched: FetchedPage, title: String, from source: Source, listing: Bool = false, checking: (Page) throws -> Void = { _ in },
        choosing: @escaping @Sendable (KeptPage) -> KeptPage = { $0 }
    ) async throws -> (report: PageReport, page: Page) {
        let library = try await library()
        let page = fetched.page
        try checking(page)
        let change = listing && !page.items.isEmpty ? ListingChange.replace(next: page.next?.text) : .none
        let kept = try await library.keep(
            page, from: source.name, answers: fetched.answers, listing: change, isLook: fetched.stored == nil, choosing: choosing)
        let report = PageReport(
            title: title, source: source.name, page: kept, hasMore: page.next != nil, stored: fetched.stored, failures: fetched.failures)
        return (report, page)
    }

    /// Makes these the last listing, for this process and for the next one. A list is shown even where that can't be written down, as
    /// while another process writes; then it is said that the numbers are this process's only.
    func keepListing(_ addresses: [String], source: String?, next: String?) async throws {
        let library = try await library()
        do { try await library.setListing(addresses, source: source, next: next) } catch let error as LibraryError {
            switch error {
            case .busy, .diskFull, .readOnly: onEvent(.libraryFailed(error))
            default: throw error
            }
        }
        begin(LastListing(addresses: addresses, source: source, next: next))
    }

    func programID(of record: ItemRecord) throws -> ItemID {
        switch record {
        case .program(let record): return record.id
        case .episode(let record):
            guard let id = record.programID else { throw SessionError.notAProgram(title: record.episode.title) }
            return id
        case .station, .story: throw SessionError.notAProgram(title: record.title)
        }
    }

    func programRef(of record: ItemRecord) throws -> String {
        switch record {
        case .program(let record): return record.program.ref
        case .episode(let record):
            guard let ref = record.episode.programRef else { throw SessionError.notAProgram(title: record.episode.title) }
            return ref
        case .station, .story: throw SessionError.notAProgram(title: record.title)
        }
    }

    /// A category goes by its id or title. An FM-style service has more of them than it lists: any number is asked for; and a radio directory
    /// any word, as a tag; and Apple any country.
    private func categoryRef(_ category: String, of source: Source) async throws -> String {
        if source.kind == .fm, !category.isEmpty, category.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return category }
        let isBlank = category.allSatisfy(\.isWhitespace)
        if source.kind == .radio, !isBlank { return await radioCategory(category, of: source) }
        if source.kind == .apple, category.utf8.count == 2 { return category.lowercased() }
        let known = try await shelves(of: source)
        let wanted = category.lowercased()
        guard let found = known.first(where: { $0.ref == category }) ?? known.first(where: { $0.title.lowercased() == wanted }) else {
            throw SessionError.noSuchCategory(category, known: known.map { "\($0.ref) \($0.title)" })
        }
        return found.ref
    }

    /// `tag/jazz` is asked for as it is; a title is looked for among the listed categories, and what isn't there is a tag.
    private func radioCategory(_ category: String, of source: Source) async -> String {
        if category.contains("/") { return category }
        let wanted = category.lowercased()
        let known = (try? await shelves(of: source)) ?? []
        return known.first { $0.title.lowercased() == wanted }?.ref ?? "tag/" + wanted
    }

    private func shelves(of source: Source) async throws -> [Catalogue.Category] {
        try await fetch(.categories, title: "categories", from: source).page.items.compactMap { item in
            if case .category(let shelf) = item { shelf } else { nil }
        }
    }
}
