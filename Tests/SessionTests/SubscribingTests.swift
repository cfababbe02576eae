import Catalogue
import Library
import Synchronization
import TestSupport
import Testing

@testable import Session

/// Following feeds: what a server says, and what the listener then has.
@Suite struct SubscribingTests {
    @Test func aFeedIsReadWhenItIsSubscribedAndItsEpisodesWait() async throws {
        let server = try FeedServer(["one", "two"])
        try await Radio.with { radio, _ in
            let report = try await radio.session.subscribe([server.url + "/feed.xml"])
            #expect((report.items, report.skipped) == (1, 0))
            #expect(report.records.map(\.title) == ["Example Hour"])
            #expect(try await titles(radio) == ["two", "one"])
            #expect(try await radio.session.subscribe([server.url + "/feed.xml"]).skipped == 1)
        }
    }

    @Test func aSerialBeginsWithItsFirstEpisode() async throws {
        let server = try FeedServer(["one", "two", "three"])
        server.feed.head.withLock { $0 = "<itunes:type>serial</itunes:type>" }
        try await Radio.with { radio, _ in
            let page = try await radio.session.open(server.url + "/feed.xml").page
            #expect(page.sections[0].items.map(\.address) == page.addresses)
            #expect(try await radio.session.info(["1", "2", "3"]).records.map(\.title) == ["one", "two", "three"])
            let id = try #require(page.program?.id.description)
            _ = try await radio.session.add([id])
            #expect(try await radio.titles() == ["one", "two", "three"])
        }
    }

