import Catalogue

/// Makes pages of FM-style answers, wherever they come from.
struct FMPages: Sendable {
    let origin: any FMOrigin
    let asking: Asking

    /// How many entries a full page has: what is asked for, and what a static tree has in a file.
    static let pageSize = 20

    func ask<Value: Sendable>(
        _ question: FMQuestion, read: @escaping @Sendable ([UInt8], String?) throws(CatalogueError) -> Value
    ) async -> Result<Heard<Value>, DirectoryError> {
        await asking.ask(question, of: origin, read: read)
    }

    /// The carousel, then the cards.
    func featured() async throws(DirectoryError) -> FetchedPage {
        let base = origin.base
        async let banner = ask(.banner) { body, charset throws(CatalogueError) in
            try FMReader.banner(body, base: base, charset: charset)
        }
        async let cards = ask(.cards) { body, charset throws(CatalogueError) in
            try FMReader.cards(body, base: base, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(await banner, of: FMQuestion.banner) { read, page in
            if !read.activities.isEmpty { page.sections.append(Section(.activities, items: read.activities.map(Item.activity))) }
            page.skipped += read.skipped
        }
        assembly.take(await cards, of: FMQuestion.cards) { read, page in
            page.sections += read.cards
            page.skipped += read.skipped
        }
        return try assembly.finished()
    }

    func charts() async throws(DirectoryError) -> FetchedPage {
        let base = origin.base
        let charts = await ask(.leaderboard) { body, charset throws(CatalogueError) in
            try FMReader.leaderboard(body, base: base, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(charts, of: FMQuestion.leaderboard) { read, page in
            page.sections = read.charts
            page.skipped = read.skipped
        }
        return try assembly.finished()
    }

    func categories() async throws(DirectoryError) -> FetchedPage {
        let categories = await ask(.categories) { body, charset throws(CatalogueError) in
            try FMReader.categories(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(categories, of: FMQuestion.categories) { read, page in
            page.sections = [Section(.plain, items: read.categories.map(Item.category))]
            page.skipped = read.skipped
        }
        return try assembly.finished()
    }

    /// One page of a category's list. Pages go on while they hold entries and the stated total isn't reached.
    func browse(_ category: String, _ list: PageRequest.List, page number: Int) async throws(DirectoryError) -> FetchedPage {
        let base = origin.base
        let question = FMQuestion.list(category: category, list, page: number)
        let answer = await ask(question) { body, charset throws(CatalogueError) in
            try FMReader.programList(body, list: list, base: base, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            page.sections = [Section(.plain, items: read.programs.map(Item.program))]
            page.total = read.total
            page.skipped = read.skipped
            if Self.goesOn(after: number, entries: read.programs.count + read.skipped.count, total: read.total) {
                page.next = .browse(category: category, list: list, page: number &+ 1)
            }
        }
        return try assembly.finished()
    }

    /// A programme's details and first episodes, or (`page` above 1) more episodes.
    func program(_ ref: String, page number: Int) async throws(DirectoryError) -> FetchedPage {
        let wanted = origin.playList(of: ref, page: number)
        async let playList = episodes(wanted)
        async let missed = missed(of: ref, by: wanted)
        var assembly = PageAssembly()
        var program: Program?
        if number == 1 {
            let question = FMQuestion.details(program: ref)
            assembly.take(await details(question, of: ref), of: question) { read, page in program = read }
        }
        assembly.take(await playList, of: wanted) { read, page in
            program = ProgramFacts.merged(program, with: read.program)
            let entries = read.episodes.count + read.skipped.count
            page.total = read.total ?? Self.total(program, entries: entries)
            page.skipped = read.skipped
            if Self.goesOn(after: number, entries: entries, total: page.total) { page.next = .program(ref: ref, page: number &+ 1) }
            page.sections = [Section(.plain, items: read.episodes.map(Item.episode))]
        }
        if let missed = await missed {
            assembly.take(.success(missed), of: wanted) { episodes, page in
                let listed = Set(page.items)
                page.sections.insert(Section(.plain, items: episodes.map(Item.episode).filter { !listed.contains($0) }), at: 0)
            }
        }
        var fetched = try assembly.finished()
        if program == nil, fetched.page.items.isEmpty, fetched.failures.contains(where: \.error.saysNothing) {
            throw .noSuchProgram(ref, source: asking.source)
        }
        ProgramFacts.settle(&fetched.page, program, ref: ref)
        return fetched
    }

    /// The programme's own count, which may be old: believed where the page isn't full either.
    private static func total(_ program: Program?, entries: Int) -> Int? {
        guard let count = program?.episodeCount, entries < pageSize, entries >= count else { return nil }
        return count
    }

    static func goesOn(after number: Int, entries: Int, total: Int?) -> Bool {
        guard entries > 0 else { return false }
        let (reached, overflow) = number.multipliedReportingOverflow(by: pageSize)
        return !overflow && reached < total ?? .max
    }
}
