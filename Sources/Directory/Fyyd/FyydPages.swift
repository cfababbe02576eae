import Catalogue
import Transfer

/// The podcast directory fyyd: what is popular, its search, and programmes with their episodes and their feed. Pages are counted from 0 on
/// the wire.
struct FyydPages {
    /// The name of its one chart.
    static let chart = "hot"
    private static let pageLength = 20

    let access: SourceAccess
    let asking: Asking
    private let origin: WebOrigin

    init(access: SourceAccess, transfer: TransferClient, asking: Asking) {
        self.access = access
        self.asking = asking
        origin = WebOrigin(access: access, transfer: transfer, servers: ["https://api.fyyd.de/0.2/"])
    }

    func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        switch request {
        case .charts:
            // All charts with their beginning have no next page.
            var fetched = try await hot(page: 1)
            fetched.page.next = nil
            return fetched
        case .chart(Self.chart, let page): return try await hot(page: page)
        case .chart: return FetchedPage(page: Page())
        case .search(let words, let page): return try await search(words, page: page)
        case .program(let ref, let page): return try await program(ref, page: page)
        case .featured, .categories, .browse, .day, .story, .comments:
            throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: request.word)
        }
    }

    private func hot(page number: Int) async throws(DirectoryError) -> FetchedPage {
        let place = number > 1 ? [("page", String(number - 1))] : []
        let question = WebQuestion("chart", "feature/podcast/hot", [("count", String(Self.pageLength))] + place)
        return try await podcasts(question, .chart(name: Self.chart, title: "Popular podcasts")) { .chart(name: Self.chart, page: $0) }
    }

    private func search(_ words: String, page number: Int) async throws(DirectoryError) -> FetchedPage {
        let question = WebQuestion("search", "search/podcast", [("term", words)] + Self.place(number))
        return try await podcasts(question, .plain) { .search(words: words, page: $0) }
    }

    private func podcasts(
        _ question: WebQuestion, _ kind: Section.Kind, next: (Int) -> PageRequest
    ) async throws(DirectoryError) -> FetchedPage {
        let answer = await asking.ask(question, of: origin) { body, charset throws(CatalogueError) in
            try FyydReader.podcasts(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            page.sections = [Section(kind, items: read.programs.map(Item.program))]
            page.skipped = read.skipped
            if !read.programs.isEmpty { page.next = read.next.map { next($0 &+ 1) } }
        }
        return try assembly.finished()
    }

    private func program(_ ref: String, page number: Int) async throws(DirectoryError) -> FetchedPage {
        let question = WebQuestion("programme", "podcast/episodes", [("podcast_id", ref)] + Self.place(number))
        let answer = await asking.ask(question, of: origin) { body, charset throws(CatalogueError) in
            try FyydReader.episodes(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            page.program = read.program
            page.sections = [Section(.plain, items: read.episodes.map(Item.episode))]
            page.skipped = read.skipped
            if !read.episodes.isEmpty { page.next = read.next.map { .program(ref: ref, page: $0 &+ 1) } }
        }
        return try assembly.finished()
    }

    private static func place(_ number: Int) -> [(String, String)] { [("page", String(number - 1)), ("count", String(pageLength))] }
}
