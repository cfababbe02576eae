import Catalogue
import Foundation
import Testing

@testable import Library

/// Going back to a backup, and from there.
@Suite struct Restoring {
    @Test func restoringCanBeTakenBack() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        let other = try await LibraryStore(folder: scratch.path)
        _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm")
        _ = try await store.setFavourite([ItemID(.episode, 1)], true)
        let first = try store.makeBackup()
        _ = try await store.setFavourite([ItemID(.episode, 1)], false)
        _ = try await store.setFavourite([ItemID(.episode, 2)], true)
        let before = try await store.restore(first.path)
        #expect(try await store.favourites().map(\.id.number) == [1])
        #expect(try await other.favourites().map(\.id.number) == [1])
        _ = try await other.restore(before.path)
        #expect(try await store.favourites().map(\.id.number) == [2])
        #expect(store.backups.count == 3)
        for store in [store, other] { await store.close() }
    }

    @Test func noNumberIsGivenOutAgainAfterGoingBack() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        let episodes = Sample.episodes(6)
        _ = try await store.keep(Sample.page(Array(episodes.prefix(3))), from: "fm")
        let first = try store.makeBackup()
        _ = try await store.keep(Sample.page(Array(episodes.prefix(5))), from: "fm")
        _ = try await store.restore(first.path)
        let kept = try await store.keep(Sample.page([episodes[5]]), from: "fm")
        #expect(kept.addresses == ["e6"])
        await store.close()
    }

    @Test func goingBackIsUndoneAndDoneAgainAcrossRestarts() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        func open() async throws -> LibraryStore { try await LibraryStore(folder: scratch.path) }
        func mark(_ store: LibraryStore, _ number: Int64, _ isOn: Bool = true) async throws {
            _ = try await store.setFavourite([ItemID(.episode, number)], isOn, step: isOn ? nil : "unfavourite")
        }
        func marks(_ store: LibraryStore) async throws -> Set<Int64> { Set(try await store.favourites().map(\.id.number)) }
        // Given a library with a step to undo, which went back to an earlier one, and was changed since
        var store = try await open()
        _ = try await store.keep(Sample.page(Sample.episodes(9)), from: "fm")
        try await mark(store, 1)
        let first = try store.makeBackup()
        for number in [2, 3] as [Int64] { try await mark(store, number) }
        try await mark(store, 2, false)
        _ = try await store.restore(first.path)
        #expect(try await store.undoSteps().map(\.action) == ["restore"])
        try await mark(store, 4)
        await store.close()
        // When that is undone, and done again, twice, each by another process
        for round in 1...2 {
            store = try await open()
            #expect(try await store.exchangesLibrary(isRedo: false), "\(round)")
            let undone = try #require(try await store.undo(keepsCurrent: false))
            #expect(undone.step.action == "restore" && undone.step.title == first.name && undone.items == 1)
            #expect(try await marks(store) == [1, 3], "\(round)")
            #expect(try await store.undoSteps().map(\.action) == ["unfavourite"], "\(round)")
            await store.close()
            store = try await open()
            #expect(try await store.redo()?.items == 1, "\(round)")
            #expect(try await marks(store) == [1, 4], "\(round)")
            #expect(try await store.undoSteps().map(\.action) == ["restore"], "\(round)")
            await store.close()
        }
        // Then what was to be undone before it can be undone after it
        store = try await open()
        for expected in [[1, 3], [1, 2, 3]] as [Set<Int64>] {
            _ = try await store.undo(keepsCurrent: false)
            #expect(try await marks(store) == expected)
        }
        await store.close()
    }

    @Test func aBackupThatHasGoneIsToldAndHoldsNothingUp() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm")
        _ = try await store.setFavourite([ItemID(.episode, 1)], true)
        _ = try await store.setFavourite([ItemID(.episode, 1)], false, step: "unfavourite")
        let first = try store.makeBackup()
        let before = try await store.restore(first.path)
        try FileManager.default.removeItem(atPath: before.path)
        let outcome = try #require(try await store.undo(keepsCurrent: false))
        #expect(outcome.items == 0 && outcome.lostBackup == before.name)
        #expect(try await store.undo(keepsCurrent: false)?.step.action == "unfavourite")
        #expect(try await store.favourites().count == 1)
        await store.close()
    }

    /// What another process writes is in the copy that is kept, or in what comes after: it can't write between the two.
    @Test func nothingIsWrittenWhileALibraryIsExchanged() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        let first = try store.makeBackup()
        let source = try BackupShelf.open(first.path)
        let target = try SQLiteDatabase(path: store.paths.database, busyMilliseconds: 0)
        let other = try SQLiteDatabase(path: store.paths.database, busyMilliseconds: 0)
        try source.copy(over: target) { () throws in
            #expect(throws: SQLiteError.self) { try other.writing {} }
            #expect(try other.first("SELECT count(*) FROM program") { $0.int() } == 0)
        }
        try other.writing {}
        #expect(throws: CancellationError.self) { try source.copy(over: target) { throw CancellationError() } }
        try other.writing {}
        for database in [source, target, other] { database.close() }
        await store.close()
    }

    @Test func whatIsNoLibraryIsNotRestored() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        try await store.setValue("k", "v")
        let place = scratch.path + "/other.sqlite"
        let other = try SQLiteDatabase(path: place, busyMilliseconds: 0)
        try other.script("CREATE TABLE bookmarks (x)")
        other.close()
        await #expect(throws: LibraryError.foreign(path: place, table: "bookmarks")) { try await store.restore(place) }
        try Data("text".utf8).write(to: URL(filePath: place))
        await #expect(throws: LibraryError.self) { try await store.restore(place) }
        await #expect(throws: LibraryError.self) { try await store.restore(scratch.path + "/none") }
        #expect(try await store.value("k") == "v")
        #expect(store.backups.isEmpty)
        await store.close()
    }

    @Test func aLibraryOfOtherPagesIsRestoredToo() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        try await store.setValue("k", "v")
        let place = scratch.path + "/small.sqlite"
        try await store.writeSQL("PRAGMA page_size = 4096; VACUUM INTO '\(place)'")
        try await store.setValue("k", "w")
        _ = try await store.restore(place)
        #expect(try await store.value("k") == "v")
        await store.close()
    }
}
