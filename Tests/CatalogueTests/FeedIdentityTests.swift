import Catalogue
import Testing

/// What makes an item the same episode as before.
struct FeedIdentityTests {
    private struct Given {
        var guid: String?
        var url: String?
        var title = "t"
        var day = 1

        var xml: String {
            let guid = guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? ""
            let file = url.map { "<enclosure url=\"http://h.test/\($0)\"/>" } ?? ""
            return "<item><title>\(title)</title>\(guid)\(file)<pubDate>\(day) Feb 2016 08:00 GMT</pubDate></item>"
        }
    }

    private func refs(_ items: [Given], known: Set<String> = []) throws -> [String] {
        let text = "<rss><channel>\(items.map(\.xml).joined())</channel></rss>"
        return try FeedReader.read(Array(text.utf8), url: "http://h.test/f", known: known).episodes.map(\.ref)
    }

    @Test func aGuidOfItsOwnStaysThroughNewTitlesAndAddresses() throws {
        let before = try refs([
            Given(guid: "g3", url: "3.mp3", title: "三"), Given(guid: "g2", url: "2.mp3"), Given(guid: "g1", url: "1.mp3"),
        ])
        #expect(before == ["g3", "g2", "g1"])
        #expect(try refs([Given(guid: "g3", url: "3.mp3", title: "三（改名）")], known: Set(before)) == ["g3"])
        #expect(try refs([Given(guid: "g3", url: "moved.mp3", title: "三")], known: Set(before)) == ["g3"])
    }

    @Test func filesOfOneNameInDifferentFoldersAreDifferentEpisodes() throws {
        #expect(
            try refs([Given(url: "aaa/media.mp3"), Given(url: "bbb/media.mp3"), Given(url: "ccc/default.mp3?source=1")]) == [
                "http://h.test/aaa/media.mp3", "http://h.test/bbb/media.mp3", "http://h.test/ccc/default.mp3?source=1",
            ])
    }

    @Test func aUsedGuidStaysWithTheOldestItem() throws {
        let first = try refs([Given(guid: "g", url: "1.mp3", day: 1)])
        #expect(first == ["g"])
        let second = try refs([Given(guid: "g", url: "2.mp3", day: 2), Given(guid: "g", url: "1.mp3", day: 1)], known: Set(first))
        #expect(second == ["http://h.test/2.mp3", "g"])
        // The older one has left the feed: what remains is still the younger.
        #expect(try refs([Given(guid: "g", url: "2.mp3", day: 2)], known: Set(second)) == ["http://h.test/2.mp3"])
    }

    @Test func withoutGuidTheAddressCountsAndThenTitleAndDate() throws {
        #expect(try refs([Given(url: "1.mp3")]) == ["http://h.test/1.mp3"])
        #expect(try refs([Given(title: "t", day: 2), Given(title: "t", day: 1)]) == ["t 2016-02-02T08:00:00Z", "t 2016-02-01T08:00:00Z"])
        #expect(
            try refs([Given(url: "1.mp3", title: "b", day: 2), Given(url: "1.mp3", title: "a", day: 1)]) == [
                "b 2016-02-02T08:00:00Z", "http://h.test/1.mp3",
            ])
    }

    @Test func anEpisodeThatGetsAGuidLaterStaysTheSame() throws {
        #expect(try refs([Given(guid: "g", url: "1.mp3")], known: ["http://h.test/1.mp3"]) == ["http://h.test/1.mp3"])
    }

    @Test func anItemThatComesTwiceIsOneEpisode() throws {
        let item = Given(guid: "g", url: "1.mp3")
        #expect(try refs([item, item]) == ["g"])
    }
}
