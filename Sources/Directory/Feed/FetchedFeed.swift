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
    public func feed(_ url: String, etag: String? = nil, lastModified: String? = nil) async throws(DirectoryError) -> FetchedFeed {
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
        do throws(CatalogueError) {
            let feed = try FeedReader.read(response.body, url: response.url, charset: response.charset)
            return FetchedFeed(
                feed: feed, movedTo: response.permanentURL ?? feed.newFeedURL, etag: response.etag, lastModified: response.lastModified)
        } catch {
            throw .answer(error, source: url, what: "feed")
        }
    }
}
