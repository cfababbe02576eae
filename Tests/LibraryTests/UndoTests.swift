import Catalogue
import Testing

@testable import Library

/// Taking back what took something away, of each kind.
@Suite struct Undoing {
    private let clock = TestClock()
    private static let e1 = ItemID(.episode, 1)
    private static let e2 = ItemID(.episode, 2)
    private static let p1 = ItemID(.program, 1)

    /// A library with something of each kind.
    private func store() async throws -> LibraryStore {
        let store = try await LibraryStore.scratch(clock: clock)
        try await Self.fill(store)
        return store
    }

    static func fill(_ store: LibraryStore) async throws {
        _ = try await store.keep(
            Page(program: Sample.program, sections: [Section(.plain, items: Sample.episodes(5).map(Item.episode))]), from: "fm")
        _ = try await store.setFavourite([p1, e1, e2], true)
        _ = try await store.setLiked([e2, e1], true)
        _ = try await store.subscribe(p1, url: "http://h/f.xml")
        let check = SubscriptionCheck.news(url: "http://h/moved.xml", etag: "\u{1f}\"e\"", lastModified: nil)
        _ = try await store.keep([SubscriptionNews(of: p1, from: "fm", check)])
        try await store.keepPosition(e1, seconds: 0.1 + 0.2, duration: 61.7)
        _ = try await store.savePlaylist("夜", [e2, e1, e2], over: false)
        for note in [nil, "a\u{1f}b", nil] { _ = try await store.addBookmark(note == nil ? e1 : e2, position: 0.1 + 0.2, note: note) }
        _ = try await store.addBookmark(e1, position: 7, note: "")
        try await store.addSource(Source(name: "mirror", kind: .fm, url: "http://127.0.0.1:1/"))
        try await store.addSource(Source(name: "other", kind: .daily, url: "http://127.0.0.1:2/"))
        try await store.useSource("mirror")
        try await store.changeQueue { queue in
            queue.entries = (1...6).map { QueueRow(entry: $0, item: ItemID(.episode, ($0 - 1) % 5 + 1), shuffleOrder: $0 == 4 ? 0 : nil) }
            (queue.entries[0].played, queue.entries[1].failed, queue.entries[1].played) = (true, true, true)
            (queue.current, queue.nextEntry) = (3, 7)
        }
    }

    typealias Change = @Sendable (isolated LibraryStore) throws -> Void

    static let changes: [(name: String, items: Int, title: String?, change: Change)] = [
        ("clear", 6, nil, { try $0.changeQueue(step: "clear") { ($0.entries, $0.current) = ([], nil) } }),
        ("crop", 5, nil, { try $0.changeQueue(step: "crop") { $0.entries.removeAll { $0.entry != 3 } } }),
        (
            "del", 2, nil,
            {
                try $0.changeQueue(step: "del") { queue in
                    queue.entries.removeAll { [3, 6].contains($0.entry) }
                    queue.current = 4
                }
            }
        ),
        ("del", 1, "Episode 2", { try $0.changeQueue(step: "del") { _ = $0.entries.remove(at: 1) } }),
        ("unfavourite", 2, nil, { _ = try $0.setFavourite([p1, e2, e2], false, step: "unfavourite") }),
        ("unfavourite", 1, "夜听 Night Radio", { _ = try $0.setFavourite([p1], false, step: "unfavourite") }),
        ("like --off", 2, nil, { _ = try $0.setLiked([e1, e2], false, step: "like --off") }),
        ("unsubscribe", 1, "夜听 Night Radio", { _ = try $0.unsubscribe([p1], step: "unsubscribe") }),
        ("mark", 2, nil, { _ = try $0.markPlayed([e1, e2], true, step: "mark") }),
        ("rm", 1, "夜", { _ = try $0.removePlaylist("夜", step: "rm") }),
        ("shuffle", 6, nil, { try $0.changeQueue(step: "shuffle") { $0.entries.reverse() } }),
        ("bookmarks --remove", 2, nil, { _ = try $0.removeBookmarks([1, 3, 9], step: "bookmarks --remove") }),
        ("bookmarks --remove", 1, "Episode 2", { _ = try $0.removeBookmarks([2], step: "bookmarks --remove") }),
        ("source remove", 1, "mirror", { try $0.removeSource("mirror", step: "source remove") }),
        ("source remove", 1, "other", { try $0.removeSource("other", step: "source remove") }),
        ("save", 1, "夜", { _ = try $0.savePlaylist("夜", [], over: true, step: "save") }),
    ]

