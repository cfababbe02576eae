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
    /// Asks for a podcast feed (RSS 2.0, Atom) by its address, conditionally with the validators of the last time, and reads it on the
    /// pool, whoever asks: several feeds at once are read on several cores.
    /// `known`: what its episodes are known by already, so that one whose name in the feed was given to another keeps its own; it is called
    /// only when there is something to read. `allowHTTP`: the server may lead from https to http. Throws DirectoryError, and what `known` throws.
    @concurrent
    public func feed(
        _ url: String, etag: String? = nil, lastModified: String? = nil, allowHTTP: Bool = false,
        known: @Sendable () async throws -> Set<String> = { [] }
    ) async throws -> FetchedFeed {
        let response = try await feedAnswer(
            HTTPRequest(url, etag: etag, lastModified: lastModified, allowDowngrade: allowHTTP))
        guard response.status != 304 else {
            return FetchedFeed(
                movedTo: response.permanentURL, etag: response.etag ?? etag, lastModified: response.lastModified ?? lastModified)
        }
        let known = try await known()
        let fetched = try Self.feed(in: response, from: url, known: known)
        // Where the feed says it has moved is believed when a feed is there.
        if let next = fetched.feed?.newFeedURL, next != url, next != response.url,
            let answer = try? await feedAnswer(HTTPRequest(next, allowDowngrade: allowHTTP)),
            var moved = try? Self.feed(in: answer, from: next, known: known)
        {
            moved.movedTo = moved.movedTo ?? next
            return moved
        }
        return fetched
    }

    private func feedAnswer(_ request: HTTPRequest) async throws(DirectoryError) -> HTTPResponse {
        do throws(TransferError) {
            return try await transfer.fetch(request)
        } catch {
            throw .transfer(error.withURLs(URLText.withoutQuery), source: URLText.withoutQuery(request.url))
        }
    }

    private static func feed(in response: HTTPResponse, from url: String, known: Set<String>) throws(DirectoryError) -> FetchedFeed {
        do throws(CatalogueError) {
            let feed = try FeedReader.read(response.body, url: response.url, charset: response.charset, known: known)
            return FetchedFeed(feed: feed, movedTo: response.permanentURL, etag: response.etag, lastModified: response.lastModified)
        } catch {
            throw .answer(error, source: URLText.withoutQuery(url), what: "feed")
        }
    }
}
