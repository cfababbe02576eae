import Catalogue
import TestSupport
import Testing
import Transfer

@testable import Directory

/// What is asked of an FM-style service about one thing.
@Suite struct SingleAnswerTests {
    let service: FMService

    init() throws {
        service = try FMService()
    }

    private func episode(_ access: SourceAccess) async throws(DirectoryError) -> FetchedPage {
        try await directory().episode("70001", of: access, known: { _ in [:] })
    }

    @Test func anEpisodeIsAskedForInTheNameOfTheUser() async throws {
        service.change("getResourceByRid_240") { _ in
            .json(#"{"msg":"","code":0,"data":{"id":70001,"title":"t","audiolist":[{"filePath":"http://a.test/1.mp3"}]}}"#)
        }
        let fetched = try await episode(SourceAccess(source: service.source, appid: "a/1", sign: "S"))
        #expect(fetched.episodes == [Episode(ref: "70001", title: "t", audio: [AudioFile(url: "http://a.test/1.mp3")])])
        #expect(fetched.answers.map(\.key) == ["episode/70001"])
        #expect(service.server.requests.map(\.target) == ["/fm/read/fmd/api/a%2F1/S/70001/getResourceByRid_240.html"])
    }

    @Test func withoutAUserItIsNotAskedFor() async throws {
        for access in [SourceAccess(source: service.source), SourceAccess(source: service.source, appid: "a1")] {
            let error = await failure { () throws(DirectoryError) in _ = try await episode(access) }
            guard case .noSuchPage(source: "mirror", kind: .fm, page: "episode") = error else {
                Issue.record("not refused: \(String(describing: error))")
                return
            }
        }
        #expect(service.server.requests.isEmpty)
    }

    @Test func aFailureDoesNotTellWhoAsked() async throws {
        service.change("getResourceByRid_240") { _ in LoopbackServer.Response(status: 404) }
        let access = SourceAccess(source: service.source, appid: "appid-7", sign: "sign-7", key: nil)
        let error = await failure { () throws(DirectoryError) in _ = try await episode(access) }
        let words = String(describing: try #require(error))
        #expect(words.contains("404") && words.contains("127.0.0.1") && !words.contains("appid-7") && !words.contains("sign-7"))
    }

    @Test func aFilesAddressIsSignedWithoutRunningAnything() async throws {
        service.change("getSignAudio") { _ in
            .text(#"/**/callback({"data":"https://audio.example.test/1.mp3?sign=x)&t=1"});"#, type: "text/javascript")
        }
        let signed = try await directory().signedAudio("/userfiles/1 a.mp3", of: SourceAccess(source: service.source))
        #expect(signed == "https://audio.example.test/1.mp3?sign=x)&t=1")
        #expect(service.server.requests.map(\.target) == ["/fm/read/fmd/public/getSignAudio.html?filepath=%2Fuserfiles%2F1%20a.mp3"])
        service.change("getSignAudio") { _ in .text(#"(function(){return {"data":"https://a.test/"}})()"#) }
        let error = await failure { () throws(DirectoryError) in
            _ = try await directory().signedAudio("x", of: SourceAccess(source: service.source))
        }
        guard case .answer(.notJSON, _, what: "signed address") = error else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
    }

    @Test func otherKindsHaveNeither() async throws {
        let access = SourceAccess(source: Source(name: "demo", kind: .station, url: "demo:/"))
        let error = await failure { () throws(DirectoryError) in _ = try await directory().signedAudio("x", of: access) }
        guard case .noSuchPage = error else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
    }
}