    @Test(arguments: changes.indices) func goesBackAndForthExactly(_ index: Int) async throws {
        let (name, items, title, change) = Self.changes[index]
        let store = try await store()
        let before = try await store.listenersThings()
        try await change(store)
        let after = try await store.listenersThings()
        #expect(after != before)
        let step = UndoStep(id: 1, action: name, items: items, title: title, time: clock.now)
        #expect(try await store.undoSteps() == [step])
        for round in 1...2 {
            #expect(try await store.undo(keepsCurrent: false) == UndoOutcome(step: step, items: items))
            #expect(try await store.listenersThings() == before, "round \(round)")
            #expect(try await store.undoSteps().isEmpty)
            #expect(try await store.redo() == UndoOutcome(step: step, items: items))
            #expect(try await store.listenersThings() == after, "round \(round)")
        }
        #expect(try await store.redo() == nil)
        #expect(try await store.undo(keepsCurrent: false)?.items == items)
        #expect(try await store.undo(keepsCurrent: false) == nil)
        #expect(try await store.listenersThings() == before)
    }

    @Test(arguments: changes.indices) func brokenOffAnywhereItIsUndoneOrNot(_ index: Int) async throws {
        let (store, twin) = (try await store(), try await store())
        for store in [store, twin] { try await Self.changes[index].change(store) }
        _ = try await twin.undo(keepsCurrent: false)
        let undo: Change = { _ = try $0.undo(keepsCurrent: false) }
        let steps = try await store.breakOffEverywhere(undo, done: twin.image())
        #expect(steps > 10)
    }

    @Test func whatChangesNothingIsNoStep() async throws {
        let store = try await store()
        _ = try await store.setFavourite([ItemID(.episode, 4)], false, step: "unfavourite")
        _ = try await store.unsubscribe([Self.e1], step: "unsubscribe")
        #expect(try await store.markPlayed([Self.e1], false, step: "mark") == [])
        try await store.changeQueue(step: "del") { $0.current = 1 }
        #expect(try await store.removeBookmarks([99], step: "bookmarks --remove") == 0)
        await #expect(throws: LibraryError.noSuchSource(name: "no")) { try await store.removeSource("no", step: "source remove") }
        _ = try await store.removePlaylist("no", step: "rm")
        _ = try await store.savePlaylist("new", [Self.e1], over: true, step: "save")
        await #expect(throws: LibraryError.noSuchItem(ItemID(.episode, 9))) {
            try await store.markPlayed([Self.e1, ItemID(.episode, 9)], true, step: "mark")
        }
        #expect(try await store.undoSteps().isEmpty)
        #expect(try await store.episode(Self.e1).played == false)
    }

    @Test func fiftyStepsAreKeptAcrossStarts() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        var store = try await LibraryStore(folder: scratch.path)
        _ = try await store.keep(Sample.page(Sample.episodes(60)), from: "fm")
        let ids = (1...60).map { ItemID(.episode, $0) }
        _ = try await store.setFavourite(ids, true)
        for id in ids { _ = try await store.setFavourite([id], false, step: "unfavourite") }
        await store.close()
        store = try await LibraryStore(folder: scratch.path)
        #expect(try await store.undoSteps().map(\.title) == (11...60).reversed().map { "Episode \($0)" })
        #expect(try await store.number("SELECT count(*) FROM undo_row") == 50)
        for _ in 1...50 { #expect(try await store.undo(keepsCurrent: false) != nil) }
        #expect(try await store.undo(keepsCurrent: false) == nil)
        #expect(try await store.favourites().map(\.id) == ids.dropFirst(10).reversed())
        await store.close()
    }

    @Test func somethingTakenAwayAnewCanNotBeFollowedByARedo() async throws {
        let store = try await store()
        _ = try await store.setFavourite([Self.e1], false, step: "unfavourite")
        _ = try await store.setFavourite([Self.e2], false, step: "unfavourite")
        _ = try await store.undo(keepsCurrent: false)
        _ = try await store.setLiked([Self.e1], false, step: "like --off")
        #expect(try await store.redo() == nil)
        #expect(try await store.undoSteps().map(\.action) == ["like --off", "unfavourite"])
        // What takes nothing away leaves it.
        _ = try await store.undo(keepsCurrent: false)
        _ = try await store.setFavourite([ItemID(.episode, 5)], true)
        #expect(try await store.redo()?.step.action == "like --off")
    }
}

