import Foundation
import Synchronization
import TestSupport
import Testing

/// Podcast feeds on the loopback, with the built program.
@Suite struct Feeds {
    @Test func aFeedIsFollowedHeardAndThereWithoutTheNetwork() async throws {
        let count = Mutex(2)
        let server = try LoopbackServer { request in
            let here = "http://" + (request.header("Host") ?? "")
            if request.path.hasPrefix("/sound") { return .file(SilentMP3.bytes(frames: 20), for: request) }
            guard request.path == "/feed.xml" else { return .text("not here", status: 404) }
            let items = (1...count.withLock { $0 }).reversed().map { number in
                "<item><title>Folge \(number)</title><guid>g\(number)</guid><pubDate>Mon, 0\(number) Jun 2026 06:00:00 GMT</pubDate>"
                    + "<enclosure url=\"\(here)/sound/\(number).mp3\" type=\"audio/mpeg\" length=\"1\"/></item>"
            }
            return .text("<rss version=\"2.0\"><channel><title>潮声</title>\(items.joined())</channel></rss>", type: "application/rss+xml")
        }
        let skywave = try Skywave()
        #expect(try await skywave("subscribe \(server.url)/feed.xml").status == 0)
        #expect(try await skywave.objects("new").of("episode").map { $0.text("title") } == ["Folge 2", "Folge 1"])
        #expect(try await skywave("--output null play 1").status == 0)
        count.withLock { $0 = 4 }
        #expect(try await skywave.objects("update").of("update").map { $0.count("added") } == [2])
        #expect(try await skywave("download 1").status == 0)
        // In the middle of it all the network goes
        server.stop()
        #expect(try await skywave("update").status == 4)
        let opened = try await skywave.objects("open p1").of("episode")
        #expect(opened.map { $0.text("title") } == ["Folge 4", "Folge 3", "Folge 2", "Folge 1"])
        #expect(opened.map { $0.flag("played") } == [false, false, true, false])
        #expect(try await skywave.objects("new").of("episode").count == 3)
        let downloaded = try #require(opened.first { $0.text("downloaded") != nil }?.text("id"))
        #expect(try await skywave("--output null play \(downloaded)").status == 0)
        #expect(try await skywave("--output null play e2").status == 4)
    }
}
