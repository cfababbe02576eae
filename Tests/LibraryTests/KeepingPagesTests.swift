import Catalogue
import Foundation
import Testing

@testable import Library

@Suite struct KeepingPages {
    @Test func whatIsKeptReadsBackEqual() async throws {
        // Given a library
        let store = try await LibraryStore.scratch()
        // When a page with a programme and an episode is kept
        let kept = try await store.keep(
            Page(program: Sample.program, sections: [Section(.plain, items: [.episode(Sample.episode)])]), from: "fm")
        // Then both read back with every fact
        let program = try #require(kept.program)
        #expect(try await store.record(program.id) == .program(ProgramRecord(id: program.id, source: "fm", program: Sample.program)))
        let episodes = try await store.episodes(of: program.id)
        #expect(episodes.map(\.episode) == [Sample.episode])
        #expect(episodes.first?.programID == program.id)
        #expect(kept.sections.first?.items == episodes.map(KeptItem.episode))
        #expect(try await store.program(source: "fm", ref: "5101") == program)
        #expect(try await store.programID(source: "fm", ref: "5101") == program.id)
    }

    @Test func absentFactsStayAbsent() async throws {
        let store = try await LibraryStore.scratch()
        let bare = Episode(ref: "", title: "")
        let kept = try await store.adopt(bare, source: "url")
        #expect(try await store.record(kept.id) == .episode(EpisodeRecord(id: kept.id, source: "url", episode: bare)))
    }

    @Test func idsStayWhateverIsKeptLater() async throws {
        let store = try await LibraryStore.scratch()
        let first = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm")
        let again = try await store.keep(Sample.page(Sample.episodes(5).reversed()), from: "fm")
        #expect(first.addresses == ["e1", "e2", "e3"])
        #expect(again.addresses.suffix(3) == ["e3", "e2", "e1"])
        // The same service's id of another source is another item.
        let other = try await store.keep(Sample.page(Sample.episodes(1)), from: "mirror")
        #expect(!(first.addresses + again.addresses).contains(try #require(other.addresses.first)))
    }

