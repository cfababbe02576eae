import Catalogue
import TestSupport
import Testing
import Transfer

@testable import Directory

/// What becomes of answers that are old, late, refused or no answers at all.
@Suite struct AnswerTests {
    let service: FMService
    let kept = Kept()

    init() throws {
        service = try FMService()
    }

    private func page(_ request: PageRequest, now: Int64 = 1_780_000_000) async throws(DirectoryError) -> FetchedPage {
        try await directory(now: now).page(request, of: SourceAccess(source: service.source), known: kept.known)
    }

    @Test func aWebPageIsAnErrorAndNothingIsToBeStored() async throws {
        service.change("getLeaderboard_631") { _ in .text(FMAnswers.webPage, type: "text/html") }
        let error = await failure { () throws(DirectoryError) in _ = try await page(.charts) }
        guard case .answer(.webPage, source: "mirror", what: "charts") = error else {
            Issue.record("not an error of the answer: \(String(describing: error))")
            return
        }
    }

    @Test func aCutAnswerIsAnErrorEvenWhereOneIsStored() async throws {
        await kept.keep(try await page(.charts))
        service.change("getLeaderboard_631") { _ in .json(String(FMAnswers.leaderboard.dropLast(40))) }
        let error = await failure { () throws(DirectoryError) in _ = try await page(.charts) }
        guard case .answer(.notJSON, _, _) = error else {
            Issue.record("not an error of the answer: \(String(describing: error))")
            return
        }
    }

    @Test func aRefusalIsToldInTheServicesWords() async throws {
        service.change("getLeaderboard_631") { _ in .json(FMAnswers.refused, type: "text/html") }
        let error = await failure { () throws(DirectoryError) in _ = try await page(.charts) }
        guard case .answer(.refused(code: "1003", message: "签名错误"), _, _) = error else {
            Issue.record("not a refusal: \(String(describing: error))")
            return
        }
    }

    @Test func ifOnePartFailsTheOtherIsShown() async throws {
        service.change("getBanner_633") { _ in .text(FMAnswers.webPage, type: "text/html") }
        let featured = try await page(.featured)
        #expect(featured.kinds == [.card(title: "推荐", category: nil), .card(title: "播客", category: "329")])
        #expect(featured.failures.map(\.part) == ["banner"] && featured.answers.map(\.key) == ["cards"])

        service.change("getProgramDetails_610") { _ in .json(FMAnswers.refused) }
        let program = try await page(.program(ref: "5101", page: 1))
        #expect(program.page.program?.title == "城市杂音" && program.episodes.count == 2)
        #expect(program.failures.map(\.part) == ["details"])
    }

    @Test func ifTheEpisodesFailTheDetailsAreShown() async throws {
        service.change("getProPlayList_620") { _ in LoopbackServer.Response(status: 404) }
        let program = try await page(.program(ref: "5101", page: 1))
        #expect(program.page.program?.hosts == ["林样"] && program.page.items.isEmpty)
        #expect(program.failures.map(\.part) == ["play list"])
    }

    @Test func ifBothFailTheFirstIsTold() async throws {
        service.change("getBanner_633") { _ in .json(FMAnswers.refused) }
        service.change("getCardById_634") { _ in .text(FMAnswers.webPage) }
        let error = await failure { () throws(DirectoryError) in _ = try await page(.featured) }
        guard case .answer(.refused, _, what: "banner") = error else {
            Issue.record("not the first failure: \(String(describing: error))")
            return
        }
    }

    @Test func whatIsUnchangedIsReadFromTheStoreAndSeenAnew() async throws {
        service.change("getBanner_633") { request in
            if request.header("If-None-Match") == "\"b1\"" { return LoopbackServer.Response(status: 304) }
            return .init(type: "text/html", body: Array(FMAnswers.banner.utf8), headers: [("ETag", "\"b1\"")])
        }
        let first = try await page(.featured)
        await kept.keep(first)
        let second = try await page(.featured, now: 1_780_000_500)
        #expect(second.activities == first.activities && second.stored == nil)
        let banner = try #require(second.answers.first { $0.key == "banner" })
        #expect(banner.seen == 1_780_000_500 && banner.etag == "\"b1\"" && banner.body == Array(FMAnswers.banner.utf8))
        #expect(service.requests("getBanner_633").map { $0.header("If-None-Match") } == [nil, "\"b1\""])
        // A post is never made conditional: a server would answer 412.
        #expect(service.requests("getCardById_634").allSatisfy { $0.header("If-None-Match") == nil })
    }

    @Test func aStoredAnswerThatCannotBeReadIsAskedForAnew() async throws {
        await kept.put(Answer(key: "banner", body: Array("{".utf8), etag: "\"b1\"", seen: 1))
        service.change("getBanner_633") { request in
            request.header("If-None-Match") == nil ? .json(FMAnswers.banner) : LoopbackServer.Response(status: 304)
        }
        #expect(try await page(.featured).activities.count == 2)
        #expect(service.requests("getBanner_633").count == 2)
    }

