import Foundation
import TestSupport
import Testing

/// A listener's first hour on an empty library, with no network and no sound server.
@Suite struct FirstHour {
    static let script = "featured\ncharts\nopen 1\nadd 1-3\nqueue\nfavourite 1\nfavourites\nquit\n"

    @Test func aScriptBrowsesQueuesAndMarksOffline() async throws {
        let skywave = try Skywave()
        let run = try await skywave.script(Self.script)
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.out.contains("added 3 items"))
        #expect(!run.out.contains("\u{1b}"))
        #expect(!run.out.contains("skywave>"))
        // Numbers meant what was printed: `open 1` opened the first chart entry's programme, whose first three are queued.
        let queue = try await skywave.objects("queue")
        let favourites = try await skywave.objects("favourites")
        #expect(queue.of("entry").count == 3)
        #expect(queue.result?.count("items") == 3)
        #expect(favourites.of("episode").map { $0.text("id") } == [queue.of("entry")[0].text("id")])
        #expect(favourites.of("episode")[0].flag("favourite") == true)
    }

    @Test func aNewProcessBeginsWithTheLastListing() async throws {
        let skywave = try Skywave()
        let featured = try await skywave.objects("featured")
        let second = try #require(featured.first { $0.count("n") == 5 })
        // Then what is not a listing leaves it as it is, and so does what failed or is empty
        for command in ["categories", "help", "status", "charts nothing", "queue", "favourites", "history", "downloads", "search zzzz"] {
            try await skywave(command)
        }
        let info = try await skywave.objects("info 5")
        #expect(info[0].text("id") == second.text("id"))
        // When another one is shown, then numbers mean that one
        let chart = try await skywave.objects("charts liked")
        #expect(chart.of("chart")[0].text("name") == "liked")
        #expect(try await skywave.objects("info 1")[0].text("id") == chart.first { $0.count("n") == 1 }?.text("id"))
    }

    @Test func anEpisodeOpensItsProgrammeAndTheEpisodesAreNumberedFromOne() async throws {
        let skywave = try Skywave()
        let hot = try await skywave.objects("charts hot").of("episode")
        let page = try await skywave.objects("open 2")
        #expect(page.of("program").count == 1)
        #expect(page.of("program")[0].text("id") == hot[1].text("program"))
        #expect(page.of("episode").compactMap { $0.count("n") } == Array(1...page.of("episode").count))
        #expect(page.of("episode").allSatisfy { $0.text("program") == hot[1].text("program") })
    }

    @Test func rangesAndAllQueueWhatWasPrinted() async throws {
        let skywave = try Skywave()
        let chart = try await skywave.objects("charts hot").of("episode").compactMap { $0.text("id") }
        try await skywave("add 3-2")
        try await skywave("insert 1")
        try await skywave("add all")
        let queue = try await skywave.objects("queue").of("entry").compactMap { $0.text("id") }
        #expect(Array(queue.suffix(chart.count)) == chart)
        #expect(queue.dropLast(chart.count).sorted() == chart[0...2].sorted())
        #expect(queue.firstIndex(of: chart[2]).map { queue[$0 + 1] } == chart[1])
    }

    @Test func queuePositionsAndModesStayAcrossProcesses() async throws {
        let skywave = try Skywave()
        try await skywave.script("charts hot\nadd 1-4\nmove 4 1\nswap 2 3\ndel 4\nrandom on\nrepeat on\nvolume 30\n")
        let status = try #require(try await skywave.objects("status").first)
        #expect(status.count("queueLength") == 3)
        #expect(status.count("volume") == 30)
        #expect(status.flag("random") == true)
        #expect(status.flag("repeat") == true)
        #expect(status.flag("single") == false)
        let hot = try await skywave.objects("charts hot").of("episode").compactMap { $0.text("id") }
        let queue = try await skywave.objects("queue").of("entry").compactMap { $0.text("id") }
        #expect(queue == [hot[3], hot[1], hot[0]])
        #expect(try await skywave("clear").status == 0)
        #expect(try await skywave.objects("status")[0].count("queueLength") == 0)
    }

    @Test func whatIsPlayedIsInTheHistoryAndThePlaceIsKept() async throws {
        let skywave = try Skywave()
        try await skywave("charts hot")
        let script = try skywave.start(["--output", "null"], input: "play 1-2\n")
        #expect(await script.wait(for: "▶"))
        script.write("seek 5\npause\nseek 6\nstatus --json\n")
        #expect(await script.wait(for: "\"type\":\"status\""))
        script.write("quit\n")
        #expect(await script.finish().status == 0)
        let status = try #require(try await skywave.objects("status").first)
        #expect(status.text("state") == "stopped")
        #expect((5.99...6.5).contains(status.number("position") ?? 0))
        #expect(status.count("queuePosition") == 1)
        #expect(status.count("queueLength") == 2)
        let history = try await skywave.objects("history").of("listen")
        #expect(history.map { $0.text("id") } == [status.text("id")])
    }

    @Test func searchFindsWhatWasSeen() async throws {
        let skywave = try Skywave()
        try await skywave("charts")
        let found = try await skywave.objects("search --local small LIGHTS")
        #expect(found.of("program").contains { $0.text("title") == "Small Lights" })
        #expect(try await skywave.objects("search --local 收音机").of("episode").count >= 1)
        #expect(try await skywave("search --local zzzz").status == 3)
    }
}