/// Undoing where something was changed in between, by this process or another.
@Suite struct UndoingAfterChanges {
    private static let e1 = ItemID(.episode, 1)

    private func stores(_ body: (LibraryStore, LibraryStore) async throws -> Void) async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let (one, two) = (try await LibraryStore(folder: scratch.path), try await LibraryStore(folder: scratch.path))
        try await Undoing.fill(one)
        try await body(one, two)
        await one.close()
        await two.close()
    }

    @Test func aFavouriteThatWasSetAnewStaysAsItWasSet() async throws {
        try await stores { one, two in
            _ = try await one.setFavourite([Self.e1, ItemID(.program, 1)], false, step: "unfavourite")
            _ = try await two.setFavourite([Self.e1], true)
            #expect(try await one.undo(keepsCurrent: false)?.items == 1)
            #expect(try await two.favourites().map(\.id) == [Self.e1, ItemID(.episode, 2), ItemID(.program, 1)])
            // And goes all the same when it is done again.
            #expect(try await two.redo()?.items == 2)
            #expect(try await one.favourites().map(\.id) == [ItemID(.episode, 2)])
        }
    }

    @Test func aPlaceThatWasKeptSinceStaysWhileTheMarkGoesBack() async throws {
        try await stores { one, two in
            _ = try await one.markPlayed([Self.e1, ItemID(.episode, 3)], true, step: "mark")
            try await two.keepPosition(Self.e1, seconds: 7, duration: nil)
            try await two.keepPosition(ItemID(.episode, 3), seconds: 8, duration: 90)
            #expect(try await two.undo(keepsCurrent: false)?.items == 2)
            let (first, third) = (try await one.episode(Self.e1), try await one.episode(ItemID(.episode, 3)))
            #expect(!first.played && first.position == 7 && first.episode.duration == 61.7)
            #expect(!third.played && third.position == 8 && third.episode.duration == 90)
        }
    }

    @Test func aSubscriptionsNewsStays() async throws {
        try await stores { one, two in
            let program = ItemID(.program, 1)
            _ = try await one.unsubscribe([program], step: "unsubscribe")
            _ = try await two.subscribe(program, url: "http://h/new.xml")
            #expect(try await one.undo(keepsCurrent: false)?.items == 0)
            #expect(try await one.subscription(program)?.url == "http://h/new.xml")
        }
    }

    @Test func aPlaylistComesBackBesideANewOneOfItsName() async throws {
        try await stores { one, two in
            _ = try await one.removePlaylist("夜", step: "rm")
            _ = try await two.savePlaylist("夜", [Self.e1], over: false)
            #expect(try await one.undo(keepsCurrent: false)?.name == "夜 (2)")
            #expect(try await two.playlist("夜") == [Self.e1])
            #expect(try await two.playlist("夜 (2)")?.count == 3)
            // Done again it takes away neither: the one of that name is another.
            #expect(try await one.redo()?.items == 0)
            #expect(try await one.playlists().count == 2)
        }
    }

    @Test func aPlaceThatWasMarkedAnewIsMarkedOnce() async throws {
        try await stores { one, two in
            _ = try await one.removeBookmarks([1, 2], step: "bookmarks --remove")
            let anew = try await two.addBookmark(Self.e1, position: 0.1 + 0.2, note: nil)
            #expect(try await one.undo(keepsCurrent: false)?.items == 1)
            #expect(try await two.bookmarks().map(\.id) == [anew.id, 3, 2])
            #expect(try await two.redo()?.items == 1)
            #expect(try await one.bookmarks().map(\.id) == [anew.id, 3])
        }
    }

    @Test func aSourceThatWasAddedAnewStaysAsItIs() async throws {
        try await stores { one, two in
            let own = Source(name: "mirror", kind: .daily, url: "http://127.0.0.1:3/")
            try await one.removeSource("mirror", step: "source remove")
            try await two.addSource(own)
            #expect(try await one.undo(keepsCurrent: false)?.items == 0)
            #expect(try await one.sources().last == own)
            #expect(try await one.currentSource() == "demo")
            #expect(try await one.redo()?.items == 0)
            #expect(try await two.sources().last == own)
        }
    }

    @Test func whatWasChosenSinceIsAskedStill() async throws {
        try await stores { one, two in
            try await one.removeSource("mirror", step: "source remove")
            try await two.useSource("fm")
            #expect(try await one.undo(keepsCurrent: false)?.items == 1)
            #expect(try await two.currentSource() == "fm")
        }
    }

    @Test func theOrderGoesBackAroundWhatWasAddedSince() async throws {
        try await stores { one, two in
            try await one.changeQueue(step: "shuffle") { $0.entries.reverse() }
            try await two.changeQueue { queue in
                queue.entries.removeAll { $0.entry == 5 }
                queue.entries.insert(QueueRow(entry: 7, item: Self.e1), at: 1)
            }
            #expect(try await one.undo(keepsCurrent: false)?.items == 5)
            #expect(try await two.queue().entries.map(\.entry) == [1, 7, 2, 3, 4, 6])
            #expect(try await two.redo()?.items == 5)
            #expect(try await one.queue().entries.map(\.entry) == [6, 7, 4, 3, 2, 1])
        }
    }

    @Test func theQueueKeepsWhatWasAddedSince() async throws {
        try await stores { one, two in
            try await one.changeQueue(step: "clear") { ($0.entries, $0.current) = ([], nil) }
            try await two.changeQueue { queue in
                queue.entries = [QueueRow(entry: queue.nextEntry, item: Self.e1)]
                (queue.current, queue.nextEntry) = (queue.nextEntry, queue.nextEntry + 1)
            }
            #expect(try await one.undo(keepsCurrent: false)?.items == 6)
            var queue = try await two.queue()
            #expect(queue.entries.map(\.entry) == [1, 2, 3, 4, 5, 6, 7])
            #expect(queue.current == 7)
            #expect(try await two.redo()?.items == 6)
            queue = try await one.queue()
            #expect(queue.entries.map(\.entry) == [7] && queue.current == 7)
        }
    }
}

extension LibraryStore {
    /// The listener's rows of all kinds, as text.
    func listenersThings() throws -> [String] {
        var lines: [String] = []
        for table in ["favourite", "liked", "subscription", "progress", "download", "queue", "bookmark", "source", "state"] {
            try database.statement("SELECT * FROM \(table) ORDER BY 1").each { row in
                lines.append(table + row.named().map { " \($0.name)=\($0.value.packed)" }.joined())
            }
        }
        lines += try queue().entries.map { "\($0)" }
        for list in try playlists() { lines.append("\(list.name) \(try playlist(list.name) ?? [])") }
        return lines
    }
}
