import Catalogue
import Foundation
import Testing

@testable import Library

@Suite struct SharedLibrary {
    @Test func aLibraryIsMadeAndOpenedAgain() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let folder = scratch.path + "/a/b/"
        let store = try await LibraryStore(folder: folder)
        _ = try await store.adopt(Sample.episode, source: "fm")
        #expect(store.paths.folder == scratch.path + "/a/b")
        for path in [store.paths.downloads, store.paths.trash, store.paths.backups, store.paths.database] {
            #expect(FileManager.default.fileExists(atPath: path))
        }
        await store.close()
        await #expect(throws: LibraryError.self) { try await store.lastListing() }
        let again = try await LibraryStore(folder: folder)
        #expect(try await again.episode(ItemID(.episode, 1)).episode == Sample.episode)
        #expect(try await again.number("PRAGMA synchronous") == 2)
        #expect(try await again.number("PRAGMA foreign_keys") == 1)
    }

    @Test func openingAndReadingWriteNothing() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try await LibraryStore(folder: scratch.path).close()
        let before = scratch.bytes("library.sqlite")
        let store = try await LibraryStore(folder: scratch.path)
        _ = try await store.queue()
        #expect(scratch.bytes("library.sqlite-wal")?.isEmpty != false)
        await store.close()
        #expect(scratch.bytes("library.sqlite") == before)
    }

    @Test func twoStoresSeeEachOthersChanges() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let one = try await LibraryStore(folder: scratch.path)
        let two = try await LibraryStore(folder: scratch.path)
        _ = try await one.keep(Sample.page(Sample.episodes(2)), from: "fm", listing: .replace(next: nil))
        #expect(try await two.lastListing().addresses == ["e1", "e2"])
        try await two.changeQueue { $0.entries = [QueueRow(entry: 1, item: ItemID(.episode, 2))] }
        #expect(try await one.queue().entries.map(\.item.number) == [2])
        _ = try await two.setFavourite([ItemID(.episode, 1)], true)
        #expect(try await one.favourites().map(\.id.number) == [1])
    }

    @Test func twoWritersAtOnceLoseNothing() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        // However unfair SQLite's waiting is.
        let stores = [
            try await LibraryStore(folder: scratch.path, busyMilliseconds: 60_000),
            try await LibraryStore(folder: scratch.path, busyMilliseconds: 60_000),
        ]
        _ = try await stores[0].keep(Sample.page(Sample.episodes(100)), from: "fm")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (half, store) in stores.enumerated() {
                for number in 1...50 {
                    group.addTask {
                        _ = try await store.setFavourite([ItemID(.episode, Int64(half * 50 + number))], true)
                        try await store.changeQueue { queue in
                            queue.entries.append(QueueRow(entry: queue.nextEntry, item: ItemID(.episode, 1)))
                            queue.nextEntry += 1
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await stores[0].favourites().count == 100)
        #expect(try await stores[1].queue().entries.map(\.entry) == Array(1...100))
    }

    @Test func manyMayMakeTheSameLibraryAtOnce() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 {
                group.addTask { try await LibraryStore(folder: scratch.path, busyMilliseconds: 60_000).setValue("k\(number)", "v") }
            }
            try await group.waitForAll()
        }
        #expect(try await LibraryStore(folder: scratch.path).number("SELECT count(*) FROM state") == 8)
    }

    @Test func aWriterWaitsThenSaysBusyWhileReadersGoOn() async throws {
        // Given another program that holds the library
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path, busyMilliseconds: 20)
        try await store.setValue("k", "old")
        let other = try SQLiteDatabase(path: store.paths.database, busyMilliseconds: 0)
        try other.run("BEGIN IMMEDIATE")
        // Then a change fails with the path, a read does not, nor does opening
        await #expect(throws: LibraryError.busy(path: store.paths.database)) { try await store.setValue("k", "new") }
        #expect(try await store.value("k") == "old")
        #expect(try await LibraryStore(folder: scratch.path, busyMilliseconds: 20).value("k") == "old")
        // And when it lets go, changes are made again
        try other.run("COMMIT")
        try await store.setValue("k", "new")
        #expect(try await store.value("k") == "new")
    }

    @Test func aWriterThatIsLetInTimeSucceeds() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path, busyMilliseconds: 60_000)
        let other = try SQLiteDatabase(path: store.paths.database, busyMilliseconds: 0)
        try other.run("BEGIN IMMEDIATE")
        async let change: Void = store.setValue("k", "v")
        try other.run("INSERT INTO state (key, value) VALUES ('value.other', 'v')")
        try other.run("COMMIT")
        try await change
        #expect(try await store.value("k") == "v")
        #expect(try await store.value("other") == "v")
    }
}
