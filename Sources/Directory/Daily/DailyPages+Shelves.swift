import Catalogue

extension DailyPages {
    /// The themes and the sections that the service once had; either list may be gone.
    func categories() async throws(DirectoryError) -> FetchedPage {
        async let themes = categories(.themes)
        async let sections = categories(.sections)
        var assembly = PageAssembly()
        for (answer, question) in [(await themes, DailyQuestion.themes), (await sections, DailyQuestion.sections)] {
            assembly.take(answer, of: question) { read, page in
                page.skipped += read.skipped
                if !read.categories.isEmpty { page.sections.append(Section(.plain, items: read.categories.map(Item.category))) }
            }
        }
        return try assembly.finished()
    }

    private func categories(
        _ question: DailyQuestion
    ) async -> Result<Heard<(categories: [Category], skipped: [String])>, DirectoryError> {
        await ask(question) { body, charset throws(CatalogueError) in
            try DailyReader.categories(body, charset: charset)
        }
    }

    /// The stories of a theme or section, which has one list only. The next page's category holds where it begins:
    /// `section/2/before/1667926800`.
    func browse(_ category: String, _ list: PageRequest.List, page number: Int) async throws(DirectoryError) -> FetchedPage {
        let parts = category.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 || parts.count == 4 && parts[2] == "before", ["theme", "section"].contains(parts[0]),
            !parts.contains(""), list == .recommended
        else { throw .noSuchCategory(category, source: source.name) }
        let question = DailyQuestion.shelf(path: category)
        let answer = await ask(question) { body, charset throws(CatalogueError) in
            try DailyReader.shelf(body, charset: charset)
        }
        var assembly = PageAssembly()
        assembly.take(answer, of: question) { read, page in
            page.skipped = read.skipped
            page.sections = [Section(.plain, items: read.stories.map(Item.story))]
            guard let cursor = read.cursor, !cursor.contains("/"), cursor != parts.dropFirst(3).first else { return }
            page.next = .browse(category: "\(parts[0])/\(parts[1])/before/\(cursor)", list: list, page: number &+ 1)
        }
        return try assembly.finished()
    }
}
