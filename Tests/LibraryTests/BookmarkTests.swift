import Catalogue
import Testing

@testable import Library

@Suite struct Bookmarks {
    private let e1 = ItemID(.episode, 1)
    private let e2 = ItemID(.episode, 2)

    private func store(_ clock: TestClock = TestClock()) async throws -> LibraryStore {
        let store = try await LibraryStore.scratch(clock: clock)
        _ = try await store.keep(
            Page(program: Sample.program, sections: [Section(.plain, items: Sample.episodes(3).map(Item.episode))]), from: "fm")
        return store
    }

    @Test func theLatestComesFirst() async throws {
        let clock = TestClock()
        let store = try await store(clock)
        let first = try await store.addBookmark(e1, position: 12.5, note: "here")
        clock.now += 60
        let second = try await store.addBookmark(e2, position: 3, note: nil)
        #expect(try await store.bookmarks() == [second, first])
        #expect((first.item.id, first.position, first.note, first.made) == (e1, 12.5, "here", clock.now - 60))
    }

    @Test func aPlaceIsMarkedOnceForEachNote() async throws {
        let store = try await store()
        let first = try await store.addBookmark(e1, position: 12.5, note: nil)
        #expect(try await store.addBookmark(e1, position: 12.5, note: nil).id == first.id)
        #expect(try await store.addBookmark(e1, position: 12.5, note: "why").id != first.id)
        #expect(try await store.bookmarks().count == 2)
    }

    @Test func whatIsTakenAwayIsGoneAndItsNumberIsNotGivenOutAgain() async throws {
        let store = try await store()
        let first = try await store.addBookmark(e1, position: 1, note: nil)
        #expect(try await store.removeBookmarks([first.id, first.id + 7]) == 1)
        #expect(try await store.bookmarks().isEmpty)
        #expect(try await store.addBookmark(e1, position: 1, note: nil).id > first.id)
    }

    @Test func onlyEpisodesHavePlaces() async throws {
        let store = try await store()
        for id in [ItemID(.program, 1), ItemID(.episode, 99)] {
            await #expect(throws: LibraryError.noSuchItem(id)) { try await store.addBookmark(id, position: 1, note: nil) }
        }
    }
}

@Suite struct ListenTimes {
    private let e1 = ItemID(.episode, 1)

    private func store(_ clock: TestClock) async throws -> LibraryStore {
        let store = try await LibraryStore.scratch(clock: clock)
        _ = try await store.keep(
            Page(program: Sample.program, sections: [Section(.plain, items: Sample.episodes(3).map(Item.episode))]), from: "fm")
        return store
    }

    @Test func whatWasHeardIsToldAsThePlayerCountedIt() async throws {
        let clock = TestClock()
        let store = try await store(clock)
        let listen = try await store.beginListen(e1, at: 0)
        clock.now += 100
        // Most of the way was jumped over.
        try await store.continueListen(listen, position: 900, heard: 8)
        try await store.continueListen(listen, position: 905)
        let time = ListenTime(from: clock.now - 100, to: clock.now, heard: 8, program: ItemID(.program, 1), title: Sample.program.title)
        #expect(try await store.listenTimes() == [time])
    }

    @Test func ofAnOlderProgramsRowsItIsWhatCanHaveBeenHeard() async throws {
        let clock = TestClock()
        let store = try await store(clock)
        for (seconds, position) in [(20, 23.0), (20, 900), (20, 1)] {
            let listen = try await store.beginListen(e1, at: 3)
            clock.now += Int64(seconds)
            try await store.continueListen(listen, position: position)
        }
        // One that was never written on counts for nothing.
        _ = try await store.beginListen(e1, at: 0)
        #expect(try await store.listenTimes().map(\.heard) == [20, 20])
    }
}

@Suite struct OrderOfLists {
    @Test func numbersInNamesOfPlaylistsCountAsNumbers() async throws {
        let store = try await LibraryStore.scratch()
        _ = try await store.keep(Sample.page(Sample.episodes(1)), from: "fm")
        for name in ["第10期", "第2期", "Mix 10", "mix 9", "第三期"] {
            _ = try await store.savePlaylist(name, [ItemID(.episode, 1)], over: false)
        }
        #expect(try await store.playlists().map(\.name) == ["mix 9", "Mix 10", "第2期", "第三期", "第10期"])
    }

    @Test func episodesWithoutDatesGoByNumberThenTitle() async throws {
        let store = try await LibraryStore.scratch()
        func page(_ episodes: [Episode]) -> Page {
            Page(program: Program(ref: "p", title: "P"), sections: [Section(.plain, items: episodes.map(Item.episode))])
        }
        let undated = [
            Episode(ref: "1", title: "第10回"), Episode(ref: "2", title: "第九回"), Episode(ref: "3", title: "zzz", number: 2),
            Episode(ref: "4", title: "yyy", number: 11, season: 1),
        ]
        _ = try await store.keep(page(undated), from: "fm")
        #expect(try await store.episodes(of: ItemID(.program, 1)).map(\.episode.title) == ["yyy", "zzz", "第九回", "第10回"])
        // Where a date is known the newest comes first, those of unknown date last.
        _ = try await store.keep(page([Episode(ref: "5", title: "dated", published: 1_700_000_000)]), from: "fm")
        #expect(try await store.episodes(of: ItemID(.program, 1)).map(\.episode.ref) == ["5", "1", "2", "3", "4"])
    }
}
