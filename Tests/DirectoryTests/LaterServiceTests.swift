import Catalogue
import TestSupport
import Testing
import Transfer

@testable import Directory

/// What an FM-style service gives beyond its first clients' endpoints: categories, search, all episodes, and what stands in for what fails.
@Suite struct LaterServiceTests {
    let service: FMService
    let kept = Kept()

    init() throws {
        service = try FMService()
    }

    private func page(_ request: PageRequest) async throws(DirectoryError) -> FetchedPage {
        try await directory().page(request, of: SourceAccess(source: service.source), known: kept.known)
    }

    /// All pages from a request on, as `more` goes through them, each stored.
    private func all(_ first: PageRequest) async throws -> [FetchedPage] {
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

    @Test func categoriesAreTheServicesOwn() async throws {
        service.change("categoryTvGet_100") { _ in
            .json(
                #"{"code":0,"data":{"list":[{"channelName":"推荐","channelContent":[{"id":1,"nodeName":"头条"},{"id":"329","nodeName":"播客"}]},{"channelName":"x"}]}}"#
            )
        }
        let fetched = try await page(.categories)
        #expect(
            fetched.page.items == [
                .category(Category(ref: "1", title: "头条", group: "推荐")), .category(Category(ref: "329", title: "播客", group: "推荐")),
            ])
        #expect(fetched.failures.isEmpty && fetched.answers.map(\.key) == ["categories"])
        #expect(service.requests("categoryTvGet_100").map(\.target) == ["/fm/read/fmd/static/categoryTvGet_100.html"])
    }

