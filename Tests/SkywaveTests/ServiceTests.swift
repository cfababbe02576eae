import Foundation
import TestSupport
import Testing

/// An FM-style service on the loopback: the pages, and what its faults get.
@Suite struct Service {
    @Test func aSourceIsAddedUsedListedAndRemoved() async throws {
        let service = try RadioService()
        let skywave = try Skywave()
        // Without --kind the service itself is asked
        #expect(try await skywave.run(["source", "add", "wave", service.url]).status == 0)
        #expect(service.requests("getBanner_633").count == 1)
        let added = try await skywave.objects("source list").of("source")
        #expect(added.map { $0.text("name") } == ["demo", "fm", "daily", "radio", "apple", "fyyd", "wave"])
        #expect(added.last?.text("kind") == "fm")
        #expect(added.filter { $0.flag("builtin") == false }.map { $0.text("name") } == ["wave"])
        #expect(added.filter { $0.flag("current") == true }.map { $0.text("name") } == ["demo"])
        #expect(try await skywave.run(["source", "add", "wave", service.url]).status == 1)
        // It can be named for one command, alone or in a script, or chosen for all that follow
        let titles = try await skywave("featured --source wave").out
        #expect(titles.contains("第一班车 & 末班车"))
        #expect(try await skywave.script("featured --source wave\ncharts hot\n").out.hasPrefix(titles))
        try await skywave("source use wave")
        #expect(try await skywave("featured").out == titles)
        #expect(try await skywave("featured --source demo").out != titles)
        #expect(try await skywave("source remove wave").status == 0)
        #expect(try await skywave.objects("source list").of("source").first { $0.flag("current") == true }?.text("name") == "demo")
    }

