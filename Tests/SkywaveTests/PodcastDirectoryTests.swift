import Foundation
import TestSupport
import Testing

/// Podcast directories on the loopback: from a chart or a search to the feed behind a programme, and to its sound.
@Suite struct PodcastDirectory {
    private func listener(_ service: PodcastService, kind: String, language: String = "C.UTF-8") async throws -> Skywave {
        let skywave = try Skywave(["LANG": language])
        #expect(try await skywave.run(["source", "add", "pods", service.url, "--kind", kind]).status == 0)
        #expect(try await skywave("source use pods").status == 0)
        return skywave
    }

    @Test func aChartLeadsToAProgrammeItsFeedAndItsSound() async throws {
        let service = try PodcastService()
        let skywave = try await listener(service, kind: "apple", language: "zh_CN.UTF-8")
        let charts = try await skywave.objects("charts")
        #expect(charts.of("chart").map { $0.text("name") } == ["top"])
        #expect(charts.of("program").map { $0.text("title") } == ["Show 15 cn", "Show 16 cn", "Show 17 cn"])
        #expect(charts.of("program").map { $0.count("rank") } == [1, 2, 3])
        let opened = try await skywave.objects("open 1")
        #expect(opened.first?.text("feed") == service.url + "/feed/15.xml")
        #expect(opened.of("episode").map { $0.text("title") } == ["Shop 1", "Shop 2"])
        #expect(try await skywave("--output null play 1").status == 0)
        #expect(try await skywave.objects("history").of("listen").map { $0.text("title") } == ["Shop 1"])
        #expect(try await skywave("info p1").out.contains(service.url + "/feed/15.xml"))
        // What is followed is the feed, with an id of its own
        let followed = try await skywave.objects("subscribe p1")
        #expect(followed.of("program").map { $0.text("title") } == ["The feed"] && followed.first?.text("id") != "p1")
        #expect(try await skywave.objects("subscribe p1").result?.count("skipped") == 1)
        #expect(try await skywave.objects("new").of("episode").map { $0.text("title") } == ["Feed 2", "Feed 1"])
        #expect(try await skywave("--output null play 1").status == 0)
        #expect(try await skywave.objects("new").of("episode").map { $0.text("title") } == ["Feed 1"])
        #expect(try await skywave.objects("update").of("update").map { $0.count("added") } == [0])
        // As it was followed by the directory's word of it, so it is given up
        #expect(try await skywave.objects("unsubscribe p1").result?.count("items") == 1)
        #expect(try await skywave.objects("subscriptions").of("program").isEmpty)
        #expect(try await skywave("unsubscribe p1").status == 3)
    }

    @Test func whatAFileListsIsFollowedByItsFeedAndReadNowhere() async throws {
        let service = try PodcastService()
        let skywave = try Skywave()
        let shows =
            #"{"resultCount":1,"results":[{"kind":"podcast","collectionId":15,"collectionName":"S","feedUrl":"\#(service.url)/feed/15.xml"}]}"#
        try skywave.folder.write(Array(shows.utf8), to: "shows.json")
        #expect(try await skywave("import shows.json").status == 0)
        #expect(try await skywave.objects("subscribe 1").of("program").map { $0.text("title") } == ["The feed"])
        #expect(try await skywave.objects("unsubscribe p1").result?.count("items") == 1)
        let day = #"{"date":"20260728","stories":[{"id":1,"title":"One","url":"https://d.test/1"}]}"#
        try skywave.folder.write(Array(day.utf8), to: "day.json")
        #expect(try await skywave("import day.json").status == 0)
        for command in ["read 1", "comments 1"] {
            let run = try await skywave(command)
            #expect(run.status == 3)
            #expect(run.errors == "error: “One” was imported from a file, which has no more of it; its page is https://d.test/1\n")
        }
    }