    @Test func anUpdateBringsWhatIsNewAndAsksForNoBodyWhereNothingIs() async throws {
        let server = try FeedServer(["one"])
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            server.feed.titles.withLock { $0 = ["one", "two", "three"] }
            #expect(try await radio.session.update([]).lines.map(\.added) == [2])
            #expect(try await radio.session.update([]).lines.map(\.added) == [0])
            #expect(server.http.requests.last?.header("If-None-Match") == "\"3\"")
            #expect(server.feed.bodies.withLock { $0 } == 2)
        }
    }

    @Test func notesAreIndexedWhileAnUpdateWaitsForServers() async throws {
        let server = try FeedServer(["one"])
        server.feed.head.withLock { $0 = "<description>Of lighthouses</description>" }
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            let library = try await radio.session.library()
            #expect(try await library.waitingForIndex() == (0, 1))
            let gate = LoopbackServer.Gate()
            server.feed.gate.withLock { $0 = gate }
            async let update = radio.session.update([])
            #expect(await eventually { try await library.waitingForIndex() == (0, 0) })
            gate.open()
            #expect(try await update.lines.map(\.added) == [0])
        }
    }

    @Test func manyFeedsAreToldInTheirOrderEachWithItsOwnNumbers() async throws {
        let server = try FeedServer(["one"])
        let names = (1...40).map { "\(server.url)/feed.xml?\($0)" }
        try await Radio.with { radio, folder in
            _ = try await radio.session.set("transfers-per-host", to: "8")
            let list = names.map { "<outline type=\"rss\" xmlUrl=\"\($0)\"/>" }.joined()
            try folder.write(Array("<opml><body>\(list)</body></opml>".utf8), to: "feeds.opml")
            _ = try await radio.session.importFile(folder.file("feeds.opml"))
            // One feed is longer than the others.
            server.feed.long.withLock { $0 = "/feed.xml?7" }
            let lines = try await radio.session.update([]).lines
            #expect(lines.map(\.program.program.ref) == names)
            #expect(lines.map(\.added) == (1...40).map { $0 == 7 ? 3 : 1 })
            #expect(try await radio.session.subscriptions().map(\.episodes) == lines.map(\.added))
            #expect(try await radio.session.update([]).lines.allSatisfy { $0.added == 0 && $0.error == nil })
            #expect(server.feed.bodies.withLock { $0 } == 40)
        }
    }

    @Test func whatLeavesTheFeedStays() async throws {
        let server = try FeedServer(["one", "two"])
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            server.feed.titles.withLock { $0 = ["three"] }
            _ = try await radio.session.update([])
            #expect(try await titles(radio).sorted() == ["one", "three", "two"])
        }
    }

    @Test func aFeedThatFailsCostsTheOthersNothingAndIsLeftAloneAfterThree() async throws {
        let server = try FeedServer(["one"])
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml", server.url + "/other.xml"])
            server.feed.broken.withLock { $0 = ["/other.xml"] }
            server.feed.titles.withLock { $0 = ["one", "two"] }
            for round in 1...3 {
                let lines = try await radio.session.update([]).lines
                #expect(lines.map { $0.error != nil } == [false, true])
                #expect(lines[0].added == (round == 1 ? 1 : 0))
            }
            #expect(try await radio.session.update([]).lines.map(\.isWaiting) == [false, true])
            #expect(try await radio.session.subscriptions().map(\.failures) == [0, 3])
            #expect(try await radio.session.subscriptions().last?.error != nil)
            // Named it is asked, and what it then brings makes it whole again.
            server.feed.broken.withLock { $0 = [] }
            #expect(try await radio.session.update(["2"]).lines.map(\.added) == [1])
            #expect(try await radio.session.subscriptions().map(\.failures) == [0, 0])
        }
    }

    @Test func aMoveForGoodIsFollowedAndAnotherIsNot() async throws {
        let server = try FeedServer(["one"])
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            server.feed.moved.withLock { $0 = 302 }
            _ = try await radio.session.update([])
            #expect(try await radio.session.subscriptions().map(\.url) == [server.url + "/feed.xml"])
            server.feed.moved.withLock { $0 = 301 }
            server.feed.titles.withLock { $0 = ["one", "two"] }
            _ = try await radio.session.update([])
            #expect(try await radio.session.subscriptions().map(\.url) == [server.url + "/new.xml"])
            #expect(try await radio.session.subscriptions().map(\.episodes) == [2])
        }
    }

    @Test func anAddressThatTheFeedNamesIsTakenOnlyWhenAFeedIsThere() async throws {
        let server = try FeedServer(["one"])
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            server.feed.broken.withLock { $0 = ["/gone.xml"] }
            for (name, kept) in [("/gone.xml", "/feed.xml"), ("/new.xml", "/new.xml")] {
                server.feed.newAddress.withLock { $0 = server.url + name }
                server.feed.titles.withLock { $0.append(name) }
                #expect(try await radio.session.update([]).lines.map(\.added) == [1])
                #expect(try await radio.session.subscriptions().map(\.url) == [server.url + kept])
            }
        }
    }

    @Test func feedsWhoseAddressesDifferInAnyParameterAreTwo() async throws {
        let server = try FeedServer(["one"])
        try await Radio.with { radio, _ in
            let report = try await radio.session.subscribe([server.url + "/feed.xml?key=a", server.url + "/feed.xml?key=b"])
            #expect((report.items, report.skipped) == (2, 0))
            // What was read then is not read again.
            _ = try await radio.session.update([])
            #expect(server.feed.bodies.withLock { $0 } == 2)
        }
    }

    @Test func unsubscribingKeepsTheEpisodes() async throws {
        let server = try FeedServer(["one"])
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            #expect(try await radio.session.unsubscribe(["p1"]).items == 1)
            #expect(try await radio.session.subscriptions().isEmpty)
            #expect(try await radio.session.open("p1").page.sections.flatMap(\.items).count == 1)
            #expect(await sessionError { try await radio.session.unsubscribe(["p1"]) } == .notSubscribed(title: "Example Hour"))
        }
    }

    @Test func aProgrammeOfASourceCanBeFollowedToo() async throws {
        try await Radio.with { radio, _ in
            _ = try await radio.session.browse("English", list: .recommended)
            _ = try await radio.session.subscribe(["1"])
            #expect(try await radio.session.update([]).lines.map(\.added) == [3])
            #expect(try await titles(radio).count == 3)
        }
    }

    @Test func whatWasHeardIsNotNew() async throws {
        let server = try FeedServer(["one", "two"])
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/feed.xml"])
            try await radio.session.library().markPlayed(ItemID(.episode, 1), true)
            #expect(try await titles(radio).count == 1)
            #expect(try await radio.session.subscriptions().map(\.unheard) == [1])
        }
    }

    /// A static station with one programme of so many episodes, the newest first.
    private func station(_ count: Shared<Int>) throws -> LoopbackServer {
        try LoopbackServer { request in
            let parts = request.path.split(separator: "/").map { $0.split(separator: ".")[0] }
            guard parts[0] == "playlist", let page = parts.last.flatMap({ Int($0) }) else {
                return parts[0] == "program"
                    ? .json(#"{"code":0,"data":{"id":5,"programName":"P"}}"#) : LoopbackServer.Response(status: 404)
            }
            let rest = count.value - 20 * (page - 1)
            if rest <= 0 { return LoopbackServer.Response(status: 404) }
            let episodes = (max(1, rest - 19)...rest).reversed().map { #"{"id":"\#($0)","title":"\#($0)","programId":"5"}"# }
            return .json(#"{"code":0,"data":{"resourceList":[\#(episodes.joined(separator: ","))]}}"#)
        }
    }

    @Test func aProgrammesNewsIsReadUpToWhatIsKnownAndAServerThatIsAwayIsTold() async throws {
        let count = Shared(3)
        let server = try station(count)
        try await Radio.with { radio, _ in
            _ = try await radio.session.addSource("wave", url: server.url, kind: .station)
            let known = try await radio.session.library().keep(Page(program: Program(ref: "5", title: "P")), from: "wave")
            let id = try #require(known.program?.id.description)
            _ = try await radio.session.subscribe([id])
            #expect(try await radio.session.update([]).lines.map(\.added) == [3])
            count.change { $0 = 45 }
            #expect(try await radio.session.update([]).lines.map(\.added) == [42])
            #expect(try await radio.session.update([]).lines.map(\.added) == [0])
            server.stop()
            #expect(try await radio.session.update([]).lines.map { $0.error != nil } == [true])
            #expect(try await radio.session.subscriptions().map(\.failures) == [1])
        }
    }

    @Test func aDirectorysProgrammeStandsForTheFeedThatIsFollowedInItsPlace() async throws {
        let server = try FeedServer(["one"])
        try await Radio.with { radio, _ in
            let page = Page(program: Program(ref: "7", title: "Hour", feed: server.url + "/feed.xml"))
            let kept = try await radio.session.library().keep(page, from: "apple")
            let id = try #require(kept.program?.id.description)
            _ = try await radio.session.subscribe([id])
            server.feed.titles.withLock { $0.append("two") }
            #expect(try await radio.session.update([id]).lines.map(\.added) == [1])
        }
    }

    private func titles(_ radio: Radio) async throws -> [String] {
        try await radio.session.unheard().page.sections.flatMap(\.items).map { item in
            if case .episode(let record) = item { record.episode.title } else { "" }
        }
    }
}

/// A loopback server with a feed at `/feed.xml`, `/new.xml` and `/other.xml`.
private struct FeedServer {
    let feed: ServedFeed
    let http: LoopbackServer
    var url: String { http.url }

    init(_ titles: [String]) throws {
        let feed = ServedFeed(titles)
        self.feed = feed
        http = try LoopbackServer { feed.answer($0) }
    }
}

/// A feed with these episodes, oldest first, an hour apart.
private final class ServedFeed: Sendable {
    let titles: Mutex<[String]>
    /// Paths that give a web page instead.
    let broken = Mutex<Set<String>>([])
    /// The status by which `/feed.xml` leads to `/new.xml`.
    let moved = Mutex<Int?>(nil)
    /// What the feed says of where it is from now on.
    let newAddress = Mutex<String?>(nil)
    /// More that it says of itself.
    let head = Mutex("")
    let bodies = Mutex(0)
    /// The path and query under which the feed has two episodes more.
    let long = Mutex<String?>(nil)

    /// All answers wait for it.
    let gate = Mutex<LoopbackServer.Gate?>(nil)

    init(_ titles: [String]) { self.titles = Mutex(titles) }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        var response = content(request)
        response.headGate = gate.withLock { $0 }
        return response
    }

    private func content(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
        if broken.withLock({ $0.contains(request.path) }) { return .text("<html>Sorry</html>", type: "text/html") }
        if request.path == "/feed.xml", let status = moved.withLock({ $0 }) { return .redirect("/new.xml", status: status) }
        let titles = titles.withLock { $0 } + (long.withLock { $0 } == request.target ? ["later", "latest"] : [])
        let tag = "\"\(titles.count)\""
        if request.header("If-None-Match") == tag { return LoopbackServer.Response(status: 304, headers: [("ETag", tag)]) }
        bodies.withLock { $0 += 1 }
        let items = titles.enumerated().map { hour, title in
            """
            <item><title>\(title)</title><guid>\(title)</guid><pubDate>Mon, 05 Jan 2026 \(10 + hour):00:00 GMT</pubDate>
            <enclosure url="\(title).mp3" length="1000" type="audio/mpeg"/></item>
            """
        }
        let move = newAddress.withLock { $0 }.map { "<itunes:new-feed-url>\($0)</itunes:new-feed-url>" } ?? ""
        let head = head.withLock { $0 }
        let text = """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel><title>Example Hour</title>\(head)\(move)\(items.joined())</channel></rss>
            """
        return LoopbackServer.Response(type: "text/xml", body: Array(text.utf8), headers: [("ETag", tag)])
    }
}
