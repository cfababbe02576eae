import Catalogue
import TestSupport
import Testing
import Transfer

@testable import Directory

/// Asking for podcast feeds.
@Suite struct FeedTests {
    @Test func whatIsKnownIsAskedForOnlyWhenThereIsAFeedToRead() async throws {
        struct Asked: Error {}
        let server = try LoopbackServer { request in
            if request.header("If-None-Match") == "\"a\"" { return .init(status: 304, headers: [("ETag", "\"a\"")]) }
            return .init(type: "text/xml", body: Array("<rss><channel><title>T</title></channel></rss>".utf8))
        }
        let directory = CatalogueDirectory(transfer: TransferClient(userAgent: "test"))
        let unchanged = try await directory.feed(server.url + "/f", etag: "\"a\"") { throw Asked() }
        #expect((unchanged.feed?.program.title, unchanged.etag) == (nil, "\"a\""))
        await #expect(throws: Asked.self) { try await directory.feed(server.url + "/f") { throw Asked() } }
        #expect(try await directory.feed(server.url + "/f").feed?.program.title == "T")
    }
}
