import Catalogue
import Testing

@testable import Library

/// A library's export and what becomes of it elsewhere.
@Suite struct Archives {
    private let clock = TestClock()
    private let e1 = ItemID(.episode, 1)
    private let e2 = ItemID(.episode, 2)
    private let p1 = ItemID(.program, 1)

    /// A library with a thing of each kind, in which the ids have gaps: more is known than the listener's things need.
    private func full() async throws -> LibraryStore {
        let store = try await LibraryStore.scratch(clock: clock)
        _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "other")
        _ = try await store.keep(
            Page(
                program: Sample.program,
                sections: [
                    Section(
                        .plain,
                        items: [
                            .episode(Sample.episode), .episode(Episode(ref: "2", title: "第二期", audio: [AudioFile(url: "http://h/2.mp3")])),
                            .story(Story(ref: "s", title: "A story", day: "2026-11-30")),
                            .station(Station(ref: "r", title: "Radio", audio: [AudioFile(url: "http://h/live")], tags: ["jazz"])),
                        ])
                ]), from: "fm")
        let (first, second) = (ItemID(.episode, 4), ItemID(.episode, 5))
        try await store.addSource(Source(name: "mine", kind: .fm, url: "http://127.0.0.1:1/"))
        try await store.useSource("mine")
        try await store.setValue("volume", "55")
        _ = try await store.setFavourite([second, p1, ItemID(.station, 1)], true)
        _ = try await store.setLiked([ItemID(.story, 1), first], true)
        _ = try await store.subscribe(p1, url: "http://h/f.xml")
        try await store.setProgramSetting(p1, "volume", "60")
        _ = try await store.savePlaylist("第十期", [second, first, second], over: false)
        try await store.keepPosition(first, seconds: 12.345678, duration: 61.75)
        try await store.markPlayed(second, true)
        let listen = try await store.beginListen(first, at: 0.5)
        clock.now += 30
        try await store.continueListen(listen, position: 12.345678, heard: 11.5)
        _ = try await store.beginListen(ItemID(.station, 1), at: 0)
        _ = try await store.addBookmark(first, position: 3.25, note: "“quoted”, line\nbreak")
        try await store.changeQueue { queue in
            queue = QueueState(
                entries: [
                    QueueRow(entry: 7, item: second, played: true), QueueRow(entry: 3, item: first, failed: true, shuffleOrder: 4),
                    QueueRow(entry: 9, item: second),
                ], current: 3, nextEntry: 12, random: true, single: true, seed: .max)
        }
        return store
    }

    @Test func notesThatOnlyLookTheSameAreTwo() async throws {
        let store = try await full()
        _ = try await store.addBookmark(ItemID(.episode, 4), position: 1, note: "caf\u{e9}")
        var archive = try await store.archive()
        archive.bookmarks = ["caf\u{e9}", "cafe\u{301}", nil, nil].map { .init(item: e1, position: 1, note: $0, made: 5) }
        let merge = try await store.merge(archive)
        let notes = try await store.bookmarks().filter { $0.position == 1 }.map { $0.note.map { Array($0.utf8) } }
        #expect(Set(notes) == [Array("caf\u{e9}".utf8), Array("cafe\u{301}".utf8), nil])
        #expect(notes.count == 3 && merge.added == 2)
    }

    @Test func anEmptyLibraryHasTheSameAfterwards() async throws {
        let archive = try await full().archive()
        // Ids begin at 1, and only what is needed is in it.
        #expect(archive.items.map(\.id) == [p1, e1, e2, ItemID(.story, 1), ItemID(.station, 1)])
        let store = try await LibraryStore.scratch(clock: clock)
        let merge = try await store.merge(archive)
        #expect(merge.known == 0 && merge.leftOut == 0 && merge.added > 10)
        #expect(try await store.archive() == archive)
        #expect(try await store.currentSource() == "mine")
        let record = try await store.episode(e1)
        #expect(record.programID == p1 && record.liked && record.position == 12.345678)
        #expect(record.episode == Sample.episode)
        #expect(try await store.programSettings() == [ProgramSetting(program: p1, key: "volume", value: "60")])
        #expect(try await store.subscription(p1)?.url == "http://h/f.xml")
        let queue = try await store.queue()
        #expect(queue.entries.map(\.item) == [e2, e1, e2] && queue.current == 2 && queue.random && queue.seed == .max)
    }

    @Test func takingItInTwiceChangesNothing() async throws {
        let archive = try await full().archive()
        let store = try await LibraryStore.scratch(clock: clock)
        _ = try await store.merge(archive)
        let again = try await store.merge(archive)
        #expect(again.added == 0 && again.leftOut == 0 && again.known > 10)
        #expect(try await store.archive() == archive)
        // Nor does it in the library that it is of.
        let own = try await full()
        let before = try await own.archive()
        #expect(try await own.merge(before).added == 0)
        #expect(try await own.archive() == before)
    }

    @Test func whatALibraryHasIsNeverReplacedBySomethingOlder() async throws {
        let archive = try await full().archive()
        // Given a library with other ids, a later place, another playlist of that name and a queue of its own
        clock.now += 1000
        let store = try await LibraryStore.scratch(clock: clock)
        _ = try await store.keep(Sample.page(Sample.episodes(2)), from: "own")
        var poorer = Sample.episode
        (poorer.title, poorer.summary) = ("renamed since", nil)
        _ = try await store.keep(Page(program: Sample.program, sections: [Section(.plain, items: [.episode(poorer)])]), from: "fm")
        let here = ItemID(.episode, 3)
        try await store.keepPosition(here, seconds: 40, duration: nil)
        _ = try await store.savePlaylist("第十期", [here], over: false)
        try await store.setValue("volume", "80")
        try await store.changeQueue { queue in
            queue.entries = [QueueRow(entry: 1, item: here)]
            (queue.current, queue.nextEntry) = (1, 2)
        }
        // When the archive is taken in
        _ = try await store.merge(archive)
        // Then the later place, the later title, the volume, the current entry and the playlist are as they were; what was missing is there
        let record = try await store.episode(here)
        #expect(record.position == 40 && record.episode.title == "renamed since" && record.episode.summary == Sample.episode.summary)
        #expect(record.liked)
        #expect(try await store.value("volume") == "80")
        #expect(try await store.playlist("第十期") == [here])
        #expect(try await store.playlist("第十期 (2)")?.count == 3)
        let queue = try await store.queue()
        #expect(queue.current == 1 && !queue.random)
        #expect(queue.entries.map(\.item).prefix(1) == [here])
        #expect(queue.entries.filter { $0.item == here }.count == 1)
        #expect(Set(queue.entries.map(\.entry)).count == queue.entries.count)
        // An older place comes where there was none; a newer one wins.
        var newer = archive
        for index in newer.progress.indices { newer.progress[index].changed = clock.now + 1 }
        _ = try await store.merge(newer)
        #expect(try await store.episode(here).position == 12.345678)
    }

    @Test func whatNamesNothingIsLeftOut() async throws {
        var archive = LibraryArchive()
        archive.favourites = [.init(item: e1, since: 5)]
        archive.listens = [.init(item: ItemID(.program, 9), began: 1, beganAt: 0, ended: nil, position: 0, heard: nil)]
        archive.queue.entries = [QueueRow(entry: 1, item: e2)]
        archive.queue.current = 1
        let store = try await LibraryStore.scratch(clock: clock)
        let merge = try await store.merge(archive)
        #expect(merge.added == 0 && merge.leftOut == 3)
        #expect(try await store.queue() == QueueState())
    }
}