    @Test func theCountryIsTheSettingsElseTheLocalesElseTheUS() async throws {
        let service = try PodcastService()
        let skywave = try await listener(service, kind: "apple")
        #expect(try await skywave("charts top").out.contains("Show 15 us"))
        #expect(try await skywave("set pods.country DE").status == 0)
        #expect(try await skywave("charts top").out.contains("Top podcasts, Germany"))
        #expect(try await skywave("browse Japan").out.contains("Show 15 jp"))
        #expect(try await skywave("browse ua").out.contains("Show 15 ua"))
        #expect(try await skywave("categories").out.contains("Japan"))
        #expect(try await skywave("browse Atlantis").status == 3)
        let other = try await listener(service, kind: "apple", language: "fr_FR@euro")
        #expect(try await other("charts top").out.contains("Show 15 fr"))
    }

    @Test func aProgrammeStandsForItsFeed() async throws {
        let service = try PodcastService()
        let skywave = try await listener(service, kind: "apple")
        try await skywave("charts top")
        // The shop has no episodes of it, its feed has
        #expect(try await skywave.objects("open p2").of("episode").map { $0.text("title") } == ["Feed 2", "Feed 1"])
        // From the chart alone the feed isn't known yet: the shop is asked
        try await skywave("charts top")
        let both = try await skywave.run(["--json", "subscribe", "2-3"])
        #expect(try JSONObject.lines(both.out).result?.count("items") == 1)
        #expect(both.status == 3 && both.errors.contains("doesn't say the feed of “Show 17 us”"), "\(both.errors)")
        let alone = try await skywave("subscribe 3")
        #expect(alone.status == 3 && alone.out == "" && alone.errors.hasPrefix("error: the directory doesn't say the feed"))
        let found = try await skywave.objects("search --online Show")
        #expect(found.of("program").first?.text("feed") == service.url + "/feed/15.xml")
        #expect(service.requests("/search").first?.form["country"] == "us")
        #expect(try await skywave("subscribe 1").status == 0)
        #expect(try await skywave.objects("subscriptions").of("program").count == 2)
    }

    @Test func whatWasSeenIsShownWhileTheNetworkIsDown() async throws {
        let service = try PodcastService()
        let skywave = try await listener(service, kind: "apple")
        for command in ["charts top", "open p1"] { try await skywave(command) }
        service.server.stop()
        for command in ["charts top", "open p1"] {
            let run = try await skywave(command)
            #expect(run.status == 0 && run.out.contains("Show 15") && run.errors.hasPrefix("shown from the store"), "\(run.errors)")
        }
        #expect(try await skywave("browse de").status == 4)
        // Its feed is known, and can't be read now
        #expect(try await skywave("subscribe p1").status == 4)
    }

    @Test func fyydGoesFromItsChartToItsEpisodes() async throws {
        let service = try PodcastService()
        let skywave = try await listener(service, kind: "fyyd")
        #expect(try await skywave.objects("charts hot").of("program").map { $0.text("title") } == ["Podcast 64", "Podcast 65"])
        let opened = try await skywave.objects("open 1")
        #expect(opened.of("program").first?.text("feed") == service.url + "/feed/64.xml")
        #expect(opened.of("episode").map { $0.text("title") } == ["Folge 64", "Folge 65"])
        #expect(try await skywave.objects("more").of("episode").map { $0.count("n") } == [3, 4])
        #expect(try await skywave.objects("more").of("episode").map { $0.count("n") } == [5, 6])
        #expect(try await skywave("more").status == 3)
        #expect(try await skywave("--output null play 6").status == 0)
        let found = try await skywave.script("search --online Podcast\nmore\n", ["--json"])
        #expect(try JSONObject.lines(found.out).of("program").map { $0.count("n") } == [1, 2, 3, 4])
        #expect(try await skywave.objects("subscribe 4").of("program").map { $0.text("title") } == ["The feed"])
        #expect(try await skywave.objects("new").of("episode").count == 2)
        #expect(try await skywave("categories").status == 3)
    }
}
