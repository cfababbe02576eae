import Catalogue
import TestSupport
import Testing

@testable import Directory

/// Static stations in a folder and behind a web server.
@Suite struct StationTests {
    private static let files = [
        "station.json": #"{"name":"s","title":"S","kind":"station","version":1}"#, "banner.json": FMAnswers.banner,
        "cards.json": FMAnswers.cards, "leaderboard.json": FMAnswers.leaderboard,
        "categories.json": #"{"code":0,"data":{"list":[{"channelName":"All","channelContent":{"id":9,"nodeName":"Nine"}}]}}"#,
        "program/5101.json": FMAnswers.details,
        "playlist/5101/1.json": #"""
        {"code":"0","data":{"count":"3","list":[
          {"id":"3","title":"Three","audiolist":[{"filePath":"audio/three a.mp3"}],"img640_640":"../image/3.png"},{"id":"2","title":"Two"}]}}
        """#,
        "list/9/hot/1.json": FMAnswers.programs(category: "9", type: "3", first: 1, count: 20, total: nil),
        "list/9/hot/2.json": FMAnswers.programs(category: "9", type: "3", first: 21, count: 3, total: nil),
    ]

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (path, text) in files { try folder.write(Array(text.utf8), to: "a station/" + path) }
        try folder.write(Array(FMAnswers.details.utf8), to: "outside.json")
        return folder
    }

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            if request.path.hasPrefix("/old/") { return .redirect("/s/" + request.path.dropFirst(5), status: 301) }
            guard request.path.hasPrefix("/s/"), let text = files[String(request.path.dropFirst(3))] else {
                return LoopbackServer.Response.text(FMAnswers.webPage, type: "text/html", status: 404)
            }
            let tag = "\"\(text.utf8.count)\""
            if request.header("If-None-Match") == tag { return LoopbackServer.Response(status: 304) }
            return LoopbackServer.Response(type: "application/json", body: Array(text.utf8), headers: [("ETag", tag)])
        }
    }

    private func page(_ request: PageRequest, at url: String, kept: Kept = Kept()) async throws(DirectoryError) -> FetchedPage {
        try await directory().page(request, of: SourceAccess(source: Source(name: "s", kind: .station, url: url)), known: kept.known)
    }

    @Test func aFolderIsReadAndItsAddressesAreAbsolute() async throws {
        let folder = try Self.folder()
        let base = "file://\(folder.path)/a%20station/"
        for url in [
            base, "file:\(folder.path)/a%20station", "file://localhost\(folder.path)/a%20station/station.json", folder.path + "/a station",
        ] {
            let fetched = try await page(.program(ref: "5101", page: 1), at: url)
            #expect(fetched.episodes.map(\.title) == ["Three", "Two"] && fetched.answers.isEmpty)
            #expect(fetched.episodes.first?.audio.first?.url == base + "audio/three%20a.mp3")
            #expect(fetched.episodes.first?.image == "file://\(folder.path)/image/3.png")
        }
        withExtendedLifetime(folder) {}
    }

    @Test func aReferenceLeadsNowhereElse() async throws {
        let folder = try Self.folder()
        for ref in ["../../outside", "..", ".", "", "../program/5101", "5101\0"] {
            let error = await failure { () throws(DirectoryError) in
                _ = try await page(.program(ref: ref, page: 1), at: "file://\(folder.path)/a%20station/")
            }
            guard case .noSuchProgram(ref, source: "s") = error else {
                Issue.record("“\(ref)” was looked for: \(String(describing: error))")
                continue
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test func aFolderThatIsNotThereIsNamed() async throws {
        let error = await failure { () throws(DirectoryError) in _ = try await page(.charts, at: "file:///nowhere/at/all/") }
        guard case .missingFile(path: "/nowhere/at/all/leaderboard.json") = error else {
            Issue.record("not a missing file: \(String(describing: error))")
            return
        }
        let folder = try TemporaryFolder()
        try folder.write([], to: "leaderboard.json/inside")
        let other = await failure { () throws(DirectoryError) in _ = try await page(.charts, at: folder.path) }
        guard case .unreadableFile(path: folder.file("leaderboard.json"), code: 21 /* EISDIR */) = other else {
            Issue.record("not an unreadable file: \(String(describing: other))")
            return
        }
    }

    @Test func overHTTPAnswersAreKeptAndConfirmed() async throws {
        let server = try Self.server()
        let kept = Kept()
        let first = try await page(.featured, at: server.url + "/s", kept: kept)
        await kept.keep(first)
        #expect(first.answers.map(\.key).sorted() == ["banner", "cards"])
        let second = try await page(.featured, at: server.url + "/s/", kept: kept)
        #expect(second.page == first.page && second.answers.count == 2)
        #expect(server.requests.filter { $0.header("If-None-Match") != nil }.count == 2)
        server.stop()
        #expect(try await page(.featured, at: server.url + "/s/", kept: kept).stored != nil)
    }

    @Test func aListEndsWhereTheNextFileIsNot() async throws {
        let server = try Self.server()
        var request: PageRequest? = .browse(category: "9", list: .hot, page: 1)
        var counts: [Int] = []
        for _ in 0..<10 {
            guard let asked = request else { break }
            let fetched = try await page(asked, at: server.url + "/s/")
            counts.append(fetched.programs.count)
            request = fetched.page.next
        }
        #expect(counts == [20, 3, 0] && request == nil)
        let error = await failure { () throws(DirectoryError) in
            _ = try await page(.browse(category: "9", list: .new, page: 1), at: server.url + "/s/")
        }
        guard case .noSuchCategory("9", source: "s") = error else {
            Issue.record("not a missing category: \(String(describing: error))")
            return
        }
    }

    @Test func aMovedStationIsFollowed() async throws {
        let server = try Self.server()
        #expect(try await page(.charts, at: server.url + "/old/").page.sections.count == 5)
    }

    @Test func allListsTogetherAreWhatSearchReads() async throws {
        let folder = try Self.folder()
        let access = SourceAccess(source: Source(name: "s", kind: .station, url: folder.path + "/a station"))
        let all = try await directory().lists(of: access) { _ in [:] }
        #expect(all.programs.contains { $0.ref == "23" } && all.programs.contains { $0.ref == "5101" && $0.hosts == ["林样"] })
        #expect(all.episodes.contains { $0.title == "Three" && $0.programRef == "5101" })
        #expect(Set(all.episodes.map(\.ref)).count == all.episodes.count && Set(all.programs.map(\.ref)).count == all.programs.count)
        withExtendedLifetime(folder) {}
    }

    @Test func theKindIsFoundByAsking() async throws {
        let folder = try Self.folder()
        let server = try Self.server()
        let service = try FMService()
        #expect(try await directory().detectKind(of: server.url + "/s") == .station)
        #expect(try await directory().detectKind(of: folder.path + "/a station") == .station)
        #expect(try await directory().detectKind(of: "demo:/") == .station)
        #expect(try await directory().detectKind(of: service.server.url) == .fm)
        for url in [server.url + "/elsewhere", folder.path, "file:///nowhere", "ftp://host/x", "nonsense", ""] {
            let error = await failure { () throws(DirectoryError) in _ = try await directory().detectKind(of: url) }
            guard case .notAStation(url: url) = error else {
                Issue.record("\(url) was not refused: \(String(describing: error))")
                continue
            }
        }
        server.stop()
        let error = await failure { () throws(DirectoryError) in _ = try await directory().detectKind(of: server.url + "/s") }
        #expect(error?.isUnreachable == true)
        withExtendedLifetime(folder) {}
    }
}
