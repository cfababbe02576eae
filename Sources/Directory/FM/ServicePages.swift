import Catalogue

extension FMPages {
    /// A page of an FM-style service.
    func servicePage(_ request: PageRequest, source: Source) async throws(DirectoryError) -> FetchedPage {
        switch request {
        case .featured: return try await featured()
        case .charts: return try await charts()
        case .categories: return try await serviceCategories()
        case .browse(let words, let list, let page):
            guard let category = FMClient.category(words) else { throw .noSuchCategory(words, source: source.name) }
            return try await browse(category, list, page: page)
        case .program(let ref, let page): return try await program(ref, page: page)
        case .search(let words, let page): return try await search(words, page: page)
        case .chart, .day, .story, .comments: throw .noSuchPage(source: source.name, kind: source.kind, page: request.word)
        }
    }

    /// The service's list of categories; where it gives none, the two that it has always had.
    private func serviceCategories() async throws(DirectoryError) -> FetchedPage {
        var fetched = FetchedPage(page: Page())
        do {
            fetched = try await categories()
        } catch {
            guard !error.isCancelled else { throw error }
            fetched.failures = [PartFailure(part: FMQuestion.categories.name, error: error)]
        }
        if fetched.page.items.isEmpty { fetched.page.sections = [Section(.plain, items: FMClient.categories.map(Item.category))] }
        return fetched
    }

    /// One page of what the service finds. It doesn't say how long a page is: they go on while they hold anything.
    private func search(_ words: String, page number: Int) async throws(DirectoryError) -> FetchedPage {
        let question = FMQuestion.search(words: words, page: number)
        let answer = await ask(question) { body, charset throws(CatalogueError) in
            try FMReader.search(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            page.sections = [Section(.plain, items: read.items)]
            page.total = read.total
            page.skipped = read.skipped
            let entries = read.items.count + read.skipped.count
            let isAll = number == 1 && entries >= read.total ?? .max
            if entries > 0, !isAll { page.next = .search(words: words, page: number &+ 1) }
        }
        return try assembly.finished()
    }

    /// One episode, as a page of one.
    func episode(_ ref: String) async throws(DirectoryError) -> FetchedPage {
        let question = FMQuestion.resource(ref)
        let answer = await ask(question) { body, charset throws(CatalogueError) in
            try FMReader.resource(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in page.sections = [Section(.plain, items: [.episode(read)])] }
        return try assembly.finished()
    }

    func signedAudio(_ path: String) async throws(DirectoryError) -> String {
        let answer = await ask(.signedAudio(path: path)) { body, charset throws(CatalogueError) in
            try FMReader.signedAudio(body, charset: charset)
        }
        return try answer.get().value
    }
}
