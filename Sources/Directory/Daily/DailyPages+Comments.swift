import Catalogue

extension DailyPages {
    /// The next page of a story's long comments and of its short ones, each from its place on. Of the first the story's counts are part, which
    /// tell how many comments there are.
    func comments(
        of story: String, long: PageRequest.CommentPlace, short: PageRequest.CommentPlace
    ) async throws(DirectoryError) -> FetchedPage {
        async let longOnes = comments(of: story, isLong: true, from: long)
        async let shortOnes = comments(of: story, isLong: false, from: short)
        let isFirst = long == .start && short == .start
        async let counters = isFirst ? counters(of: story) : nil
        let counts = await counters
        let totals = (try? counts?.get().value) ?? []
        var assembly = PageAssembly()
        var places = [long, short]
        for (index, answer) in [await longOnes, await shortOnes].enumerated() {
            guard let answer else { continue }
            let question = DailyQuestion.comments(story: story, isLong: index == 0, after: nil)
            assembly.take(answer, of: question) { read, page in
                let listed = Self.listed(read.comments, from: places[index])
                places[index] = listed.last.map { .after($0.ref) } ?? .end
                page.skipped += read.skipped
                guard !listed.isEmpty else { return }
                let total = totals.first { $0.name == (index == 0 ? "longComments" : "shortComments") }.flatMap { Int($0.text) }
                page.sections.append(Section(.comments(isLong: index == 0, total: total), items: listed.map(Item.comment)))
            }
        }
        // Counts alone are no page of comments.
        _ = try assembly.finished()
        if let counts { assembly.take(counts, of: DailyQuestion.extra(story)) { _, _ in } }
        var fetched = try assembly.finished()
        if isFirst { fetched.page.article = Article(story: Story(ref: story, title: "", counters: totals)) }
        if places != [.end, .end] { fetched.page.next = .comments(story: story, long: places[0], short: places[1]) }
        return fetched
    }

    /// Nil where there are no more.
    private func comments(
        of story: String, isLong: Bool, from place: PageRequest.CommentPlace
    ) async -> Result<Heard<(comments: [Comment], skipped: [String])>, DirectoryError>? {
        var last: String?
        switch place {
        case .start: break
        case .after(let ref): last = ref
        case .end: return nil
        }
        return await ask(.comments(story: story, isLong: isLong, after: last)) { body, charset throws(CatalogueError) in
            try DailyReader.comments(body, charset: charset)
        }
    }

    /// Those of a page that come behind a place: none where a service that knows no pages gives the first one again.
    private static func listed(_ comments: [Comment], from place: PageRequest.CommentPlace) -> [Comment] {
        guard case .after(let ref) = place else { return comments }
        if let index = comments.lastIndex(where: { $0.ref == ref }) { return Array(comments[(index + 1)...]) }
        return comments
    }
}
