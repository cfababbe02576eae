import Foundation
import TestSupport
import Testing

/// A directory of radio stations on the loopback: from its charts to a station that plays.
@Suite struct Stations {
    /// A program that asks the directory.
    private func listener(_ tuner: Tuner) async throws -> Skywave {
        let skywave = try Skywave()
        #expect(try await skywave.run(["source", "add", "tuner", tuner.url, "--kind", "radio"]).status == 0)
        #expect(try await skywave("source use tuner").status == 0)
        return skywave
    }

    @Test func aChartIsReadToItsEnd() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        var found = try await skywave.objects("charts clicks")
        #expect(found.first?.text("name") == "clicks" && found.first?.count("entries") == 20)
        for _ in 0..<2 { found += try await skywave.objects("more") }
        let stations = found.of("station")
        #expect(stations.map { $0.text("title") } == (1...Tuner.stations).map { "Kanal \($0)" })
        #expect(stations.map { $0.count("n") } == Array(1...Tuner.stations))
        #expect(stations.map { $0.count("rank") } == Array(1...Tuner.stations))
        #expect(stations.allSatisfy { $0.text("chart") == "clicks" })
        #expect(try await skywave("more").status == 3)
        #expect(tuner.requests("stations/topclick").map { $0.form["offset"] } == ["0", "20", "40"])
        let agents = Set(tuner.server.requests.map { $0.header("User-Agent") ?? "" })
        #expect(agents.count == 1 && agents.allSatisfy { $0.hasPrefix("Skywave/") && $0.hasSuffix(" (terminal radio)") })
    }

    @Test func chartsShowTheBeginningOfEach() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        let charts = try await skywave.objects("charts")
        #expect(charts.of("chart").map { $0.text("name") } == ["clicks", "votes", "trend"])
        #expect(charts.of("station").map { $0.count("rank") } == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
        #expect(tuner.requests("stations/search").map { $0.form["order"] } == ["clicktrend"])
        let unknown = try await skywave("charts hot")
        #expect(unknown.status == 3)
        #expect(unknown.errors == "error: there is no chart “hot”; there are: clicks, votes, trend\n")
        let featured = try await skywave("featured")
        #expect(featured.status == 3 && featured.errors.contains("charts, categories, browse, search"))
    }

    @Test func stationsAreFoundByShelfAndByName() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        let shelves = try await skywave.objects("categories").of("category")
        #expect(shelves.map { $0.text("id") } == ["tag/jazz", "tag/talk", "country/NO", "language/norwegian"])
        #expect(shelves.map { $0.text("group") } == ["tags", "tags", "countries", "languages"])
        for (words, name, value) in [
            ("Jazz", "tag", "jazz"), ("tag/jazz", "tag", "jazz"), ("norway", "countrycode", "NO"), ("country/SE", "countrycode", "SE"),
            ("norwegian", "language", "norwegian"), ("Night", "tag", "night"),
        ] {
            _ = try await skywave("browse \(words) hot")
            let form = tuner.requests("stations/search").last?.form
            #expect(form?[name] == value && form?["order"] == "clickcount", "\(words)")
        }
        #expect(try await skywave("browse nowhere").status == 3)
        // Behind what the directory finds comes what the library has of it, in which the words may stand anywhere.
        let found = try await skywave.objects(["search", "Kanal 4"]).of("station").filter { $0.text("title") != "Kanal 14" }
        #expect(found.map { $0.text("title") } == ["Kanal 4"] + (40...45).map { "Kanal \($0)" })
        #expect(found.first?.texts("tags") == ["news"] && found.first?.list("audio").first?.count("bitrate") == 128)
        #expect(try await skywave("search zzzz").status == 3)
    }

    @Test func aStationPlaysIsCountedAndRemembered() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        try await skywave("charts clicks")
        let radio = try skywave.start(["play", "2", "--output", "null"])
        #expect(await eventually { !tuner.requests("url/u2").isEmpty })
        radio.signal(SIGINT)
        _ = await radio.finish()
        #expect(tuner.requests("url/u2").count == 1)
        #expect(tuner.requests("url/u2").first?.header("User-Agent")?.hasPrefix("Skywave/") == true)
        try await skywave("favourite 2")
        let favourites = try await skywave.objects("favourites").of("station")
        #expect(favourites.map { $0.text("title") } == ["Kanal 2"] && favourites.first?.flag("favourite") == true)
        let history = try await skywave.objects("history").of("listen")
        #expect(history.map { $0.text("id") } == [favourites.first?.text("id")])
    }

    @Test func whatHasNoEndHasNoPlaceToGoTo() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        let script = try skywave.start(["--output", "null"], input: "charts clicks\nplay 1\n")
        #expect(await script.wait(for: "▶"))
        script.write("seek 5\nstatus --json\n")
        #expect(await script.wait(for: "\"type\":\"status\""))
        // Nothing waits for the click: the end of the program could come before it.
        #expect(await eventually { !tuner.requests("url/u1").isEmpty })
        script.write("stop\n")
        #expect(await script.hasStopped())
        script.write("quit\n")
        let (words, status) = await script.finish()
        #expect(status == 1 && words.errorText.contains("live radio"))
        let states = try JSONObject.lines(words.text.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: "\n"))
        #expect(states.count >= 2 && states.first?.text("state") != "stopped" && states.last?.text("state") == "stopped")
        #expect(states.allSatisfy { $0.number("duration") == nil })
        #expect(tuner.requests("url/u1").count == 1)
    }

    @Test(arguments: ["m3u8", "xspf", "csv", "json"])
    func aQueueOfStationsIsWrittenAndReadAgain(form: String) async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        try await skywave("charts clicks")
        try await skywave("add 1-2")
        #expect(try await skywave("export \(form) queue.\(form)").status == 0)
        let read = try await skywave.objects("import queue.\(form)").of("episode")
        #expect(read.map { $0.text("title") } == ["Kanal 1", "Kanal 2"])
        try await skywave("clear")
        #expect(try await skywave("load queue.\(form)").status == 0)
        #expect(try await skywave.objects("queue").of("entry").map { $0.text("title") } == ["Kanal 1", "Kanal 2"])
    }

    @Test func anAnswerWithStationsIsLoadedButForThoseInPieces() async throws {
        let skywave = try Skywave()
        let stations = (1...3).map { number in
            #"{"stationuuid":"u\#(number)","name":"Kanal \#(number)","url":"http://r.test/\#(number)","hls":\#(number == 2 ? 1 : 0)}"#
        }
        try skywave.folder.write(Array("[\(stations.joined(separator: ","))]".utf8), to: "stations.json")
        let loaded = try await skywave("load ./stations.json")
        #expect(loaded.status == 1 && loaded.errors.contains("“Kanal 2” is broadcast as HLS"), "\(loaded.errors)")
        #expect(try await skywave.objects("queue").of("entry").map { $0.text("title") } == ["Kanal 1", "Kanal 3"])
    }

    @Test func aBlankWordIsNoTagAndFindsNothing() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        for command in [["browse", ""], ["browse", " "], ["search", ""], ["search", "--online", " "]] {
            #expect(try await skywave.run(command).status == 3, "\(command)")
        }
        #expect(tuner.requests("stations/search").isEmpty)
    }

    @Test func aStreamInPiecesIsRefused() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        try await skywave("charts clicks")
        for command in ["play 3", "add 3"] {
            let run = try await skywave(command)
            #expect(run.status == 1)
            #expect(run.errors.hasPrefix("error: “Kanal 3” is broadcast as HLS, which this version can't play"))
        }
        #expect(try await skywave.objects("queue").of("entry").isEmpty)
        #expect(tuner.server.requests.allSatisfy { !$0.path.hasPrefix("/live") && !$0.path.hasPrefix("/json/url") })
    }

    @Test func whatWasSeenIsShownWhileTheNetworkIsDown() async throws {
        let tuner = try Tuner()
        let skywave = try await listener(tuner)
        let seen = try await skywave("charts votes").out
        #expect(seen.contains("20 votes"))
        tuner.server.stop()
        let run = try await skywave("charts votes")
        #expect(run.status == 0 && run.out == seen && run.errors.hasPrefix("shown from the store"))
        #expect(try await skywave("charts trend").status == 4)
    }
}
