import TestSupport

/// A podcast directory of either kind on the loopback, with the feeds and the sound that its programmes lead to: all paths at one address.
final class PodcastService: Sendable {
    let server: LoopbackServer
    var url: String { server.url }

    init() throws {
        server = try LoopbackServer { request in
            let here = "http://" + (request.header("Host") ?? "")
            let parts = request.path.split(separator: "/").map(String.init)
            switch parts.first {
            case "api": return .json(Self.appleChart(country: parts.count > 2 ? parts[2] : ""))
            case "search" where parts.count == 1: return .json(Self.results([Self.show("15", here)]), type: "text/javascript")
            case "lookup": return .json(Self.lookup(request.form["id"] ?? "", here), type: "text/javascript")
            case "feature", "search", "podcast": return .json(Self.fyyd(request, here))
            case "feed": return .text(Self.feed(here), type: "application/rss+xml")
            case "sound": return .file(SilentMP3.bytes(frames: 20), for: request)
            default: return .text("not here", status: 404)
            }
        }
    }

    func requests(_ path: String) -> [LoopbackServer.Request] { server.requests.filter { $0.path == path } }

    /// Three programmes: one of episodes, one of which the shop has no episodes, and one without a feed.
    private static func appleChart(country: String) -> String {
        let entries = ["15", "16", "17"].map { #"{"id":"\#($0)","name":"Show \#($0) \#(country)","artistName":"Ann","kind":"podcasts"}"# }
        return #"{"feed":{"title":"Top Shows","country":"\#(country)","results":[\#(entries.joined(separator: ","))]}}"#
    }

    private static func show(_ id: String, _ here: String) -> String {
        let feed = id == "17" ? "" : #","feedUrl":"\#(here)/feed/\#(id).xml""#
        return #"{"wrapperType":"track","kind":"podcast","collectionId":\#(id),"collectionName":"Show \#(id)","trackCount":2\#(feed)}"#
    }

    private static func results(_ rows: [String]) -> String {
        #"{"resultCount":\#(rows.count),"results":[\#(rows.joined(separator: ","))]}"#
    }

    private static func lookup(_ id: String, _ here: String) -> String {
        guard id == "15" else { return results([show(id, here)]) }
        let episodes = (1...2).map {
            #"{"wrapperType":"podcastEpisode","collectionId":15,"trackId":90\#($0),"trackName":"Shop \#($0)","episodeUrl":"\#(here)/sound/\#($0).mp3"}"#
        }
        return results([show(id, here)] + episodes)
    }

    /// Three pages of two.
    private static func fyyd(_ request: LoopbackServer.Request, _ here: String) -> String {
        let page = request.form["page"].flatMap { Int($0) } ?? 0
        let ids = [64 + 2 * page, 65 + 2 * page]
        let next = page < 2 ? "\(page + 1)" : "null"
        func podcast(_ id: Int) -> String { #"{"id":\#(id),"title":"Podcast \#(id)","xmlURL":"\#(here)/feed/\#(id).xml""# }
        var data = "[\(ids.map { podcast($0) + "}" }.joined(separator: ","))]"
        if request.path == "/podcast/episodes" {
            let episodes = ids.map { #"{"id":\#($0),"title":"Folge \#($0)","podcast_id":64,"enclosure":"\#(here)/sound/\#($0).mp3"}"# }
            data = podcast(64) + #","episodes":[\#(episodes.joined(separator: ","))]}"#
        }
        return #"{"status":1,"msg":"ok","meta":{"paging":{"page":\#(page),"next_page":\#(next)}},"data":\#(data)}"#
    }

    private static func feed(_ here: String) -> String {
        let items = (1...2).map {
            "<item><title>Feed \($0)</title><guid>g\($0)</guid><pubDate>Mon, 0\($0) Jun 2026 10:00:00 GMT</pubDate>"
                + "<enclosure url=\"\(here)/sound/\($0).mp3\" length=\"8340\" type=\"audio/mpeg\"/></item>"
        }
        return #"<rss version="2.0"><channel><title>The feed</title>"# + items.joined() + "</channel></rss>"
    }
}