    @Test func searchFindsPageByPage() async throws {
        service.change("search_720") { request in
            switch request.form["pageNum"] {
            case "1":
                .json(
                    #"{"code":"0","data":{"program":[{"id":51,"programName":"<em>城市</em>杂音"}],"resource":[{"id":"7","title":"城市","programId":51}]}}"#
                )
            case "2": .json(#"j({"code":0,"data":{"program":null,"resource":{"id":8,"title":"又一个城市"}}});"#)
            default: .json(#"{"code":"0","data":{"program":[],"resource":null}}"#)
            }
        }
        let pages = try await all(.search(words: "城市 & 声音", page: 1))
        #expect(pages.flatMap(\.programs).map(\.title) == ["城市杂音"] && pages.flatMap(\.episodes).map(\.ref) == ["7", "8"])
        #expect(pages.count == 3 && pages.last?.page.next == nil)
        let first = try #require(service.requests("search_720").first)
        #expect(first.method == "GET" && first.form == ["keyWord": "城市 & 声音", "searchType": "1", "pageNum": "1"])
    }

    @Test func aFailedSearchIsTold() async throws {
        service.change("search_720") { _ in .text(FMAnswers.webPage) }
        let error = await failure { () throws(DirectoryError) in _ = try await page(.search(words: "x", page: 1)) }
        guard case .answer(.webPage, source: "mirror", what: "search") = error else {
            Issue.record("not an error of the answer: \(String(describing: error))")
            return
        }
    }

    /// A service of `count` episodes, newest first, whose first clients' list has those of `first`.
    private func serve(_ count: Int, first: ClosedRange<Int>, stated: Bool = true) {
        service.change("getProPlayList_620") { _ in .json(FMAnswers.episodes(first, key: "resourceList", count: nil)) }
        service.change("getProgramDetails_610") { _ in .json(#"{"code":"0","data":{"id":"5101","programName":"P"}}"#) }
        service.change("getProgramAudioList") { request in
            let page = request.form["pagenum"].flatMap { Int($0) } ?? 1
            let start = (page - 1) * 20 + 1
            guard start <= count else { return .json(#"{"code":"0","data":{"count":"\#(count)","list":[]}}"#) }
            return .json(FMAnswers.episodes(start...min(start + 19, count), key: "list", count: stated ? count : nil))
        }
    }

    @Test(arguments: [(43, 1...20), (40, 1...20), (41, 1...20), (43, 1...15), (43, 5...24), (43, 24...43)])
    func allEpisodesComeWithoutGapOrRepeat(count: Int, first: ClosedRange<Int>) async throws {
        serve(count, first: first)
        let pages = try await all(.program(ref: "5101", page: 1))
        // What pages have in common the session leaves out; here it is only such as an order of its own brings.
        let refs = pages.flatMap(\.episodes).map(\.ref)
        #expect(Set(refs) == Set((1...count).map { String($0) }))
        if first.lowerBound == 1 { #expect(refs.count == count) }
        #expect(pages.allSatisfy { $0.failures.isEmpty && $0.page.program?.ref == "5101" || $0.page.program == nil })
        #expect(service.requests("getProgramAudioList").allSatisfy { $0.method == "GET" && $0.form["pid"] == "5101" })
    }

    @Test func withoutACountPagesGoOnToAnEmptyOne() async throws {
        serve(45, first: 1...20, stated: false)
        let pages = try await all(.program(ref: "5101", page: 1))
        #expect(pages.flatMap(\.episodes).count == 45 && pages.count == 4)
    }

    @Test func anotherListStandsInForOneThatFails() async throws {
        serve(43, first: 1...20)
        service.change("getProPlayList_620") { _ in .json(FMAnswers.refused) }
        let pages = try await all(.program(ref: "5101", page: 1))
        #expect(pages.flatMap(\.episodes).map(\.ref) == (1...43).map { String($0) })
        #expect(!pages.contains { !$0.failures.isEmpty })

        service.change("getProgramAudioList") { _ in LoopbackServer.Response(status: 500) }
        service.change("getPayResourceList_714") { request in
            request.form["pageNum"] == "1"
                ? .json("j(\(FMAnswers.episodes(1...3, key: "list", count: 3)))", type: "text/javascript") : .json(FMAnswers.refused)
        }
        let web = try await page(.program(ref: "5102", page: 1))
        #expect(web.episodes.map(\.ref) == ["1", "2", "3"] && web.page.next == nil && web.page.total == 3)
        #expect(
            service.requests("getPayResourceList_714").last?.form == ["pid": "5102", "isFree": "2", "pageNum": "1", "pageSize": "20"])
    }

    @Test func whereAllFailTheFirstFailureIsTold() async throws {
        service.change("getProPlayList_620") { _ in LoopbackServer.Response(status: 404) }
        let fetched = try await page(.program(ref: "5101", page: 1))
        guard case .transfer(.status(404, _), _)? = fetched.failures.first?.error else {
            Issue.record("not the first failure: \(fetched.failures)")
            return
        }
        #expect(fetched.failures.map(\.part) == ["play list"] && fetched.page.program?.title == "城市杂音")
        #expect(service.requests("getPayResourceList_714").count == 1)
    }

    @Test func theWebsPageStandsInForDetails() async throws {
        service.change("getProgramDetails_610") { _ in .json(FMAnswers.refused) }
        service.change("getProgramData") { _ in
            .text(
                #"j({"programName":"晚报","programDetails":"每晚","newestResource":{"title":"今天","publishTime":1785225600}});"#,
                type: "text/html")
        }
        let fetched = try await page(.program(ref: "5101", page: 1))
        #expect(fetched.page.program?.summary == "每晚" && fetched.page.program?.latestTitle == "今天" && fetched.failures.isEmpty)
        #expect(service.requests("getProgramData").map(\.target) == ["/fm/read/5101_BackData/getProgramData.html"])
    }

    @Test func aListWithoutAChoiceStandsInForOne() async throws {
        service.change("getProgramList") { request in
            request.path.contains("/ios/")
                ? .json(FMAnswers.refused) : .json(#"{"code":0,"data":{"hotList":{"id":51,"programName":"P","resourceTitle":"neu"}}}"#)
        }
        let fetched = try await page(.browse(category: "329", list: .new, page: 1))
        #expect(fetched.programs.map(\.title) == ["P"] && fetched.failures.isEmpty)
        #expect(service.requests("getProgramList").last?.target == "/fm/read/fmd/android/600/getProgramList.html?cid=329&pagenum=1")
    }

    @Test func whatCantBeReachedIsNotAskedThreeTimes() async throws {
        service.server.stop()
        let error = await failure { () throws(DirectoryError) in _ = try await page(.program(ref: "5101", page: 1)) }
        #expect(error?.isUnreachable == true)
        #expect(FMClientProbe.others(of: service.source, after: error).isEmpty)
        #expect(FMClientProbe.others(of: Source(name: "fm", kind: .fm), after: error).count == 2)
    }
}

/// What a client would ask in a play list's place.
private enum FMClientProbe {
    static func others(of source: Source, after error: DirectoryError?) -> [FMQuestion] {
        let client = FMClient(
            access: SourceAccess(source: source), transfer: TransferClient(userAgent: "skywave-test", limits: TransferLimits()), now: { 0 })
        return error.map { client.others(for: .playList(program: "1", page: 1), after: $0) } ?? []
    }
}
