import Catalogue
import Transfer

/// Apple's podcast charts by country, its search, and the lookup of a programme with its newest episodes and its feed. The built-in
/// source asks two servers; one with a URL of its own sends every path there.
struct ApplePages {
    /// The name of its one chart.
    static let chart = "top"

    let access: SourceAccess
    let asking: Asking
    private let charts: WebOrigin
    private let store: WebOrigin
    private let country: String

    init(access: SourceAccess, transfer: TransferClient, asking: Asking) {
        self.access = access
        self.asking = asking
        charts = WebOrigin(access: access, transfer: transfer, servers: ["https://rss.marketingtools.apple.com/"])
        store = WebOrigin(access: access, transfer: transfer, servers: ["https://itunes.apple.com/"])
        country = access.country.flatMap(AppleStorefront.code) ?? AppleStorefront.standard
    }

    /// Nothing here has a second page.
    func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        switch request {
        case .charts, .chart(Self.chart, 1): return try await top(of: country)
        case .categories: return FetchedPage(page: Page(sections: [Section(.plain, items: AppleStorefront.all.map(Item.category))]))
        case .browse(let category, _, let page):
            guard let country = AppleStorefront.code(category) else { throw .noSuchCategory(category, source: access.source.name) }
            return page == 1 ? try await top(of: country) : FetchedPage(page: Page())
        case .search(let words, 1): return try await search(words)
        case .program(let ref, 1): return try await lookup(ref)
        case .chart, .search, .program: return FetchedPage(page: Page())
        case .featured, .day, .story, .comments:
            throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: request.word)
        }
    }

    /// The fifty most popular programmes of a country, as many as the service gives.
    private func top(of country: String) async throws(DirectoryError) -> FetchedPage {
        let question = WebQuestion("chart", "api/v2/\(country)/podcasts/top/50/podcasts.json")
        let answer = await asking.ask(question, of: charts) { body, charset throws(CatalogueError) in
            try AppleReader.chart(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            let title = "Top podcasts, \(AppleStorefront.name(country))"
            page.sections = [Section(.chart(name: Self.chart, title: title), items: read.items)]
            page.skipped = read.skipped
        }
        return try assembly.finished()
    }

    private func search(_ words: String) async throws(DirectoryError) -> FetchedPage {
        let question = WebQuestion(
            "search", "search",
            [("media", "podcast"), ("entity", "podcast"), ("limit", "50"), ("term", words), ("country", country)])
        let answer = await asking.ask(question, of: store) { body, charset throws(CatalogueError) in
            try AppleReader.search(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            page.sections = [Section(.plain, items: read.items)]
            page.skipped = read.skipped
        }
        return try assembly.finished()
    }

    /// A programme from another country's chart may be missing in the own country's shop: then the shop that the service asks by itself is tried.
    private func lookup(_ ref: String) async throws(DirectoryError) -> FetchedPage {
        let query = [("id", ref), ("entity", "podcastEpisode"), ("limit", "200")]
        do {
            return try await lookup(WebQuestion("programme", "lookup", query + [("country", country)]))
        } catch {
            guard error.saysNothing else { throw error }
        }
        do {
            return try await lookup(WebQuestion("programme", "lookup", query))
        } catch {
            throw error.saysNothing ? .noSuchProgram(ref, source: access.source.name) : error
        }
    }

    private func lookup(_ question: WebQuestion) async throws(DirectoryError) -> FetchedPage {
        let answer = await asking.ask(question, of: store) { body, charset throws(CatalogueError) in
            try AppleReader.lookup(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            page.program = read.program
            page.sections = [Section(.plain, items: read.episodes.map(Item.episode))]
            page.skipped = read.skipped
        }
        return try assembly.finished()
    }
}
