import Catalogue
import TestSupport
import Testing
import Transfer

@testable import Directory

/// The days of a daily news service.
@Suite struct DailyDaysTests {
    let service: DailyService
    let kept = Kept()

    init() throws { service = try DailyService() }

    private func page(_ request: PageRequest, now: Int64 = 1_780_000_000) async throws(DirectoryError) -> FetchedPage {
        try await directory(now: now).page(request, of: SourceAccess(source: service.source), known: kept.known)
    }

    /// Pages from a request on, as `more` goes through them, each stored.
    private func pages(_ first: PageRequest, _ limit: Int = 40) async throws -> [FetchedPage] {
        var pages: [FetchedPage] = []
        var request: PageRequest? = first
        while let asked = request, pages.count < limit {
            let fetched = try await page(asked)
            await kept.keep(fetched)
            pages.append(fetched)
            request = fetched.page.next
        }
        return pages
    }

    private func isNoSuchDay(_ day: String) async -> Bool {
        let error = await failure { () throws(DirectoryError) in _ = try await page(.day(day)) }
        guard case .noSuchDay(day, source: "mirror") = error else { return false }
        return true
    }

    @Test func featuredIsTheCarouselThenTheNewestDay() async throws {
        let fetched = try await page(.featured)
        #expect(fetched.kinds == [.activities, .plain] && fetched.activities.map(\.title) == ["top"])
        #expect(fetched.stories.map(\.title) == ["2024-03-10 3", "2024-03-10 2", "2024-03-10 1"])
        #expect(fetched.stories.allSatisfy { $0.day == "2024-03-10" } && fetched.page.next == .day("2024-03-09"))
        #expect(fetched.answers.map(\.key) == ["latest"] && service.paths == ["/api/4/news/latest"])
    }

    @Test func thirtyDaysComeWithoutGapOrRepeat() async throws {
        let stories = try await pages(.featured, 40).flatMap(\.stories)
        var day = DailyDay(DailyService.newest)
        var expected: [String] = []
        while expected.count < 40, let next = day {
            expected.append(next.text)
            day = next.before
        }
        #expect(expected.contains("2024-02-29") && expected.last == "2024-01-31")
        #expect(stories.map(\.ref).count == 120 && Set(stories.map(\.ref)).count == 120)
        #expect(stories.map(\.day) == expected.flatMap { [$0, $0, $0] })
    }

    @Test func aDayIsAskedForByTheNext() async throws {
        let fetched = try await page(.day("2023-12-31"))
        #expect(service.paths == ["/api/4/news/before/20240101"])
        #expect(fetched.stories.first?.title == "2023-12-31 3" && fetched.page.next == .day("2023-12-30"))
        #expect(fetched.answers.map(\.key) == ["before/20240101"])
        #expect(try await page(.day(DailyService.newest)).stories.count == 3)
    }

    @Test func theServicesFirstDayIsTheEnd() async throws {
        let pages = try await pages(.day("2013-05-21"))
        #expect(pages.map { $0.stories.first?.day } == ["2013-05-21", "2013-05-20", "2013-05-19"] && pages.last?.page.next == nil)
    }

    @Test(arguments: ["2013-05-18", "1999-12-31", "2024-02-30", "2024-3-1", "", "gestern", "20240301x"])
    func whatIsNoDayOfTheServicesIsNotAskedFor(day: String) async {
        #expect(await isNoSuchDay(day))
        #expect(service.paths.isEmpty)
    }

