import Catalogue
import Directory
import Library

extension RadioSession {
    /// Where `search` looks.
    public enum SearchPlace: Sendable {
        case everywhere, local, online
    }

    /// Finds programmes, episodes, stations and stories by what is known of them; `words` are a `SearchQuery`, and with operators, which no
    /// service knows, only the library is looked through. The library and a service that can search are asked at once, and `show` gets each
    /// part as it is there: at first what the library has, then what came from the service and wasn't shown yet. A static station has no
    /// search: its lists are read once, then the library is looked through. Returns why the service could not be asked, if so. Throws
    /// SessionError.nothingFound.
    public func search(
        _ words: String, in place: SearchPlace, show: @Sendable (PageReport) -> Void
    ) async throws -> (any Error)? {
        if words.allSatisfy(\.isWhitespace) { throw SessionError.nothingFound(words: words) }
        let source = try await source()
        let query = SearchQuery(words)
        if query.terms.isEmpty, !query.hasOperators { throw SessionError.nothingFound(words: words) }
        if place == .local || (place == .everywhere && query.hasOperators) {
            return try await searchLibrary(words, of: nil, unasked: nil, show)
        }
        guard CatalogueDirectory.pages(of: source.kind).contains("search") else {
            return try await searchLists(of: source, words, place, show)
        }
        if place == .online {
            let (report, page) = try await fetch(.search(words: query.plainWords, page: 1), title: "search", from: source)
            if let stored = report.stored { throw stored.reason }
            if report.page.isEmpty { throw SessionError.nothingFound(words: words) }
            try await keepListing(report.page.addresses, source: source.name, next: page.next?.text)
            show(report)
            return nil
        }
        return try await searchBoth(source, words, show)
    }

    /// How many of the library's hits stand before those of a service.
    private static let localHits = 20

    private func searchBoth(_ source: Source, _ words: String, _ show: (PageReport) -> Void) async throws -> (any Error)? {
        async let asked = answer(to: words, of: source)
        // Looked through before the answer is stored, or the answer would be found here.
        let (found, waiting) = try await lookThrough(words, limit: Self.localHits + 1)
        let shown = found.prefix(Self.localHits).map(\.record.id.description)
        if !shown.isEmpty { show(Self.firstPart(of: found, waiting: waiting)) }
        let answer = await asked
        do {
            var (last, next, unasked) = try await keep(answer, from: source)
            last.page.dropItems(in: Set(shown))
            if shown.isEmpty, last.page.isEmpty { throw unasked ?? SessionError.nothingFound(words: words, waiting: waiting) }
            last.page.firstNumber = shown.count + 1
            last.part = .init(from: source.name, before: shown.count, isLast: true)
            try await keepListing(shown + last.page.addresses, source: source.name, next: next?.text)
            show(last)
            return unasked
        } catch {
            // What was shown has its numbers all the same.
            if !shown.isEmpty { try await keepListing(shown, source: nil, next: nil) }
            throw error
        }
    }

    /// What the library has found, as it is shown while the service is still asked.
    private static func firstPart(of found: [SearchHit], waiting: Int) -> PageReport {
        let hits = found.prefix(localHits).map(\.record.kept)
        var first = PageReport(title: "search", source: nil, page: KeptPage(sections: [KeptSection(.plain, items: hits)]))
        first.part = .init(from: "library", before: 0, isLast: false, hasRest: found.count > hits.count)
        first.contexts = contexts(of: found)
        first.waiting = waiting
        return first
    }

    /// Stores what a service has found, or gives why it could not be asked.
    private func keep(
        _ answer: Result<FetchedPage, any Error>, from source: Source
    ) async throws -> (report: PageReport, next: PageRequest?, unasked: (any Error)?) {
        switch answer {
        case .success(let fetched):
            let (report, page) = try await keep(fetched, title: "search", from: source)
            return (report, page.next, nil)
        case .failure(let error):
            if error is CancellationError { throw error }
            return (PageReport(title: "search", source: source.name, page: KeptPage()), nil, error)
        }
    }

    private func answer(to words: String, of source: Source) async -> Result<FetchedPage, any Error> {
        do { return .success(try await ask(.search(words: SearchQuery(words).plainWords, page: 1), of: source)) } catch {
            return .failure(error)
        }
    }

    /// Of a source without a search: what it lists is read once, or once more for `online`, then the library is looked through.
    private func searchLists(
        of source: Source, _ words: String, _ place: SearchPlace, _ show: (PageReport) -> Void
    ) async throws -> (any Error)? {
        var unasked: (any Error)?
        do {
            guard source.kind == .station else {
                throw DirectoryError.noSuchPage(source: source.name, kind: source.kind, page: "search")
            }
            try await gather(source, again: place == .online)
        } catch {
            if place == .online { throw error }
            unasked = error
        }
        return try await searchLibrary(words, of: place == .online ? source : nil, unasked: unasked, show)
    }

    private func searchLibrary(
        _ words: String, of source: Source?, unasked: (any Error)?, _ show: (PageReport) -> Void
    ) async throws -> (any Error)? {
        var (found, waiting) = try await lookThrough(words, limit: 200)
        found.removeAll { source != nil && $0.record.source != source?.name }
        if found.isEmpty { throw unasked ?? SessionError.nothingFound(words: words, waiting: waiting) }
        var report = try await listing("search", of: found.map(\.record))
        report.contexts = Self.contexts(of: found)
        report.waiting = waiting
        show(report)
        return unasked
    }

    /// The library's hits, and how many items have still to be indexed. What waits is indexed first, as far as a moment goes; where whole
    /// items, of an older library, can't be found at all yet, a longer one.
    private func lookThrough(_ words: String, limit: Int) async throws -> (hits: [SearchHit], waiting: Int) {
        let library = try await library()
        var waiting = try await library.waitingForIndex()
        if waiting.items + waiting.notes > 0 {
            try await index(for: .milliseconds(waiting.items > 0 ? 500 : 100), of: library)
            waiting = try await library.waitingForIndex()
        }
        return (try await library.search(SearchQuery(words), limit: limit), waiting.items + waiting.notes)
    }

    private static func contexts(of hits: [SearchHit]) -> [String: SearchContext] {
        var contexts: [String: SearchContext] = [:]
        for hit in hits { contexts[hit.record.id.description] = hit.context }
        return contexts
    }

    /// Reads a station's lists and programmes into the library, once for each library if not `again`.
    private func gather(_ source: Source, again: Bool) async throws {
        let library = try await library()
        let mark = LibraryStore.gatheredKey(source.name)
        if try await library.value(mark) != nil, !again { return }
        let lists = try await directory.lists(of: access(to: source)) { keys in
            try await library.answers(source: source.name, keys: keys)
        }
        _ = try await library.keep(lists.page, from: source.name, answers: lists.answers, listing: .none)
        if let stored = lists.stored, again { throw stored.reason }
        if lists.stored == nil { try await library.setValue(mark, "1") }
    }

    /// A page and those after it; at most 500, so that a service that never ends doesn't keep us for ever.
    func allPages(_ first: PageRequest, from source: Source) async throws -> [Page] {
        var pages: [Page] = []
        var request: PageRequest? = first
        var seen = Set<Item>()
        while let asked = request, pages.count < 500 {
            let page = try await fetch(asked, title: "search", from: source).page
            let isNew = page.items.contains { seen.insert($0).inserted }
            pages.append(page)
            request = isNew ? page.next : nil
        }
        return pages
    }
}
