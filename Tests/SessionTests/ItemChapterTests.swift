import Catalogue
import Library
import TestSupport
import Testing

@testable import Session

/// The chapters of an item: where they come from, and going from one to another.
@Suite struct ItemChapterTests {
    private static let published = #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro"},{"startTime":30,"title":"Talk"}]}"#
    private static let tagged = Silence.mp3(chapters: ["One", "Two", "Three"], seconds: 20)

    /// A podcast's host; `/plain…` knows no ranges and falls silent after the file's first 100 KB.
    private func host() throws -> LoopbackServer {
        try LoopbackServer { request in
            switch request.path {
            case "/chapters.json": return .json(Self.published)
            case "/empty.json": return .json(#"{"version":"1.2.0","chapters":[]}"#)
            case "/plain.mp3":
                var response = LoopbackServer.Response(type: "audio/mpeg", body: Self.tagged)
                response.stallAfter = 100_000
                return response
            case "/tagged.mp3": return .file(Self.tagged, for: request)
            case "/bare.mp3": return .file(Silence.mp3(seconds: 60), for: request)
            case "/signed.mp3": return .text("no", status: 403)
            default: return .text("none", status: 404)
            }
        }
    }

    private func keep(_ radio: Radio, _ server: LoopbackServer, sound: String, chapters: String? = nil) async throws -> EpisodeRecord {
        let episode = Episode(
            ref: sound, title: sound, duration: 60, audio: [AudioFile(url: "\(server.url)/\(sound)")],
            chapters: chapters.map { "\(server.url)/\($0)" })
        let library = try await radio.session.library()
        _ = try await library.keep(
            Page(sections: [Section(.plain, items: [.episode(episode)])]), from: "feed", listing: .replace(next: nil))
        return try await radio.episode("1")
    }

    @Test func whatThePodcastPublishesCountsAndIsThereOffline() async throws {
        let server = try host()
        try await Radio.with { radio, folder in
            let record = try await keep(radio, server, sound: "tagged.mp3", chapters: "chapters.json")
            let wanted = [Chapter(number: 1, title: "Intro", start: 0, end: 30), Chapter(number: 2, title: "Talk", start: 30, end: 60)]
            #expect(try await radio.session.chapters(of: record) == wanted)
            let report = try await radio.session.chapters("1")
            #expect(report.chapters == wanted && report.stored == nil && report.current == nil)
            #expect(!server.requests.contains { $0.path == "/tagged.mp3" })
            server.stop()
            let again = Radio(folder)
            let kept = try await again.session.chapters(record.id.description)
            #expect(kept.chapters == wanted && kept.stored != nil)
            await again.session.close()
        }
    }

    @Test(arguments: ["empty.json", "none.json", nil]) func elseTheFilesOwnCount(chapters: String?) async throws {
        let server = try host()
        try await Radio.with { radio, _ in
            for sound in ["tagged.mp3", "plain.mp3"] {
                let record = try await keep(radio, server, sound: sound, chapters: chapters)
                let found = try await radio.session.chapters(of: record)
                #expect(found.map(\.title) == ["One", "Two", "Three"] && found.map(\.end) == [20, 40, 60])
            }
            #expect(await eventually { server.served["/tagged.mp3"] == 4096 })
        }
    }

    @Test func whereThereAreNoneThatIsSaid() async throws {
        let server = try host()
        try await Radio.with { radio, folder in
            let bare = try await keep(radio, server, sound: "bare.mp3")
            #expect(await sessionError { try await radio.session.chapters(of: bare) } == .noChapters(title: "bare.mp3"))
            // What has failed says more than that there are none.
            let lost = try await keep(radio, server, sound: "bare.mp3", chapters: "none.json")
            await #expect(throws: (any Error).self) { try await radio.session.chapters(of: lost) }
            #expect(await sessionError { try await radio.session.chapters(of: lost) } == nil)
            #expect(await sessionError { try await radio.session.chapters() } == .nothingCurrent)
            #expect(
                await sessionError { try await radio.session.chapters(folder.file("none.mp3")) } == .noSuchFile(folder.file("none.mp3")))
        }
    }

    @Test func stepsChangeTheKeptPlaceWhereNothingPlays() async throws {
        let server = try host()
        try await Radio.with { radio, _ in
            let record = try await keep(radio, server, sound: "tagged.mp3")
            _ = try await radio.session.add(["1"])
            _ = try await radio.session.next()
            func place() async throws -> Double? { try await radio.episode(record.id.description).position }
            #expect(try await radio.session.nextChapter().number == 2)
            #expect(try await place() == 20)
            _ = try await radio.session.seek(.relative(3))
            #expect(try await radio.session.previousChapter().number == 1)
            _ = try await radio.session.seek(.absolute(23.5))
            #expect(try await radio.session.previousChapter().number == 2)
            #expect(try await radio.session.seek(chapter: 3).start == 40)
            #expect(try await place() == 40)
            #expect(await sessionError { try await radio.session.nextChapter() } == .noNextChapter(title: "tagged.mp3"))
            #expect(await sessionError { try await radio.session.seek(chapter: 4) } == .noSuchChapter(4, count: 3))
            #expect(try await radio.session.chapters().current == 3)
            #expect(await radio.session.chapter(in: try radio.session.status())?.title == "Three")
            #expect(server.requests.count == 2, "the tag is asked for once, and for `chapters` again")
        }
    }

    @Test func stepsGoOnFromWhereItIs() async throws {
        try await Radio.with { radio, folder in
            let path = try folder.write(Self.tagged, to: "talk.mp3")
            _ = try await radio.session.play([path])
            await radio.started()
            try await radio.session.pause()
            #expect(try await radio.session.nextChapter().number == 2)
            #expect(try await radio.session.nextChapter().number == 3)
            let status = try await radio.session.status()
            #expect(status.position.map { $0 >= 40 && $0 < 60 } == true)
            #expect(await radio.session.chapter(in: status)?.number == 3)
            #expect(try await radio.session.previousChapter().number == 2)
        }
    }
}