    @Test func withTheNetworkDownWhatWasStoredIsShownWithItsAge() async throws {
        let fresh = try await page(.featured)
        await kept.keep(fresh)
        service.server.stop()
        let stored = try await page(.featured, now: 1_780_009_000)
        #expect(stored.page == fresh.page && stored.answers.isEmpty)
        #expect(stored.stored?.seen == 1_780_000_000 && stored.stored?.reason.isUnreachable == true)
        let error = await failure { () throws(DirectoryError) in _ = try await page(.charts) }
        #expect(error?.isUnreachable == true)
    }

    @Test func aServerThatIsIllIsAsGoodAsDown() async throws {
        await kept.keep(try await page(.charts))
        service.change("getLeaderboard_631") { _ in LoopbackServer.Response(status: 502, type: "text/html", body: [60]) }
        let stored = try await page(.charts)
        #expect(stored.page.sections.count == 5 && stored.stored?.seen == 1_780_000_000)
        service.change("getLeaderboard_631") { _ in LoopbackServer.Response(status: 403) }
        let error = await failure { () throws(DirectoryError) in _ = try await page(.charts) }
        guard case .transfer(.status(403, _), source: "mirror") = error else {
            Issue.record("not the status: \(String(describing: error))")
            return
        }
    }

    @Test func theOldestStoredPartGivesTheAge() async throws {
        await kept.keep(try await page(.featured, now: 1_780_000_000))
        service.change("getBanner_633") { _ in LoopbackServer.Response(status: 500) }
        await kept.keep(try await page(.featured, now: 1_780_000_900))
        service.change("getCardById_634") { _ in LoopbackServer.Response(status: 500) }
        #expect(try await page(.featured).stored?.seen == 1_780_000_000)
    }

    @Test func anAnswerInACharsetThatOnlyItsHeaderTellsIsReadAndNotKept() async throws {
        @Sendable func chart(_ title: [UInt8]) -> [UInt8] {
            Array(#"{"code":"0","data":{"newList":[{"id":"1","programName":""#.utf8) + title + Array(#""}]}}"#.utf8)
        }
        service.change("getLeaderboard_631") { _ in
            LoopbackServer.Response(type: "text/html; charset=Big5", body: chart([0xB4, 0xFA, 0xB8, 0xD5]))
        }
        let big5 = try await page(.charts)
        #expect(big5.programs.first?.title == "測試" && big5.answers.isEmpty)
        service.change("getLeaderboard_631") { _ in
            LoopbackServer.Response(type: "text/html; charset=GBK", body: chart([0xC8, 0xC8, 0xB2, 0xA5]))
        }
        await kept.keep(try await page(.charts))
        service.server.stop()
        #expect(try await page(.charts).programs.first?.title == "热播")
    }

    @Test func aRedirectIsFollowed() async throws {
        service.change("getBanner_633") { _ in .redirect("/moved/banner", status: 301) }
        service.change("banner") { _ in .json(FMAnswers.banner) }
        #expect(try await page(.featured).activities.count == 2)
    }

    @Test func noErrorHoldsASignature() async throws {
        service.change("getCardById_634") { _ in LoopbackServer.Response(status: 403) }
        service.change("getBanner_633") { _ in LoopbackServer.Response(status: 403) }
        let access = SourceAccess(source: service.source, appid: "a1", sign: "TOPSECRET", key: "TOPSECRET")
        let error = await failure { () throws(DirectoryError) in
            _ = try await directory().page(.featured, of: access, known: kept.known)
        }
        #expect(error != nil && !"\(String(describing: error))\(access)".contains("TOPSECRET"))
        service.change("getBanner_633") { _ in .json(FMAnswers.banner) }
        let fetched = try await directory().page(.featured, of: access, known: kept.known)
        #expect(fetched.failures.count == 1 && !"\(fetched.failures)\(fetched.answers.map(\.key))".contains("TOPSECRET"))
    }

    @Test func aStoreThatFailsIsAnError() async throws {
        struct Busy: Error {}
        let error = await failure { () throws(DirectoryError) in
            _ = try await directory().page(.charts, of: SourceAccess(source: service.source)) { _ in throw Busy() }
        }
        guard case .store(is Busy) = error else {
            Issue.record("not the store's error: \(String(describing: error))")
            return
        }
    }

    @Test func cancellingEndsTheAsking() async throws {
        let asked = LoopbackServer.Gate()
        service.change("getLeaderboard_631") { _ in
            asked.open()
            var response = LoopbackServer.Response.json(FMAnswers.leaderboard)
            response.headGate = LoopbackServer.Gate()
            return response
        }
        let task = Task { await failure { () throws(DirectoryError) in _ = try await page(.charts) } }
        #expect(await eventually { asked.isOpen })
        task.cancel()
        #expect(await task.value?.isCancelled == true)
    }
}
