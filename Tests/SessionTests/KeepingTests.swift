import Catalogue
import Library
import Synchronization
import TestSupport
import Testing

@testable import Session

/// What `update` does besides: it fetches the newest episodes, and cleans up.
@Suite struct KeepingTests {
    /// A feed of so many episodes, the last the newest, with files that are there.
    private final class Feed: Sendable {
        let count: Mutex<Int>
        init(_ count: Int) { self.count = Mutex(count) }

        func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
            if request.path.hasSuffix(".mp3") { return .file(Silence.mp3(seconds: 0.5), for: request) }
            let items = (1...count.withLock { $0 }).map { number in
                """
                <item><title>\(number)</title><guid>\(number)</guid><pubDate>Mon, 05 Jan 2026 \(10 + number):00:00 GMT</pubDate>
                <enclosure url="\(request.path)/\(number).mp3" length="1000" type="audio/mpeg"/></item>
                """
            }
            let text = "<rss version=\"2.0\"><channel><title>Hour \(request.path)</title>\(items.joined())</channel></rss>"
            return LoopbackServer.Response(type: "text/xml", body: Array(text.utf8))
        }
    }

    private func with(_ count: Int, _ body: (Radio, Feed, LoopbackServer) async throws -> Void) async throws {
        let feed = Feed(count)
        let server = try LoopbackServer { feed.answer($0) }
        try await Radio.with { radio, _ in
            _ = try await radio.session.subscribe([server.url + "/a", server.url + "/b"])
            try await body(radio, feed, server)
        }
    }

    /// What `update` fetches, by title.
    private func fetched(_ radio: Radio, _ words: String...) async throws -> [String] {
        let report = try await radio.session.update(words)
        #expect(await radio.session.waitUntilDownloaded().isEmpty)
        return report.downloads.map { "\($0.programID.map(\.description) ?? "") \($0.episode.title)" }
    }

    @Test func asManyOfTheNewestAreFetchedAsWereAskedForOfEach() async throws {
        try await with(4) { radio, feed, _ in
            #expect(try await fetched(radio).isEmpty)
            _ = try await radio.session.set("auto-download", to: "2")
            _ = try await radio.session.set("p2.auto-download", to: "1")
            #expect(try await fetched(radio) == ["p1 3", "p1 4", "p2 4"])
            #expect(try await fetched(radio).isEmpty)
            feed.count.withLock { $0 = 5 }
            #expect(try await fetched(radio, "p2") == ["p2 5"])
            #expect(try await fetched(radio) == ["p1 5"])
            #expect(try await radio.session.downloads().count == 5)
            _ = try await radio.session.set("p2.auto-download", to: "0")
            feed.count.withLock { $0 = 6 }
            #expect(try await fetched(radio) == ["p1 6"])
        }
    }

    @Test func whatWasHeardDeletedCancelledOrCleanedUpIsNotFetchedAgain() async throws {
        try await with(4) { radio, _, _ in
            _ = try await radio.session.unsubscribe(["p2"])
            let library = try await radio.session.library()
            let ids = try await library.episodes(of: ItemID(.program, 1)).map(\.id)
            _ = try await radio.session.mark([ids[0].description], played: true)
            _ = try await radio.session.download([ids[1].description])
            _ = await radio.session.waitUntilDownloaded()
            _ = try await radio.session.deleteFiles([ids[1].description])
            try await library.keepDownload(DownloadRecord(id: ids[2], url: "", state: .cancelled))
            _ = try await radio.session.set("auto-download", to: "4")
            #expect(try await fetched(radio) == ["p1 1"])
            try await library.markPlayed(ids[3], true)
            _ = try await radio.session.set("cleanup", to: "played")
            let report = try await radio.session.update([])
            #expect(report.cleanup.items.map(\.rule) == ["played"])
            #expect(report.downloads.isEmpty)
            _ = try await library.markPlayed([ids[3]], false, step: nil)
            #expect(try await fetched(radio).isEmpty)
            // Asked for by hand they come.
            #expect(try await radio.session.download([ids[3].description, ids[1].description]).items == 2)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
        }
    }

    @Test func ofWhatCouldNotBeLookedAtNothingIsFetched() async throws {
        try await with(2) { radio, _, server in
            _ = try await radio.session.set("auto-download", to: "1")
            server.stop()
            #expect(try await fetched(radio).isEmpty)
        }
    }

    @Test func withoutRulesNothingIsCleanedUp() async throws {
        try await with(1) { radio, _, _ in
            _ = try await radio.session.download(["p1"])
            _ = await radio.session.waitUntilDownloaded()
            try await radio.session.library().markPlayed(ItemID(.episode, 1), true)
            for rules in ["", "off"] {
                _ = try await radio.session.set("cleanup", to: rules)
                #expect(try await radio.session.cleanUp(isDry: false).isOff)
            }
            #expect(
                await sessionError { try await radio.session.set("cleanup", to: "old") }
                    == .badSetting(key: "cleanup", value: "old", expected: CleanupRules.expected))
            _ = try await radio.session.set("cleanup", to: "played")
            #expect(try await radio.session.cleanUp(isDry: true).items.map(\.title) == ["1"])
            #expect(try await radio.session.downloads().count == 1)
            #expect(try await radio.session.cleanUp(isDry: false).items.count == 1)
            #expect(try await radio.session.downloads().isEmpty)
            #expect(try await radio.session.undo().items == 1)
            #expect(try await radio.session.downloads().count == 1)
        }
    }
}
