import Catalogue

/// A directory of radio stations in radio-browser's manner.
struct RadioPages: Sendable {
    let origin: RadioOrigin
    let asking: Asking

    private typealias Stations = (stations: [Station], skipped: [String])

    func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        switch request {
        case .charts: return try await charts()
        case .chart(let name, let page): return try await chart(name, page: page)
        case .categories: return try await categories()
        case .browse(let ref, let list, let page): return try await browse(ref, list, page: page)
        case .search(let words, let page):
            return try await list(RadioQuestions.search(words, page: page), .plain, next: .search(words: words, page: page &+ 1))
        case .featured, .program, .day, .story, .comments: throw noSuchPage(request.word)
        }
    }

    /// Counts that a station is played, for the directory's charts. A failure is nobody's concern.
    func countClick(_ ref: String) async {
        _ = try? await origin.reply(to: RadioQuestions.click(ref), known: nil)
    }

    private func charts() async throws(DirectoryError) -> FetchedPage {
        let questions = RadioQuestions.charts.compactMap { RadioQuestions.chart($0.name, page: 1) }
        var assembly = PageAssembly()
        for (chart, (question, answer)) in zip(RadioQuestions.charts, await stations(questions)) {
            assembly.take(answer, of: question) { read, page in
                page.sections += sections(.chart(name: chart.name, title: chart.title), read)
                page.skipped += read.skipped
            }
        }
        return try assembly.finished()
    }

    private func chart(_ name: String, page: Int) async throws(DirectoryError) -> FetchedPage {
        guard let chart = RadioQuestions.charts.first(where: { $0.name == name }), let question = RadioQuestions.chart(name, page: page)
        else {
            throw noSuchPage("chart \(name)")
        }
        return try await list(question, .chart(name: name, title: chart.title), next: .chart(name: name, page: page &+ 1))
            .ranked(page: page, of: RadioQuestions.pageSize)
    }

    private func categories() async throws(DirectoryError) -> FetchedPage {
        async let tags = shelf(.tags)
        async let countries = shelf(.countries)
        async let languages = shelf(.languages)
        var assembly = PageAssembly()
        for (shelf, answer) in [(RadioReader.Shelf.tags, await tags), (.countries, await countries), (.languages, await languages)] {
            assembly.take(answer, of: RadioQuestions.shelf(shelf)) { read, page in
                if !read.categories.isEmpty { page.sections.append(Section(.plain, items: read.categories.map(Item.category))) }
                page.skipped += read.skipped
            }
        }
        return try assembly.finished()
    }

    private func browse(_ ref: String, _ kind: PageRequest.List, page: Int) async throws(DirectoryError) -> FetchedPage {
        let next = PageRequest.browse(category: ref, list: kind, page: page &+ 1)
        let fetched = try await list(RadioQuestions.browse(ref, kind, page: page), .plain, next: next)
        // Any word may be a tag: one that no station has is none.
        if page == 1, fetched.page.items.isEmpty, fetched.page.skipped.isEmpty {
            throw .noSuchCategory(ref, source: origin.access.source.name)
        }
        return fetched
    }

    /// One page of a list. They go on while they come full.
    private func list(
        _ question: WebQuestion, _ kind: Section.Kind, next: PageRequest
    ) async throws(DirectoryError) -> FetchedPage {
        var assembly = PageAssembly()
        assembly.take(await stations(question), of: question) { read, page in
            page.sections = sections(kind, read)
            page.skipped = read.skipped
            if read.stations.count + read.skipped.count >= RadioQuestions.pageSize { page.next = next }
        }
        return try assembly.finished()
    }

    private func sections(_ kind: Section.Kind, _ read: Stations) -> [Section] {
        read.stations.isEmpty ? [] : [Section(kind, items: read.stations.map(Item.station))]
    }
}

extension RadioPages {
    private func stations(_ question: WebQuestion) async -> Result<Heard<Stations>, DirectoryError> {
        await asking.ask(question, of: origin) { body, charset throws(CatalogueError) in
            try RadioReader.stations(body, charset: charset)
        }
    }

    /// The answers to several questions, asked at the same time.
    private func stations(_ questions: [WebQuestion]) async -> [(WebQuestion, Result<Heard<Stations>, DirectoryError>)] {
        await withTaskGroup(of: (Int, Result<Heard<Stations>, DirectoryError>).self) { group in
            for (index, question) in questions.enumerated() { group.addTask { (index, await stations(question)) } }
            var answers: [Int: Result<Heard<Stations>, DirectoryError>] = [:]
            for await (index, answer) in group { answers[index] = answer }
            return questions.enumerated().compactMap { index, question in answers[index].map { (question, $0) } }
        }
    }

    private func shelf(
        _ shelf: RadioReader.Shelf
    ) async -> Result<Heard<(categories: [Category], skipped: [String])>, DirectoryError> {
        await asking.ask(RadioQuestions.shelf(shelf), of: origin) { body, charset throws(CatalogueError) in
            try RadioReader.categories(body, of: shelf, charset: charset)
        }
    }

    private func noSuchPage(_ page: String) -> DirectoryError {
        .noSuchPage(source: origin.access.source.name, kind: origin.access.source.kind, page: page)
    }
}
