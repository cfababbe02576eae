public import Catalogue
import Transfer

/// What a feed's server said.
public struct FetchedFeed: Sendable {
    /// Nil where nothing has changed since the validators that were sent.
    public var feed: Feed?
    /// Where the feed is to be had from now on: after 301 or 308 alone, or as the feed itself says.
    public var movedTo: String?
    public var etag: String?
    public var lastModified: String?
}

extension CatalogueDirectory {
    /// Asks for a podcast feed (RSS 2.0, Atom) by its address, conditionally with the validators of the last time.
    /// `known`: what its episodes are known by already, so that one whose name in the feed was given to another keeps its own.
    public func feed(
        _ url: String, etag: String? = nil, lastModified: String? = nil, known: Set<String> = []
    ) async throws(DirectoryError) -> FetchedFeed {
        try await feed(url, etag: etag, lastModified: lastModified, known: known, isMove: false)
    }

    private func feed(
        _ url: String, etag: String? = nil, lastModified: String? = nil, known: Set<String>, isMove: Bool
    ) async throws(DirectoryError) -> FetchedFeed {
        let response: HTTPResponse
        do throws(TransferError) {
            response = try await transfer.fetch(HTTPRequest(url, etag: etag, lastModified: lastModified))
        } catch {
            throw .transfer(error.withURLs(URLText.withoutQuery), source: URLText.withoutQuery(url))
        }
        if response.status == 304 {
            return FetchedFeed(
                movedTo: response.permanentURL, etag: response.etag ?? etag, lastModified: response.lastModified ?? lastModified)
        }
        let feed: Feed
        do throws(CatalogueError) {
            feed = try FeedReader.read(response.body, url: response.url, charset: response.charset, known: known)
        } catch {
            throw .answer(error, source: URLText.withoutQuery(url), what: "feed")
        }
        // Where the feed says it has moved is believed when a feed is there.
        if let next = feed.newFeedURL, next != url, next != response.url, !isMove,
            var moved = try? await self.feed(next, known: known, isMove: true), moved.feed != nil
        {
            moved.movedTo = moved.movedTo ?? next
            return moved
        }
        return FetchedFeed(feed: feed, movedTo: response.permanentURL, etag: response.etag, lastModified: response.lastModified)
    }
}
