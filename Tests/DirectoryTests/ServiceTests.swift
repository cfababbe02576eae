import Catalogue
import TestSupport
import Testing
import Transfer

@testable import Directory

/// The pages of an FM-style service, and what it is sent for them.
@Suite struct ServiceTests {
    let service: FMService
    let kept = Kept()

    init() throws {
        service = try FMService()
    }

    private func page(_ request: PageRequest, appid: String? = nil, sign: String? = nil, key: String? = nil) async throws -> FetchedPage {
        let access = SourceAccess(source: service.source, appid: appid, sign: sign, key: key)
        return try await directory().page(request, of: access, known: kept.known)
    }

    @Test func featuredIsTheCarouselThenTheCards() async throws {
        let fetched = try await page(.featured)
        #expect(
            fetched.kinds == [.activities, .card(title: "推荐", category: nil), .card(title: "播客", category: "329")])
        #expect(fetched.activities.map(\.title) == ["清晨的车站 & 夜班的灯", "A page"])
        #expect(fetched.activities.first?.image == "http://img.example.test/b901.jpg")
        #expect(fetched.activities.last?.target == .web("https://www.example.test/page"))
        #expect(fetched.episodes.map(\.ref) == ["70001", "70002", "70003"])
        #expect(fetched.page.skipped.count == 2)
        #expect(fetched.stored == nil && fetched.failures.isEmpty && fetched.page.next == nil)
        #expect(fetched.answers.map(\.key).sorted() == ["banner", "cards"])
        #expect(fetched.answers.allSatisfy { $0.seen == 1_780_000_000 && !$0.body.isEmpty })
    }

    @Test func theBannerIsAGetAndTheCardsAPostWithTheirParametersInTheQuery() async throws {
        _ = try await page(.featured, appid: "a1", sign: "S+1")
        let banner = try #require(service.requests("getBanner_633").first)
        #expect(banner.method == "GET" && banner.target == "/fm/read/fmd/public/getBanner_633.html")
        let cards = try #require(service.requests("getCardById_634").first)
        #expect(cards.method == "POST" && cards.body.isEmpty && cards.path == "/fm/read/fmd/ios/getCardById_634.html")
        #expect(cards.query.hasPrefix("cid=%5B%7Bid%3A64%7D%2C%7Bid%3A72%7D%2C"))
        let ids = [64, 72, 81, 69, 93, 113, 111, 38, 65, 37, 100, 103, 105, 60, 88]
        let list = "[" + ids.map { "{id:\($0)}" }.joined(separator: ",") + "]"
        #expect(cards.form == ["cid": list, "appid": "a1", "sign": "S+1", "timestamp": "1780000000"])
    }

    @Test func chartsAreFive() async throws {
        let fetched = try await page(.charts, appid: "a1")
        let names = fetched.kinds.map { if case .chart(let name, _) = $0 { name } else { "" } }
        #expect(names == ["hot", "liked", "subscribed", "new", "albums"])
        #expect(fetched.episodes.map(\.ref) == ["91001", "91002"])
        #expect(fetched.programs.map(\.ref) == ["5303", "5304", "5305"])
        let request = try #require(service.requests("getLeaderboard_631").first)
        #expect(request.method == "POST" && request.target == "/fm/read/fmd/public/getLeaderboard_631.html")
        #expect(request.form == ["appid": "a1", "timestamp": "1780000000"])
    }

    @Test func aProgrammeIsItsDetailsAndItsEpisodes() async throws {
        let fetched = try await page(.program(ref: "5101", page: 1))
        let program = try #require(fetched.page.program)
        #expect(program.ref == "5101" && program.title == "城市杂音" && program.hosts == ["林样"])
        // The one answer has the subscribers, the other the listens.
        #expect(program.counters.contains(Counter(name: "listens", text: "123.5万")))
        #expect(program.counters.contains(Counter(name: "subscribers", text: "8765")))
        #expect(fetched.episodes.map(\.ref) == ["70002", "70001"])
        #expect(fetched.episodes.allSatisfy { $0.programRef == "5101" && $0.programTitle == "城市杂音" })
        #expect(fetched.episodes.first?.audio.first?.url == "http://audio.example.test/70002.mp3?sign=abc")
        #expect(fetched.page.skipped.count == 1 && fetched.page.next == nil)
        let details = try #require(service.requests("getProgramDetails_610").first)
        #expect(details.path == "/fm/read/fmd/ios/getProgramDetails_610.html" && details.query.isEmpty)
        #expect(details.header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") == true)
        #expect(details.form == ["pid": "5101", "timestamp": "1780000000"])
        let list = try #require(service.requests("getProPlayList_620").first)
        #expect(list.form == ["num": "20", "pid": "5101", "rid": "0", "type": "1", "timestamp": "1780000000"])
    }

    @Test func aListGoesOnPageByPageToItsEnd() async throws {
        var request: PageRequest? = .browse(category: "播客", list: .hot, page: 1)
        var refs: [String] = []
        for _ in 0..<10 {
            guard let asked = request else { break }
            let fetched = try await page(asked)
            #expect(fetched.page.total == 41)
            refs += fetched.programs.map(\.ref)
            request = fetched.page.next
        }
        #expect(request == nil && refs.count == 41 && Set(refs).count == 41)
        let forms = service.requests("getProgramList").map(\.form)
        #expect(forms.map { $0["pagenum"] } == ["1", "2", "3"])
        #expect(forms.allSatisfy { $0["cid"] == "329" && $0["listtype"] == "3" })
    }

    @Test func withoutATotalAListEndsWithItsFirstEmptyPage() async throws {
        service.change("getProgramList") { request in
            let page = request.form["pagenum"].flatMap { Int($0) } ?? 0
            if page == 2 { return .json(#"{"msg":"暂无数据","code":"0","data":null}"#) }
            return .json(FMAnswers.programs(category: "77", type: "2", first: 1, count: 5, total: nil))
        }
        let first = try await page(.browse(category: "77", list: .new, page: 1))
        #expect(first.programs.count == 5 && first.page.next == .browse(category: "77", list: .new, page: 2))
        let second = try await page(.browse(category: "77", list: .new, page: 2))
        #expect(second.programs.isEmpty && second.page.next == nil)
        #expect(service.requests("getProgramList").first?.form["listtype"] == "2")
    }

    @Test func withoutAListThereAreTwoCategoriesAndAnyNumberIsTaken() async throws {
        let fetched = try await page(.categories)
        #expect(fetched.page.items == [.category(Category(ref: "329", title: "播客")), .category(Category(ref: "330", title: "凤凰独家"))])
        #expect(fetched.failures.map(\.part) == ["categories"])
        let error = await failure { () throws(DirectoryError) in
            _ = try await directory().page(
                .browse(category: "nowhere", list: .hot, page: 1), of: SourceAccess(source: service.source), known: kept.known)
        }
        guard case .noSuchCategory("nowhere", source: "mirror") = error else {
            Issue.record("not refused as a category: \(String(describing: error))")
            return
        }
    }

    @Test func aKeySignsAndIsNotSent() async throws {
        _ = try await page(.charts, appid: "a1", key: "secret")
        let form = try #require(service.requests("getLeaderboard_631").first?.form)
        #expect(form == ["appid": "a1", "timestamp": "1780000000", "sign": FMSignature.of(Array(pairs(form)), key: "secret")])
        #expect(form["sign"]?.count == 32)
    }

    private func pairs(_ form: [String: String]) -> [(name: String, value: String)] {
        form.filter { $0.key != "sign" }.map { ($0.key, $0.value) }
    }

    @Test func theBothAreAskedAtTheSameTime() async throws {
        let gate = LoopbackServer.Gate()
        service.change("getBanner_633") { _ in
            var response = LoopbackServer.Response.json(FMAnswers.banner)
            response.headGate = gate
            return response
        }
        service.change("getCardById_634") { _ in
            gate.open()
            return .json(FMAnswers.cards)
        }
        #expect(try await page(.featured).page.sections.count == 3)
    }

    @Test func theServicesOwnHostsAreAskedWhereThereIsNoBase() {
        let questions: [FMQuestion] = [
            .banner, .cards, .leaderboard, .details(program: "1"), .playList(program: "1", page: 1),
            .list(category: "1", .hot, page: 1),
        ]
        #expect(
            questions.map { FMEndpoint(first: $0)?.url(base: nil) } == [
                "http://d.fm.ifeng.com/fm/read/fmd/public/getBanner_633.html",
                "http://d.fm.ifeng.com/fm/read/fmd/ios/getCardById_634.html",
                "http://fm.ifeng.com/fm/read/fmd/public/getLeaderboard_631.html",
                "http://d.fm.ifeng.com/fm/read/fmd/ios/getProgramDetails_610.html",
                "http://fm.ifeng.com/fm/read/fmd/ios/getProPlayList_620.html",
                "http://d.fm.ifeng.com/fm/read/fmd/ios/600/getProgramList.html",
            ])
        let later: [FMQuestion] = [
            .categories, .search(words: "a", page: 1), .audioList(program: "1", page: 2), .webList(program: "1", page: 1),
            .anyList(category: "1", page: 1), .webPage(program: "1/2"), .signedAudio(path: "x"),
        ]
        #expect(later.allSatisfy { FMEndpoint(first: $0) == nil } && FMEndpoint(first: .playList(program: "1", page: 2)) == nil)
        #expect(
            later.map { FMEndpoint(later: $0)?.url(base: nil) } == [
                "https://d.fm.renbenai.com/fm/read/fmd/static/categoryTvGet_100.html",
                "https://d.fm.renbenai.com/fm/read/fmd/public/search_720.html",
                "https://d.fm.renbenai.com/fm/read/fmd/android/600/getProgramAudioList.html",
                "https://d.fm.renbenai.com/fm/read/fmd/h5/getPayResourceList_714.html",
                "https://d.fm.renbenai.com/fm/read/fmd/android/600/getProgramList.html",
                "https://s.fm.renbenai.com/fm/read/1%2F2_BackData/getProgramData.html",
                "https://d.fm.renbenai.com/fm/read/fmd/public/getSignAudio.html",
            ])
    }
}
