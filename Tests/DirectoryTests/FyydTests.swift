import Catalogue
import TestSupport
import Testing

@testable import Directory

/// What fyyd is asked, and what comes of its answers.
@Suite struct FyydTests {
    let server: LoopbackServer
    let kept = Kept()

    /// It has three pages of everything, of two entries each.
    init() throws {
        server = try LoopbackServer { request in
            let page = request.form["page"].flatMap { Int($0) } ?? 0
            let entries = (0..<2).map { "\(2 * page + $0)" }
            switch request.path {
            case "/0.2/feature/podcast/hot", "/0.2/search/podcast":
                return .json(Self.answer("[\(entries.map { Self.podcast($0) + "}" }.joined(separator: ","))]", page))
            case "/0.2/podcast/episodes" where request.form["podcast_id"] == "64":
                let episodes = entries.map {
                    #"{"id":\#($0),"title":"Folge \#($0)","podcast_id":64,"enclosure":"http://a.test/\#($0).mp3"}"#
                }
                return .json(Self.answer(Self.podcast("64") + #","episodes":[\#(episodes.joined(separator: ","))]}"#, page))
            default:
                return .json(#"{"errors":{"code":0,"message":"podcast not found","http_code":400},"meta":{}}"#)
            }
        }
    }

    private static func podcast(_ id: String) -> String {
        #"{"id":\#(id),"title":"Podcast \#(id)","xmlURL":"http://f.test/\#(id).xml""#
    }

    private static func answer(_ data: String, _ page: Int) -> String {
        let next = page < 2 ? "\(page + 1)" : "null"
        return #"{"status":1,"msg":"ok","meta":{"paging":{"page":\#(page),"next_page":\#(next)}},"data":\#(data)}"#
    }

    private func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        let source = Source(name: "watt", kind: .fyyd, url: server.url + "/0.2")
        return try await directory().page(request, of: SourceAccess(source: source), known: kept.known)
    }

    /// All pages from a request on.
    private func all(_ first: PageRequest) async throws -> [FetchedPage] {
        var pages: [FetchedPage] = []
        var request: PageRequest? = first
        while let asked = request, pages.count < 10 {
            pages.append(try await page(asked))
            request = pages.last?.page.next
        }
        return pages
    }

    @Test func theChartGoesOnInPages() async throws {
        let pages = try await all(.chart(name: "hot", page: 1))
        #expect(pages.count == 3 && pages.flatMap(\.programs).map(\.ref) == ["0", "1", "2", "3", "4", "5"])
        #expect(pages.allSatisfy { $0.kinds == [.chart(name: "hot", title: "Popular podcasts")] })
        #expect(server.requests.map(\.query) == ["count=20", "count=20&page=1", "count=20&page=2"])
        #expect(try await page(.charts).page.next == nil)
        #expect(try await page(.chart(name: "top", page: 1)).page == Page())
    }

    @Test func aSearchGoesOnInPages() async throws {
        let pages = try await all(.search(words: "watt & meer", page: 1))
        #expect(pages.count == 3 && pages.flatMap(\.programs).last?.feed == "http://f.test/5.xml")
        #expect(server.requests.map { $0.form["page"] } == ["0", "1", "2"])
        #expect(server.requests.allSatisfy { $0.form["term"] == "watt & meer" && $0.form["count"] == "20" })
    }

    @Test func aProgrammeHasItsFeedAndItsEpisodesInPages() async throws {
        let pages = try await all(.program(ref: "64", page: 1))
        #expect(pages.count == 3 && pages.allSatisfy { $0.page.program?.feed == "http://f.test/64.xml" })
        #expect(pages.flatMap(\.episodes).map(\.title) == (0..<6).map { "Folge \($0)" })
        #expect(server.requests.first?.target == "/0.2/podcast/episodes?podcast_id=64&page=0&count=20")
        #expect(pages[1].answers.map(\.key) == ["podcast/episodes?podcast_id=64&page=1&count=20"])
    }

    @Test func aRefusalIsTold() async throws {
        let error = await failure { () throws(DirectoryError) in _ = try await page(.program(ref: "65", page: 1)) }
        guard case .answer(.refused("400", "podcast not found"), source: "watt", what: "programme") = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func whatWasSeenIsShownWhileTheNetworkIsDown() async throws {
        let requests: [PageRequest] = [.chart(name: "hot", page: 2), .search(words: "x", page: 1), .program(ref: "64", page: 1)]
        var seen: [Page] = []
        for request in requests {
            let fetched = try await page(request)
            await kept.keep(fetched)
            seen.append(fetched.page)
        }
        server.stop()
        for (request, page) in zip(requests, seen) {
            let fetched = try await self.page(request)
            #expect(fetched.page == page && fetched.stored != nil)
        }
    }

    @Test func aPageThatItDoesNotHaveIsRefused() async throws {
        for request in [PageRequest.featured, .categories, .browse(category: "1", list: .hot, page: 1)] {
            let error = await failure { () throws(DirectoryError) in _ = try await page(request) }
            guard case .noSuchPage("watt", kind: .fyyd, page: request.word) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