    @Test func aStubNeverErases() async throws {
        // Given a programme and an episode with all facts
        let store = try await LibraryStore.scratch()
        _ = try await store.keep(Page(program: Sample.program, sections: [Section(.plain, items: [.episode(Sample.episode)])]), from: "fm")
        // When activities mention them by their ids and titles of their own
        let stubs = [
            Activity(title: "Look!", target: .program(Program(ref: Sample.program.ref, title: "Look!"))),
            Activity(title: "Listen!", target: .episode(Episode(ref: Sample.episode.ref, title: "Listen!"))),
        ]
        let kept = try await store.keep(Sample.page(stubs.map(Item.activity)), from: "fm")
        // Then everything is as it was
        #expect(kept.addresses == ["p1", "e1"])
        let records = try await store.records([ItemID(.program, 1), ItemID(.episode, 1)])
        #expect(records.map(\.title) == [Sample.program.title, Sample.episode.title])
        #expect(
            records == [
                .program(ProgramRecord(id: ItemID(.program, 1), source: "fm", program: Sample.program)),
                .episode(EpisodeRecord(id: ItemID(.episode, 1), source: "fm", programID: ItemID(.program, 1), episode: Sample.episode)),
            ])
    }

    @Test func aRenamedEpisodeIsRenamedAndKeepsWhatIsNotSaid() async throws {
        let store = try await LibraryStore.scratch()
        _ = try await store.keep(Sample.page([Sample.episode]), from: "fm")
        let renamed = Episode(
            ref: Sample.episode.ref, title: "New name", duration: 62,
            counters: [Counter(name: "listens", text: "10"), Counter(name: "comments", text: "1")])
        let record = try await store.adopt(renamed, source: "fm")
        #expect(record.id == ItemID(.episode, 1))
        #expect(record.episode.title == "New name")
        #expect(record.episode.duration == 62)
        #expect(record.episode.audio == Sample.episode.audio)
        #expect(record.episode.programTitle == Sample.episode.programTitle)
        #expect(record.episode.transcripts == Sample.episode.transcripts)
        #expect((record.episode.kind, record.episode.isExplicit, record.episode.chapters) == (.bonus, true, "http://h/c.json"))
        #expect(record.episode.counters == renamed.counters)
        #expect(try await store.record(record.id) == .episode(record))
    }

    @Test func aProgrammesOwnTitleCounts() async throws {
        let store = try await LibraryStore.scratch()
        _ = try await store.keep(Sample.page([Sample.episode]), from: "fm")
        _ = try await store.keep(Page(program: Program(ref: "5101", title: "Renamed", summary: "s")), from: "fm")
        let again = try await store.adopt(Sample.episode, source: "fm")
        #expect(again.episode.programTitle == "Renamed")
    }

    @Test func keepingTheSameAgainWritesNothing() async throws {
        let store = try await LibraryStore.scratch()
        let page = Page(
            program: Sample.program, sections: [Section(.plain, items: Sample.episodes(50).map(Item.episode) + [.episode(Sample.episode)])])
        _ = try await store.keep(page, from: "fm")
        #expect(try await store.rowsOfKeeping(page) == 0)
    }

    @Test func episodesAreNewestFirstAndUndatedLast() async throws {
        let store = try await LibraryStore.scratch()
        let dates: [Int64?] = [5, nil, 9, 7, nil, 9]
        let episodes = dates.enumerated().map { Episode(ref: "\($0)", title: "\($0)", published: $1) }
        let kept = try await store.keep(
            Page(program: Sample.program, sections: [Section(.plain, items: episodes.map(Item.episode))]), from: "fm")
        let id = try #require(kept.program?.id)
        #expect(try await store.episodes(of: id).map(\.episode.ref) == ["2", "5", "3", "0", "1", "4"])
        let plan = try await store.plan("SELECT id FROM episode WHERE program = 1 ORDER BY published DESC, id")
        #expect(plan.contains("episode_by_program") && !plan.contains("TEMP B-TREE"))
    }

    @Test func answersAreKeptWithTheirValidators() async throws {
        let store = try await LibraryStore.scratch()
        let answers = [
            Answer(key: "banner", body: [0, 255, 10], etag: "\"x\"", lastModified: "Mon", seen: 5), Answer(key: "cards", body: [], seen: 6),
        ]
        _ = try await store.keep(Page(), from: "fm", answers: answers)
        #expect(try await store.answers(source: "fm", keys: ["banner", "cards", "none"]) == ["banner": answers[0], "cards": answers[1]])
        #expect(try await store.answers(source: "demo", keys: ["banner"]).isEmpty)
    }

    @Test func recordsComeInTheOrderAskedWithoutTheUnknown() async throws {
        let store = try await LibraryStore.scratch()
        _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm")
        let ids = [ItemID(.episode, 3), ItemID(.episode, 99), ItemID(.station, 1), ItemID(.episode, 1), ItemID(.episode, 3)]
        #expect(try await store.records(ids).map(\.id.number) == [3, 1, 3])
    }

    @Test func anUntidyPageIsKeptAsItIs() async throws {
        // An item twice in one page, an episode of a programme that has no title, text with odd characters.
        let store = try await LibraryStore.scratch()
        let odd = Episode(
            ref: "'; DROP TABLE episode; --", title: "a\u{0}b\u{1f}c\u{1e}", programRef: "x", hosts: ["", "a\u{1f}\u{1b}b"], summary: "")
        let kept = try await store.keep(Sample.page([odd, odd]), from: "fm")
        #expect(kept.addresses == ["e1", "e1"])
        let record = try await store.record(ItemID(.episode, 1))
        #expect(record == .episode(EpisodeRecord(id: ItemID(.episode, 1), source: "fm", programID: ItemID(.program, 1), episode: odd)))
    }
}

extension LibraryStore {
    func rowsOfKeeping(_ page: Page) throws -> Int { try rowsWritten { _ = try keep(page, from: "fm") } }

    func plan(_ sql: String) throws -> String {
        try database.all("EXPLAIN QUERY PLAN " + sql) { row in
            _ = (row.int(), row.int(), row.int())
            return row.text()
        }.joined(separator: "\n")
    }
}