    @Test func aStaticStationIsFoundByItself() async throws {
        let station = #"{"code":"0","data":[{"id":"1","bannerTitle":"On a static host","redirectId":"","resourceInfo":""}]}"#
        let server = try LoopbackServer { request in
            switch request.path {
            case "/radio/station.json": .json(#"{"kind":"station","version":1,"title":"Static"}"#)
            case "/radio/banner.json": .json(station)
            default: .text("not here", status: 404)
            }
        }
        let skywave = try Skywave()
        let run = try await skywave.run(["source", "add", "static", server.url + "/radio"])
        #expect(run.status == 0, "\(run.errors) \(server.requests.map(\.target))")
        #expect(try await skywave.objects("source list").of("source").last?.text("kind") == "station")
    }

    @Test func whatIsNoServiceIsNotAdded() async throws {
        let server = try LoopbackServer { _ in .text(RadioAnswers.webPage, type: "text/html") }
        let skywave = try Skywave()
        let run = try await skywave.run(["source", "add", "page", server.url])
        #expect(run.status == 4)
        #expect(run.errors.hasPrefix("error: "))
        #expect(try await skywave.objects("source list").of("source").count == 6)
    }

    @Test func featuredHasTheCarouselAndTheCards() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        let page = try await skywave.objects("featured")
        #expect(
            page.map(\.type) == ["activity", "activity", "activity", "card", "episode", "episode", "card", "episode", "episode", "result"])
        #expect(page.compactMap { $0.count("n") } == Array(1...7))
        #expect(page[0].object("target")?.text("kind") == "episode")
        #expect(page[1].object("target")?.text("url") == "https://www.example.test/page")
        #expect(page[2].object("target")?.text("kind") == "none")
        #expect(page[5].text("title") == "改过的题目")
        // An activity's number stands for its target
        #expect(try await skywave.objects("info 1")[0].text("id") == page[0].object("target")?.text("id"))
        #expect(try await skywave("open 2").status == 3)
        #expect(try await skywave("open 3").status == 3)
        // The request has the parameters in the address and nothing in the body
        let cards = try #require(service.requests("getCardById_634").first)
        #expect(cards.method == "POST" && cards.body.isEmpty)
        #expect(cards.form["cid"]?.hasPrefix("[{id:64}") == true)
    }

    @Test func chartsNameEachOfTheFive() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        let charts = try await skywave.objects("charts")
        #expect(charts.of("chart").map { $0.text("name") } == ["hot", "liked", "subscribed", "new", "albums"])
        #expect(charts.of("chart").map { $0.count("entries") } == [2, 1, 2, 1, 1])
        let albums = try await skywave.objects("charts albums")
        #expect(albums.of("program").map { $0.text("title") } == ["专辑"])
        #expect(try await skywave.objects("open 1").of("program").count == 1)
    }

    @Test func aProgrammeComesFromTwoRequests() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        try await skywave("charts hot")
        let page = try await skywave.objects("open 1")
        #expect(page[0].type == "program")
        #expect(page[0].texts("hosts") == ["林样"])
        #expect(page[0].text("summary") == "第一段。\n第二段，含 \"引号\"。")
        #expect(page.of("episode").map { $0.text("title") } == ["第一班车", "末班车", "没有声音"])
        #expect(page.of("episode").map { $0.text("published") } == ["2016-11-22T03:46:40Z", "2016-11-22T03:46:40Z", nil])
        #expect(page.result?.count("skipped") == 1)
        let list = try #require(service.requests("getProPlayList_620").first)
        #expect(list.form["pid"] == "7101" && list.form["num"] == "20" && list.form["rid"] == "0")
        #expect(list.header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") == true)
    }

    @Test func moreGoesToTheEndAndNumbersOn() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        var found = try await skywave.objects("browse 播客 hot").of("program")
        #expect(found.count == 20)
        for pages in 2...3 {
            let more = try await skywave.run(["--json", "more"])
            #expect(more.status == 0)
            found += try JSONObject.lines(more.out).of("program")
            #expect(service.requests("getProgramList").last?.form["pagenum"] == String(pages))
        }
        #expect(found.compactMap { $0.count("n") } == Array(1...RadioService.programs))
        #expect(Set(found.compactMap { $0.text("id") }).count == RadioService.programs)
        #expect(service.requests("getProgramList").allSatisfy { $0.form["cid"] == "329" && $0.form["listtype"] == "3" })
        let end = try await skywave("more")
        #expect(end.status == 3)
        #expect(end.out == "")
        #expect(end.errors == "error: that was all\n")
        // The numbers of all pages still stand
        #expect(try await skywave.objects("info 41")[0].text("id") == found[40].text("id"))
        let again = try await skywave.script("browse 330 new\nmore\nmore\nmore\n")
        #expect(again.status == 3)
        #expect(again.out.contains("\n45 "))
    }

    @Test func whatWasSeenIsShownWhileTheNetworkIsDown() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        var seen: [String: String] = [:]
        let commands = ["featured", "charts", "browse 329", "open p1"]
        // Twice, as each page adds to what is known of an episode
        for command in ["charts"] + commands { try await skywave(command) }
        for command in commands { seen[command] = try await skywave(command).out }
        service.server.stop()
        for command in commands {
            let run = try await skywave(command)
            #expect(run.status == 0)
            #expect(run.out == seen[command])
            #expect(run.errors.hasPrefix("shown from the store"), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
            let result = try #require(try await skywave.objects(command).result)
            #expect(result.flag("offline") == true)
            #expect(result.text("seen")?.hasSuffix("Z") == true)
        }
        // What was never seen can't be shown
        #expect(try await skywave("browse 330").status == 4)
        #expect(try await skywave("info 1").status == 0)
    }

    @Test func aServerInTroubleIsLikeNoNetwork() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        let seen = try await skywave("charts").out
        service.change("getLeaderboard_631") { _ in .text("<html>502</html>", type: "text/html", status: 502) }
        let run = try await skywave("charts")
        #expect(run.status == 0)
        #expect(run.out == seen)
        #expect(run.errors.contains("502"))
    }

    static let faults: [(name: String, answer: LoopbackServer.Response, code: String, words: String)] = [
        ("a refusal", .json(#"{"msg":"签名错误","code":"1003"}"#, type: "text/html"), "catalogue", "签名错误"),
        ("a refusal with data", .json(#"{"msg":"系统繁忙","code":-1,"data":""}"#), "catalogue", "系统繁忙"),
        ("a web page", .text(RadioAnswers.webPage, type: "text/html"), "not-data", "web page"),
        ("a cut answer", .json(#"{"msg":"ok","code":"0","data":{"hotResourceList":[{"id":"1","ti"#), "not-data", "cut short"),
        ("nothing", .json(""), "not-data", "empty"),
        ("no such page", .text("gone", status: 404), "network", "404"),
        ("trouble", .text("trouble", status: 503), "network", "503"),
    ]

    @Test(arguments: faults.indices) func aFaultOfTheServerHasItsWords(_ index: Int) async throws {
        let fault = Self.faults[index]
        let service = try RadioService()
        let skywave = try await service.listener()
        service.change("getLeaderboard_631") { _ in fault.answer }
        let run = try await skywave("charts")
        #expect(run.status == 4, "\(fault.name)")
        #expect(run.out == "", "\(fault.name)")
        #expect(run.errors.hasPrefix("error: ") && run.errors.contains(fault.words), "\(fault.name): \(run.errors)")
        let json = try await skywave("--json charts")
        #expect(try JSONObject.lines(json.errors).first?.object("error")?.text("code") == fault.code, "\(fault.name): \(json.errors)")
    }

    @Test func halfAPageIsShownWhereTheOtherHalfFails() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        service.change("getCardById_634") { _ in .json(#"{"msg":"签名错误","code":"1003"}"#) }
        let run = try await skywave("--json featured")
        #expect(run.status == 0)
        #expect(try JSONObject.lines(run.out).of("activity").count == 3)
        #expect(run.errors.contains("签名错误"))
    }

    @Test func aHostThatIsNotThereIsTold() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        service.server.stop()
        let run = try await skywave("--json charts")
        #expect(run.status == 4)
        #expect(try JSONObject.lines(run.errors).first?.object("error")?.text("code") == "network")
        #expect(try await skywave.run(["source", "add", "dead", service.url]).status == 4)
    }

    @Test func aSearchAsksTheServiceAndTheLibrary() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        try await skywave("charts")
        // A service without a search: only where it was asked for alone that is a failure.
        let online = try await skywave("search --online 末班")
        #expect(online.status == 4 && online.errors.contains("404"))
        let local = try await skywave("--json search 末班")
        #expect(local.status == 0 && local.errors.contains("404"))
        #expect(try JSONObject.lines(local.out).of("episode").count == 1)
        service.change("search_720") { _ in
            .json(#"{"code":"0","data":{"program":[{"id":77,"programName":"<em>末班</em>电台"}],"resource":null}}"#)
        }
        let both = try await skywave("--json search 末班")
        #expect(both.status == 0 && both.errors.isEmpty)
        #expect(try JSONObject.lines(both.out).of("program").first?.text("title") == "末班电台")
        #expect(try JSONObject.lines(both.out).of("episode").count == 1)
    }

    @Test func secretsAreNeverPrinted() async throws {
        let service = try RadioService()
        let skywave = try await service.listener()
        #expect(try await skywave("set wave.sign SECRET123").status == 0)
        #expect(try await skywave("set wave.key SECRET456").status == 0)
        #expect(try await skywave("set wave.appid 77").status == 0)
        service.change("getBanner_633") { _ in .text("no", status: 403) }
        service.change("getCardById_634") { _ in .text("no", status: 403) }
        for command in ["set", "set wave.sign", "set wave.key", "--json set", "featured", "--verbose --json featured", "source list"] {
            let run = try await skywave(command)
            #expect(!run.out.contains("SECRET") && !run.errors.contains("SECRET"), "\(command)")
        }
        #expect(service.requests("getCardById_634").first?.form["appid"] == "77")
    }
}
