import Catalogue
import Foundation
import Library
import TestSupport
import Testing

@testable import Session

/// Files get the ending of what they are, and nothing is fetched twice for that.
@Suite struct DownloadEndingTests {
    /// As MPEG-4 begins.
    private static let m4a = [0, 0, 0, 32] + Array("ftypM4A ".utf8) + [UInt8](repeating: 0, count: 5000)

    private func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            var response = LoopbackServer.Response.file(Self.m4a, for: request)
            if request.path == "/book.mp3" { response.headers.append(("Content-Disposition", "attachment; filename=\"/x/../Book.m4b\"")) }
            return response
        }
    }

    @Test func whatIsNoMP3IsNotCalledSo() async throws {
        let server = try server()
        try await Radio.with { radio, folder in
            _ = try await radio.session.download([server.url + "/talk.mp3", server.url + "/book.mp3", server.url + "/right.m4a"])
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let names = try folder.names(in: "library/downloads/url")
            #expect(names == ["book.m4b", "right.m4a", "talk.m4a"])
            #expect(
                try await radio.session.downloads().map { $0.path?.split(separator: "/").last } == ["talk.m4a", "book.m4b", "right.m4a"])
            #expect(try await radio.session.verify([]).files.allSatisfy { $0.fault == nil })
        }
    }

    @Test func aFileOfTheRightNameStaysAndTheOtherKeepsItsOwn() async throws {
        let server = try server()
        try await Radio.with { radio, folder in
            try folder.write([1], to: "library/downloads/url/talk.m4a")
            _ = try await radio.session.download([server.url + "/talk.mp3"])
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(try folder.names(in: "library/downloads/url") == ["talk (2).m4a", "talk.m4a"])
            #expect(folder.read("library/downloads/url/talk.m4a") == [1])
        }
    }

    @Test func oneThatWasKilledBehindItsRenamingIsThere() async throws {
        let server = try server()
        try await Radio.with { radio, folder in
            _ = try await radio.session.download([server.url + "/talk.mp3"])
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let library = try await radio.session.library()
            var record = try #require(try await library.downloads().first)
            (record.state, record.path, record.sha256) = (.waiting, folder.file("library/downloads/url/talk.mp3"), nil)
            try await library.keepDownload(record)
            // And what is noted beside a part was still there.
            try folder.write(Array("{}".utf8), to: "library/downloads/url/talk.mp3.part.info")
            #expect(try await radio.session.download([]).items == 1)
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(server.requests.count == 1)
            #expect(try folder.names(in: "library/downloads/url") == ["talk.m4a"])
            #expect(try await radio.session.downloads().map(\.path) == [folder.file("library/downloads/url/talk.m4a")])
        }
    }

    @Test func aPlaceBehindALinkIsLeftForAnother() async throws {
        let server = try LoopbackServer { LoopbackServer.Response.file(Silence.mp3(seconds: 1), for: $0) }
        try await Radio.with { radio, folder in
            _ = try await radio.session.download([server.url + "/talk.mp3"])
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            let (place, elsewhere) = (folder.file("library/downloads/url"), folder.file("elsewhere"))
            try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: elsewhere)
            try FileManager.default.removeItem(atPath: elsewhere + "/talk.mp3")
            _ = try await radio.session.download(["e1"])
            #expect(await radio.session.waitUntilDownloaded().isEmpty)
            #expect(try folder.names(in: "elsewhere").isEmpty)
            #expect(try await radio.session.downloads().map(\.path) == [folder.file("library/downloads/url (2)/talk.mp3")])
        }
    }
}