    @Test(arguments: ["2024-03-11", "2024-04-01", "2999-12-31"])
    func aDayToComeIsNoDay(day: String) async { #expect(await isNoSuchDay(day)) }

    @Test func aLaterDayThanAskedForIsNotIt() async {
        service.change { request in request.path.contains("before") ? DailyDay("20240310").map { .json(DailyService.list($0)) } : nil }
        #expect(await isNoSuchDay("2024-03-01"))
    }

    @Test func aDayWithoutStoriesIsPassedOver() async throws {
        // Of the 5th and 6th there is nothing: the service gives the 4th for all three.
        service.change { request in
            ["/api/4/news/before/20240307", "/api/4/news/before/20240306"].contains(request.path)
                ? DailyDay("20240304").map { .json(DailyService.list($0)) } : nil
        }
        let days = try await pages(.featured, 6).map { $0.stories.first?.day }
        #expect(days == ["2024-03-10", "2024-03-09", "2024-03-08", "2024-03-07", "2024-03-04", "2024-03-03"])
        #expect(try await page(.day("2024-03-05")).stories.first?.day == "2024-03-04")
    }

    @Test(arguments: ["null", "", #"{"date":"20240304","stories":[]}"#])
    func anEmptyAnswerIsTheEnd(source: String) async throws {
        service.change("/api/4/news/before/20240305", .json(source))
        let fetched = try await page(.day("2024-03-04"))
        #expect(fetched.page.items.isEmpty && fetched.page.next == nil)
    }

    @Test func aNewestDayWithoutStoriesYetGoesOnToTheDayBefore() async throws {
        service.change("/api/4/news/latest", .json(#"{"date":"20240310","stories":[],"top_stories":[]}"#))
        let fetched = try await page(.featured)
        #expect(fetched.page.items.isEmpty && fetched.page.next == .day("2024-03-09"))
    }

    @Test func aBrokenStoryCostsOnlyItself() async throws {
        service.change("/api/4/news/latest", .json(#"{"date":"20240310","stories":[{"title":"x"},{"id":2,"title":"y"}]}"#))
        let fetched = try await page(.featured)
        #expect(fetched.stories.map(\.ref) == ["2"] && fetched.page.skipped == ["story 1 has no id"])
    }

    @Test func withTheNetworkDownWhatWasStoredIsShownAndGoesOn() async throws {
        let fresh = try await pages(.featured, 3)
        service.server.stop()
        var request: PageRequest? = .featured
        for expected in fresh {
            let stored = try await page(try #require(request), now: 1_780_009_000)
            #expect(stored.page == expected.page && stored.answers.isEmpty)
            #expect(stored.stored?.seen == 1_780_000_000 && stored.stored?.reason.isUnreachable == true)
            request = stored.page.next
        }
        let next = try #require(request)
        let error = await failure { () throws(DirectoryError) in _ = try await page(next) }
        #expect(error?.isUnreachable == true)
    }

    @Test func aConnectionThatBreaksInMidAnswerIsAsGoodAsDown() async throws {
        _ = try await pages(.featured, 2)
        service.change { _ in
            var response = LoopbackServer.Response.json(DailyService.list(.first))
            response.cutAfter = 20
            return response
        }
        let broken = await failure { () throws(DirectoryError) in _ = try await page(.day("2024-03-08")) }
        #expect(broken != nil)
        service.change { _ in LoopbackServer.Response(status: 502) }
        #expect(try await page(.featured).stored != nil)
        #expect(try await page(.day("2024-03-09")).stories.count == 3)
    }

    @Test func anUnchangedDayIsReadFromTheStore() async throws {
        service.change { request in
            guard request.path.hasSuffix("latest") else { return nil }
            if request.header("If-None-Match") == "\"d1\"" { return LoopbackServer.Response(status: 304) }
            return DailyDay("20240310").map { day in
                LoopbackServer.Response(type: "application/json", body: Array(DailyService.list(day).utf8), headers: [("ETag", "\"d1\"")])
            }
        }
        let first = try await pages(.featured, 1)
        let second = try await page(.featured, now: 1_780_000_500)
        #expect(second.page == first[0].page && second.answers.first?.seen == 1_780_000_500 && second.stored == nil)
    }

    @Test func newerNamesStandInForOldOnes() async throws {
        service.change { request in
            let parts = request.path.split(separator: "/").dropFirst(2)
            switch parts.first {
            case "stories": return DailyDay("20240310").map { .json(DailyService.list(parts.contains("before") ? $0.before : $0)) }
            case "story" where parts.last == "extra": return .json(#"{"popularity":1}"#)
            case "story" where parts.count == 2: return .json(#"{"id":7,"title":"t","body":"<p>x</p>"}"#)
            default: return LoopbackServer.Response(status: 404)
            }
        }
        let days = try await pages(.featured, 2)
        #expect(days.map { $0.stories.first?.day } == ["2024-03-10", "2024-03-09"] && days.allSatisfy { $0.failures.isEmpty })
        let story = try await page(.story(ref: "7"))
        #expect(story.page.article?.story.counters == [Counter(name: "likes", text: "1")] && story.failures.isEmpty)
        let asked = ["latest", "before/20240310"].flatMap { ["/api/4/news/\($0)", "/api/4/stories/\($0)"] }
        #expect(Array(service.paths.prefix(4)) == asked)
        #expect(Set(service.paths.dropFirst(4)) == ["/api/4/news/7", "/api/4/story/7", "/api/4/story-extra/7", "/api/4/story/7/extra"])
        // What came under either name stands in when the service is gone.
        service.server.stop()
        #expect(try await page(.featured).stories.count == 3)
    }

    @Test func itHasNoCharts() async throws {
        for request in [PageRequest.charts, .chart(name: "hot", page: 1), .search(words: "x", page: 1), .program(ref: "1", page: 1)] {
            let error = await failure { () throws(DirectoryError) in _ = try await page(request) }
            guard case .noSuchPage(source: "mirror", kind: .daily, _) = error else {
                Issue.record("not refused: \(String(describing: error))")
                return
            }
        }
    }
}
