import Catalogue
import Library
import Synchronization
import TestSupport
import Testing

@testable import Session

/// `search` where the catalogue can search by itself.
struct SearchingTests {
    /// An FM-style service that finds two pages of two things, and has 41 episodes of which the last alone is found.
    private func service() throws -> LoopbackServer {
        try LoopbackServer { request in
            let page = request.form["pageNum"] ?? request.form["pagenum"] ?? ""
            switch request.path.split(separator: "/").last {
            case "search_720.html" where page == "1" && request.form["keyWord"] == "Rain":
                return .json(
                    #"{"code":0,"data":{"program":[{"id":51,"programName":"The Rain"}],"resource":[{"id":41,"programId":51,"title":"Rain 41"}]}}"#
                )
            case "search_720.html" where page == "2":
                return .json(
                    #"{"code":0,"data":{"program":{"id":52,"programName":"More Rain"},"resource":[{"id":41,"programId":51,"title":"Rain 41"}]}}"#
                )
            case "search_720.html": return .json(#"{"code":0,"data":{"program":[],"resource":null}}"#)
            case "getProgramAudioList.html":
                let first = 20 * ((Int(page) ?? 1) - 1)
                let entries = (first + 1...max(first + 1, min(first + 20, 41))).map {
                    #"{"id":\#($0),"title":"Rain \#($0)","programId":51,"audiolist":[{"filePath":"http://127.0.0.1/\#($0).mp3"}]}"#
                }
                return .json(#"{"code":0,"data":{"count":41,"list":[\#(entries.joined(separator: ","))]}}"#)
            default: return LoopbackServer.Response(status: 404)
            }
        }
    }

    private func titles(_ report: PageReport) -> [String] {
        report.page.sections.flatMap(\.items).compactMap { item in
            switch item {
            case .program(let record): record.program.title
            case .episode(let record): record.episode.title
            default: nil
            }
        }
    }

    /// The parts that a search shows, in their order, and why the service could not be asked.
    private func search(
        _ words: String, in place: RadioSession.SearchPlace, by radio: Radio
    ) async throws -> (parts: [PageReport], unasked: (any Error)?) {
        let parts = Mutex<[PageReport]>([])
        let unasked = try await radio.session.search(words, in: place) { part in parts.withLock { $0.append(part) } }
        return (parts.withLock { $0 }, unasked)
    }

    @Test func theLibraryIsShownFirstAndThenWhatTheServiceFinds() async throws {
        let server = try service()
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("Rain at Home.mp3"))
            _ = try await radio.session.addSource("mirror", url: server.url, kind: .fm)
            try await radio.session.useSource("mirror")
            let found = try await search("Rain", in: .everywhere, by: radio)
            #expect(found.parts.map(titles) == [["Rain at Home.mp3"], ["The Rain", "Rain 41"]])
            #expect(found.parts.map(\.part?.from) == ["library", "mirror"])
            #expect(found.parts.map(\.page.firstNumber) == [1, 2])
            #expect(found.unasked == nil && found.parts.last?.hasMore == true)
            #expect(try await radio.episode("3").episode.title == "Rain 41")
            // Numbered on, without what was there already.
            let more = try await radio.session.more()
            #expect(titles(more) == ["More Rain"] && more.page.firstNumber == 4)
            #expect(await sessionError { try await radio.session.more() } == .noMore)
            // Of what the library knows by now the service's answer is not shown twice.
            let again = try await search("Rain", in: .everywhere, by: radio)
            #expect(again.parts.map { titles($0).sorted() } == [["More Rain", "Rain 41", "Rain at Home.mp3", "The Rain"], []])
            let online = try await search("Rain", in: .online, by: radio)
            #expect(online.parts.map(titles) == [["The Rain", "Rain 41"]])
            #expect(await sessionError { try await radio.session.search("zzz", in: .online) { _ in } } == .nothingFound(words: "zzz"))
        }
    }

    @Test func whatWasFoundFarBackCanBePlayed() async throws {
        let server = try service()
        try await Radio.with { radio, _ in
            _ = try await radio.session.addSource("mirror", url: server.url, kind: .fm)
            try await radio.session.useSource("mirror")
            _ = try await search("Rain", in: .everywhere, by: radio)
            let record = try await radio.episode("2")
            #expect(record.episode.title == "Rain 41" && record.episode.audio.isEmpty)
            #expect(await radio.session.withAudio(record).episode.audio.map(\.url) == ["http://127.0.0.1/41.mp3"])
        }
    }

    @Test func numbersMeanWhatWasShownWhereTheRestCanNotBeKept() async throws {
        let server = try service()
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("Rain at Home.mp3"))
            _ = try await radio.session.add(try folder.silence("Other.mp3"))
            _ = try await radio.session.addSource("mirror", url: server.url, kind: .fm)
            try await radio.session.useSource("mirror")
            _ = try await search("Other", in: .local, by: radio)
            try await radio.session.library().run("CREATE TRIGGER no BEFORE INSERT ON program BEGIN SELECT RAISE(ABORT, 'no'); END")
            await #expect(throws: LibraryError.self) { _ = try await search("Rain", in: .everywhere, by: radio) }
            #expect(try await radio.episode("1").episode.title == "Rain at Home.mp3")
        }
    }

    @Test func withTheServiceAwayTheLibraryIsLookedThrough() async throws {
        let server = try service()
        try await Radio.with { radio, folder in
            _ = try await radio.session.add(try folder.silence("Rain at Home.mp3"))
            _ = try await radio.session.addSource("mirror", url: server.url, kind: .fm)
            try await radio.session.useSource("mirror")
            server.stop()
            let found = try await search("Rain", in: .everywhere, by: radio)
            #expect(found.parts.map(titles) == [["Rain at Home.mp3"], []])
            #expect(found.unasked != nil)
        }
    }
}
