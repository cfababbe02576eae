import Catalogue
import TestSupport
import Testing
import Transfer

@testable import Directory

/// A story, what readers say of it, and the shelves of a daily news service.
@Suite struct DailyStoryTests {
    let service: DailyService
    let kept = Kept()

    init() throws { service = try DailyService() }

    private func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        try await directory().page(request, of: SourceAccess(source: service.source), known: kept.known)
    }

    private func pages(_ first: PageRequest) async throws -> [FetchedPage] {
        var pages: [FetchedPage] = []
        var request: PageRequest? = first
        while let asked = request, pages.count < 20 {
            let fetched = try await page(asked)
            await kept.keep(fetched)
            pages.append(fetched)
            request = fetched.page.next
        }
        return pages
    }

    @Test func aStoryHasTextAndCounts() async throws {
        let fetched = try await page(.story(ref: "7"))
        let article = try #require(fetched.page.article)
        #expect(article.text.blocks.map(\.text) == ["文"] && article.story.title == "t7" && article.story.web == "http://d.test/7")
        #expect(
            article.story.counters.map { "\($0.name) \($0.text)" } == ["likes 8", "comments 47", "longComments 3", "shortComments 44"])
        #expect(Set(fetched.answers.map(\.key)) == ["story/7", "extra/7"] && fetched.page.next == nil && fetched.failures.isEmpty)
        #expect(Set(service.paths) == ["/api/4/news/7", "/api/4/story-extra/7"])
    }

    @Test func withoutCountsTheStoryIsShown() async throws {
        service.change("/api/4/story-extra/7", .text("<html>", type: "text/html"))
        let fetched = try await page(.story(ref: "7"))
        #expect(fetched.page.article?.text.isEmpty == false && fetched.page.article?.story.counters.isEmpty == true)
        #expect(fetched.failures.map(\.part) == ["counts"])
    }

    @Test func countsWithoutAStoryAreNone() async throws {
        service.change("/api/4/news/7", LoopbackServer.Response(status: 404))
        let error = await failure { () throws(DirectoryError) in _ = try await page(.story(ref: "7")) }
        guard case .transfer(.status(404, _), _) = error else {
            Issue.record("not the story's failure: \(String(describing: error))")
            return
        }
    }

    @Test func anIDStaysWithinItsPlaceInTheAddress() async throws {
        _ = try? await page(.story(ref: "../7?x=1#y"))
        #expect(service.paths.contains("/api/4/news/..%2F7%3Fx%3D1%23y"))
    }

    @Test func aStoredStoryIsReadWithTheServiceGone() async throws {
        let fresh = try await pages(.story(ref: "7"))
        let comments = try await pages(.comments(story: "7", long: .start, short: .start))
        service.server.stop()
        let stored = try await page(.story(ref: "7"))
        #expect(stored.page == fresh[0].page && stored.stored?.seen == 1_780_000_000)
        #expect(try await page(.comments(story: "7", long: .start, short: .start)).page == comments[0].page)
    }

    @Test func commentsComeFromBothListsToTheirEnds() async throws {
        let pages = try await pages(.comments(story: "7", long: .start, short: .start))
        #expect(pages[0].kinds == [.comments(isLong: true, total: 3), .comments(isLong: false, total: 44)])
        #expect(pages[1].kinds == [.comments(isLong: false, total: nil)])
        #expect(pages.flatMap { $0.comments(isLong: true) }.map(\.ref) == ["3", "2", "1"])
        #expect(pages.flatMap { $0.comments(isLong: false) }.map(\.ref) == (1...44).reversed().map { String($0) })
        #expect(pages[0].page.article?.story.ref == "7" && pages[0].page.article?.story.counters.count == 4)
        #expect(pages.dropFirst().allSatisfy { $0.page.article == nil } && pages.count == 4)
        #expect(pages[0].page.next == .comments(story: "7", long: .after("1"), short: .after("25")))
        #expect(pages[1].page.next == .comments(story: "7", long: .end, short: .after("5")))
        #expect(pages[3].page.items.isEmpty && pages[3].page.next == nil)
        #expect(service.paths.filter { $0.contains("extra") }.count == 1)
        #expect(service.paths.filter { $0.contains("long") } == ["/api/4/story/7/long-comments", "/api/4/story/7/long-comments/before/1"])
    }

    @Test func withoutCommentsThereIsOnePage() async throws {
        service.change { $0.path.contains("comments") ? .json(#"{"comments":[]}"#) : nil }
        let fetched = try await page(.comments(story: "7", long: .start, short: .start))
        #expect(fetched.page.sections.isEmpty && fetched.page.next == nil && fetched.page.article != nil)
    }

    @Test func aServiceThatKnowsNoPagesIsNotAskedForEver() async throws {
        service.change { $0.path.contains("comments") ? .json(#"{"comments":[{"id":2,"content":"b"},{"id":1,"content":"a"}]}"#) : nil }
        let pages = try await pages(.comments(story: "7", long: .start, short: .end))
        #expect(pages.map { $0.comments(isLong: true).map(\.ref) } == [["2", "1"], []])
    }

    @Test func aListThatFailsIsAskedAgain() async throws {
        service.change("/api/4/story/7/long-comments", LoopbackServer.Response(status: 404))
        let fetched = try await page(.comments(story: "7", long: .start, short: .start))
        #expect(fetched.failures.map(\.part) == ["long comments"] && fetched.comments(isLong: false).count == 20)
        #expect(fetched.page.next == .comments(story: "7", long: .start, short: .after("25")))
        service.change("/api/4/story/7/short-comments", LoopbackServer.Response(status: 404))
        let error = await failure { () throws(DirectoryError) in
            _ = try await page(.comments(story: "7", long: .start, short: .start))
        }
        guard case .transfer(.status(404, _), _) = error else {
            Issue.record("counts alone were taken for comments: \(String(describing: error))")
            return
        }
    }

    @Test func withoutCountsThereAreNoTotals() async throws {
        service.change("/api/4/story-extra/7", LoopbackServer.Response(status: 500))
        let fetched = try await page(.comments(story: "7", long: .start, short: .start))
        #expect(fetched.kinds == [.comments(isLong: true, total: nil), .comments(isLong: false, total: nil)])
        #expect(fetched.failures.map(\.part) == ["counts"] && fetched.page.article?.story == Story(ref: "7", title: ""))
    }

    @Test func shelvesAreThemesAndSections() async throws {
        service.change("/api/4/themes", .json(#"{"limit":1,"subscribed":[],"others":[{"id":12,"name":"甲"}]}"#))
        let fetched = try await page(.categories)
        #expect(fetched.page.items == [.category(Category(ref: "theme/12", title: "甲"))])
        #expect(fetched.failures.map(\.part) == ["sections"] && service.paths.contains("/api/3/sections"))
    }

    @Test func aSectionGoesOnWhereItSays() async throws {
        service.change { request in
            switch request.path {
            case "/api/4/section/2": .json(#"{"timestamp":1667926800,"stories":[{"id":5,"title":"a","date":"20221109"}]}"#)
            case "/api/4/section/2/before/1667926800": .json(#"{"timestamp":1660000000,"stories":[{"id":4,"title":"b"}]}"#)
            case "/api/4/section/2/before/1660000000": .json(#"{"timestamp":1660000000,"stories":[]}"#)
            default: nil
            }
        }
        let pages = try await pages(.browse(category: "section/2", list: .recommended, page: 1))
        #expect(pages.flatMap(\.stories).map(\.ref) == ["5", "4"] && pages.count == 3)
    }

    @Test(arguments: ["12", "editor/1", "section/", "section/2/after/1", "section/2/before/", "section/2/../../x", ""])
    func whatIsNoShelfIsNotAskedFor(category: String) async {
        let error = await failure { () throws(DirectoryError) in
            _ = try await page(.browse(category: category, list: .recommended, page: 1))
        }
        guard case .noSuchCategory(category, source: "mirror") = error else {
            Issue.record("asked for: \(String(describing: error))")
            return
        }
        #expect(service.paths.isEmpty)
    }
}
