import Catalogue
import Testing

@testable import Library

@Suite struct ListenersThings {
    private let e1 = ItemID(.episode, 1)
    private let e2 = ItemID(.episode, 2)

    private func store(_ clock: TestClock = TestClock()) async throws -> LibraryStore {
        let store = try await LibraryStore.scratch(clock: clock)
        _ = try await store.keep(
            Page(program: Sample.program, sections: [Section(.plain, items: Sample.episodes(3).map(Item.episode))]), from: "fm")
        return store
    }

    @Test func aFavouriteIsOneHoweverOftenItIsAdded() async throws {
        let store = try await store()
        #expect(try await store.setFavourite([e1, e1, ItemID(.program, 1)], true) == 2)
        #expect(try await store.setFavourite([e1], true) == 0)
        #expect(try await store.favourites().map(\.id) == [ItemID(.program, 1), e1])
        #expect(try await store.setFavourite([e1], false) == 1)
        #expect(try await store.setFavourite([e1], false) == 0)
        guard case .program(let record) = try await store.favourites().first else { return #expect(Bool(false), "no programme") }
        #expect(record.favourite)
    }

    @Test func anUnknownIDChangesNothing() async throws {
        let store = try await store()
        await #expect(throws: LibraryError.noSuchItem(ItemID(.episode, 99))) {
            try await store.setFavourite([e1, ItemID(.episode, 99)], true)
        }
        await #expect(throws: LibraryError.noSuchItem(ItemID(.program, 1))) {
            try await store.keepPosition(ItemID(.program, 1), seconds: 1, duration: nil)
        }
        await #expect(throws: LibraryError.noSuchItem(ItemID(.story, 1))) { try await store.beginListen(ItemID(.story, 1), at: 0) }
        #expect(try await store.favourites().isEmpty)
    }

    @Test func aNewAnswerLeavesTheListenersThings() async throws {
        let store = try await store()
        _ = try await store.setFavourite([e1], true)
        try await store.keepPosition(e1, seconds: 12.25, duration: 30)
        var changed = Sample.episodes(1)
        changed[0].title = "renamed"
        let kept = try await store.keep(Sample.page(changed), from: "fm")
        guard case .episode(let record) = kept.sections[0].items[0] else { return #expect(Bool(false), "no episode") }
        #expect(record.favourite && record.position == 12.25 && record.episode.title == "renamed")
    }

    @Test func positionsAndPlayedMarks() async throws {
        let store = try await store()
        try await store.keepPosition(e1, seconds: 12.25, duration: 30)
        try await store.keepPosition(e1, seconds: 13, duration: nil)
        var record = try await store.episode(e1)
        // The measured length stands in for one that the service doesn't tell.
        #expect(record.position == 13 && record.episode.duration == 30 && !record.played)
        try await store.markPlayed(e1, true)
        record = try await store.episode(e1)
        #expect(record.position == nil && record.played)
        try await store.keepPosition(e1, seconds: 5, duration: nil)
        try await store.markPlayed(e1, false)
        record = try await store.episode(e1)
        #expect(record.position == 5 && !record.played)
        try await store.keepPosition(e1, seconds: nil, duration: nil)
        #expect(try await store.episode(e1).position == nil)
        // The measured length is the listener's, not the service's.
        #expect(try await store.number("SELECT count(*) FROM episode WHERE duration IS NOT NULL") == 0)
    }

    @Test func historyIsWhatWasHeardFromWhenToWhen() async throws {
        let clock = TestClock()
        let store = try await store(clock)
        let first = try await store.beginListen(e1, at: 3)
        clock.now += 20
        try await store.continueListen(first, position: 23)
        let second = try await store.beginListen(e2, at: 0)
        let history = try await store.history()
        #expect(history.map(\.id) == [second, first])
        #expect(history.map(\.item.id) == [e2, e1])
        #expect(history.map(\.from) == [clock.now, clock.now - 20])
        #expect(history.map(\.to) == [nil, clock.now])
        #expect(history.map(\.position) == [0, 23])
        #expect(try await store.history(limit: 1).map(\.id) == [second])
    }

    @Test func valuesAreKeptAndTakenAway() async throws {
        let store = try await store()
        try await store.setValue("volume", "80")
        try await store.setValue("source", "not the current source")
        #expect(try await store.value("volume") == "80")
        #expect(try await store.currentSource() == "demo")
        try await store.setValue("volume", nil)
        #expect(try await store.value("volume") == nil)
    }

    @Test func aSourceOfTheListenersOwnStaysWhenItsNameIsBuiltInLater() async throws {
        let store = try await store()
        // As an older program has written it, which had no such source.
        try await store.writeSQL("INSERT INTO source (name, kind, url) VALUES ('radio', 'fm', 'http://127.0.0.1:1/')")
        let own = Source(name: "radio", kind: .fm, url: "http://127.0.0.1:1/")
        #expect(try await store.sources().filter { $0.name == "radio" } == [own])
        try await store.removeSource("radio")
        #expect(try await store.sources() == Source.builtIn)
    }

    @Test func sourcesAreAddedUsedAndRemoved() async throws {
        let store = try await store()
        let mirror = Source(name: "mirror", kind: .fm, url: "http://127.0.0.1:1/")
        try await store.addSource(mirror)
        #expect(try await store.sources() == Source.builtIn + [mirror])
        await #expect(throws: LibraryError.sourceExists(name: "mirror")) { try await store.addSource(mirror) }
        await #expect(throws: LibraryError.sourceExists(name: "demo")) { try await store.addSource(Source(name: "demo", kind: .fm)) }
        await #expect(throws: LibraryError.noSuchSource(name: "no")) { try await store.useSource("no") }
        await #expect(throws: LibraryError.sourceIsBuiltIn(name: "fm")) { try await store.removeSource("fm") }
        try await store.useSource("mirror")
        #expect(try await store.currentSource() == "mirror")
        let kept = try await store.keep(Sample.page(Sample.episodes(1)), from: "mirror", answers: [Answer(key: "k", body: [1], seen: 1)])
        try await store.setValue(LibraryStore.gatheredKey("mirror"), "1")
        try await store.removeSource("mirror")
        #expect(try await store.value(LibraryStore.gatheredKey("mirror")) == nil)
        #expect(try await store.currentSource() == "demo")
        #expect(try await store.answers(source: "mirror", keys: ["k"]).isEmpty)
        #expect(try await store.records(kept.addresses.compactMap { ItemID($0) }).count == 1)
        await #expect(throws: LibraryError.noSuchSource(name: "mirror")) { try await store.removeSource("mirror") }
    }
}

extension LibraryStore {
    func episode(_ id: ItemID) throws -> EpisodeRecord {
        guard case .episode(let record) = try record(id) else { throw LibraryError.noSuchItem(id) }
        return record
    }
}
