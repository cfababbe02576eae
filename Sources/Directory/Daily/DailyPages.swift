import Catalogue
import Transfer

/// Makes pages of a daily news service's answers.
struct DailyPages {
    let origin: DailyOrigin
    let asking: Asking
    let source: Source

    init(access: SourceAccess, transfer: TransferClient, asking: Asking) {
        origin = DailyOrigin(web: WebOrigin(access: access, transfer: transfer, servers: DailyOrigin.servers))
        self.asking = asking
        source = access.source
    }

    func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        switch request {
        case .featured: return try await newestDay()
        case .day(let day): return try await self.day(day)
        case .story(let ref): return try await story(ref)
        case .comments(let story, let long, let short): return try await comments(of: story, long: long, short: short)
        case .categories: return try await categories()
        case .browse(let category, let list, let page): return try await browse(category, list, page: page)
        case .charts, .chart, .program, .search: throw .noSuchPage(source: source.name, kind: source.kind, page: request.word)
        }
    }

    func ask<Value: Sendable>(
        _ question: DailyQuestion, read: @escaping @Sendable ([UInt8], String?) throws(CatalogueError) -> Value
    ) async -> Result<Heard<Value>, DirectoryError> {
        await asking.ask(question, of: origin, read: read)
    }

    /// The carousel, then the newest day's stories.
    private func newestDay() async throws(DirectoryError) -> FetchedPage {
        let question = DailyQuestion.latest()
        let answer = await list(question)
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            if !read.activities.isEmpty { page.sections = [Section(.activities, items: read.activities.map(Item.activity))] }
            Self.show(read, of: nil, in: &page)
        }
        return try assembly.finished()
    }

    /// An older day's stories. The service gives the day before the one it is asked for, and where that has none an earlier one.
    private func day(_ text: String) async throws(DirectoryError) -> FetchedPage {
        guard let day = DailyDay(text), day >= .first else { throw .noSuchDay(text, source: source.name) }
        let question = DailyQuestion.before(day.after)
        let answer = await list(question)
        if case .success(let heard) = answer, let received = heard.value.day, received != day {
            if received > day { throw .noSuchDay(day.text, source: source.name) }
            // A day without stories, or one that is yet to come: for that the service gives the newest.
            if !heard.value.stories.isEmpty, try await isToCome(day) { throw .noSuchDay(day.text, source: source.name) }
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in Self.show(read, of: day, in: &page) }
        return try assembly.finished()
    }

    /// Whether a day lies behind the service's newest; no, where that can't be found out.
    private func isToCome(_ day: DailyDay) async throws(DirectoryError) -> Bool {
        switch await list(.latest()) {
        case .success(let newest): return newest.value.day.map { $0 < day } ?? false
        case .failure(let error):
            if error.isCancelled { throw error }
            return false
        }
    }

    private func list(_ question: DailyQuestion) async -> Result<Heard<DailyReader.Day>, DirectoryError> {
        let isNewest = question.key == DailyQuestion.latest().key
        return await ask(question) { body, charset throws(CatalogueError) in
            try DailyReader.day(body, charset: charset, isNewest: isNewest)
        }
    }

    /// The stories, and as the next page the day before the one that was received. The service's first day is the end, and so is an older day
    /// without stories; the newest may have none yet.
    private static func show(_ read: DailyReader.Day, of asked: DailyDay?, in page: inout Page) {
        page.skipped = read.skipped
        let isEmpty = read.stories.isEmpty && read.skipped.isEmpty
        if let day = read.day ?? asked, day > .first, !isEmpty || asked == nil { page.next = .day(day.before.text) }
        guard !isEmpty else { return }
        var stories = read.stories
        for index in stories.indices where stories[index].day == nil { stories[index].day = asked?.text }
        page.sections.append(Section(.plain, items: stories.map(Item.story)))
    }

    /// A story with its text and its counts.
    private func story(_ ref: String) async throws(DirectoryError) -> FetchedPage {
        let question = DailyQuestion.story(ref)
        async let article = ask(question) { body, charset throws(CatalogueError) in
            try DailyReader.article(body, ref: ref, charset: charset)
        }
        async let counters = counters(of: ref)
        var assembly = PageAssembly()
        assembly.take(.success(try await article.get()), of: question) { read, page in page.article = read }
        assembly.take(await counters, of: DailyQuestion.extra(ref)) { read, page in page.article?.story.counters = read }
        return try assembly.finished()
    }

    func counters(of story: String) async -> Result<Heard<[Counter]>, DirectoryError> {
        await ask(.extra(story)) { body, charset throws(CatalogueError) in
            try DailyReader.extras(body, charset: charset)
        }
    }
}
