import Catalogue
import Synchronization
import TestSupport
import Testing

@testable import Directory

/// What Apple's servers are asked, and what comes of their answers.
@Suite struct AppleTests {
    let server: LoopbackServer
    let kept = Kept()

    init() throws {
        server = try LoopbackServer { request in
            switch request.path {
            case "/api/v2/us/podcasts/top/50/podcasts.json": .json(Self.chart("Ebb and Flow", "Slack Water"))
            case "/api/v2/cn/podcasts/top/50/podcasts.json": .json(Self.chart("潮汐"))
            case "/search": .json(#"{"resultCount":1,"results":[\#(Self.show("15"))]}"#, type: "text/javascript; charset=utf-8")
            case "/lookup": .json(Self.lookup(request.form), type: "text/javascript; charset=utf-8")
            default: .text("no such chart", status: 404)
            }
        }
    }

    private static func chart(_ names: String...) -> String {
        let entries = names.enumerated().map { #"{"id":"\#(15 + $0)","name":"\#($1)","kind":"podcasts"}"# }
        return #"{"feed":{"title":"Top Shows","results":[\#(entries.joined(separator: ","))]}}"#
    }

    private static func show(_ id: String) -> String {
        #"{"wrapperType":"track","kind":"podcast","collectionId":\#(id),"collectionName":"Show \#(id)","feedUrl":"https://f.test/\#(id).xml"}"#
    }

    /// The shop of China has 15 alone, the one that is asked without a country 16 too.
    private static func lookup(_ form: [String: String]) -> String {
        let id = form["id"] ?? ""
        guard id == "15" || (id == "16" && form["country"] == nil) else { return #"{"resultCount":0,"results":[]}"# }
        let episode =
            #"{"wrapperType":"podcastEpisode","collectionId":\#(id),"trackId":90,"trackName":"E","episodeUrl":"https://a.test/e.mp3"}"#
        return #"{"resultCount":2,"results":[\#(show(id)),\#(episode)]}"#
    }

    private func page(_ request: PageRequest, country: String? = nil) async throws(DirectoryError) -> FetchedPage {
        let source = Source(name: "pods", kind: .apple, url: server.url)
        return try await directory().page(request, of: SourceAccess(source: source, country: country), known: kept.known)
    }

    @Test func theChartIsThatOfTheCountry() async throws {
        for request in [PageRequest.charts, .chart(name: "top", page: 1)] {
            let fetched = try await page(request)
            #expect(fetched.kinds == [.chart(name: "top", title: "Top podcasts, United States")])
            #expect(fetched.programs.map(\.title) == ["Ebb and Flow", "Slack Water"] && fetched.page.next == nil)
        }
        let fetched = try await page(.charts, country: "CN")
        #expect(fetched.kinds == [.chart(name: "top", title: "Top podcasts, China")] && fetched.programs.map(\.title) == ["潮汐"])
        // What isn't a country falls back to the standard one
        #expect(try await page(.charts, country: "china").programs.count == 2)
    }

    @Test func countriesAreItsCategories() async throws {
        let shelves = try await page(.categories).page.items
        #expect(shelves.contains(.category(Category(ref: "cn", title: "China"))))
        #expect(Set(shelves).count == shelves.count && server.requests.isEmpty)
        #expect(try await page(.browse(category: "CN", list: .hot, page: 1)).programs.map(\.title) == ["潮汐"])
        #expect(try await page(.browse(category: "cn", list: .hot, page: 2)).page == Page())
        #expect(server.requests.count == 1)
        let error = await failure { () throws(DirectoryError) in
            _ = try await page(.browse(category: "../x", list: .hot, page: 1))
        }
        guard case .noSuchCategory("../x", source: "pods") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aSearchAsksForPodcastsOfTheCountry() async throws {
        let fetched = try await page(.search(words: "ebb & flow", page: 1), country: "de")
        #expect(fetched.programs.map(\.feed) == ["https://f.test/15.xml"] && fetched.page.next == nil)
        let asked = try #require(server.requests.first)
        #expect(asked.form == ["media": "podcast", "entity": "podcast", "limit": "50", "term": "ebb & flow", "country": "de"])
        #expect(try await page(.search(words: "ebb & flow", page: 2)).page == Page())
    }

    @Test func aLookupHasTheFeedAndTheEpisodes() async throws {
        let fetched = try await page(.program(ref: "15", page: 1), country: "cn")
        #expect(fetched.page.program?.feed == "https://f.test/15.xml" && fetched.episodes.map(\.title) == ["E"])
        #expect(server.requests.map(\.form) == [["id": "15", "entity": "podcastEpisode", "limit": "200", "country": "cn"]])
        #expect(fetched.answers.map(\.key) == ["lookup?id=15&entity=podcastEpisode&limit=200&country=cn"])
    }

    @Test func whatTheCountrysShopDoesNotHaveIsAskedForWithoutOne() async throws {
        #expect(try await page(.program(ref: "16", page: 1), country: "cn").page.program?.title == "Show 16")
        #expect(server.requests.map { $0.form["country"] } == ["cn", nil])
        let error = await failure { () throws(DirectoryError) in _ = try await page(.program(ref: "17", page: 1)) }
        guard case .noSuchProgram("17", source: "pods") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func whatWasSeenIsShownWhileTheNetworkIsDown() async throws {
        let requests: [PageRequest] = [.charts, .search(words: "x", page: 1), .program(ref: "15", page: 1)]
        var seen: [Page] = []
        for request in requests {
            let fetched = try await page(request)
            await kept.keep(fetched)
            seen.append(fetched.page)
        }
        server.stop()
        for (request, page) in zip(requests, seen) {
            let fetched = try await self.page(request)
            #expect(fetched.page == page && fetched.stored?.seen == 1_780_000_000 && fetched.answers.isEmpty)
        }
        #expect(await failure { () throws(DirectoryError) in _ = try await page(.charts, country: "cn") }?.isUnreachable == true)
    }

    @Test func aPageThatItDoesNotHaveIsRefused() async throws {
        for request in [PageRequest.featured, .day("2026-11-30"), .story(ref: "1")] {
            let error = await failure { () throws(DirectoryError) in _ = try await page(request) }
            guard case .noSuchPage("pods", kind: .apple, page: request.word) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
