import Catalogue
import Foundation
import Testing

@testable import Library

@Suite struct Backups {
    private func file(_ name: String, _ made: Int64) -> BackupFile { BackupFile(name: name, path: name, size: 1, made: made) }

    @Test func sevenDaysAndFourWeeksStay() {
        // Given a backup at noon of each of 100 days, and two more on the last
        let day: Int64 = 86_400
        let newest = 20_000 * day + day / 2
        let files =
            [file("backup-c", newest + 200), file("backup-b", newest + 100)] + (0..<100).map { file("backup-\($0)", newest - $0 * day) }
        // Then the last day's stay, one of each of the six days before, and one of each of four weeks
        let gone = Set(BackupRotation.superseded(files).map(\.name))
        let left = files.filter { !gone.contains($0.name) }
        #expect(left.count == 3 + 6 + 4)
        #expect(left.prefix(9).map(\.made) == files.prefix(9).map(\.made))
        let weeks = left.suffix(4).map { $0.made / 604_800 }
        #expect(Set(weeks).count == 4)
        // And rotating each day from the first on leaves as many
        var shelf: [BackupFile] = []
        for file in files.dropFirst(2).reversed() {
            shelf.insert(file, at: 0)
            let gone = Set(BackupRotation.superseded(shelf).map(\.name))
            shelf.removeAll { gone.contains($0.name) }
        }
        #expect(shelf.count == 11)
        #expect(BackupRotation.superseded((0..<6).map { file("before-v7-\($0)", 100 - $0) }).map(\.name) == ["before-v7-4", "before-v7-5"])
        #expect(BackupRotation.superseded([file("mine", 1), file("other", 0)]).isEmpty)
    }

    @Test func oneIsMadeWhileTheLibraryIsWritten() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let clock = TestClock()
        clock.now = LibraryStore.systemTime()
        let store = try await LibraryStore(folder: scratch.path, clock: { clock.now })
        _ = try await store.keep(Sample.page(Sample.episodes(300)), from: "fm")
        #expect(store.isBackupDue(isLight: true))
        let other = try SQLiteDatabase(path: store.paths.database, busyMilliseconds: 0)
        try other.run("BEGIN IMMEDIATE")
        try other.run("INSERT INTO state (key, value) VALUES ('value.half', 'v')")
        let made = try store.makeBackup()
        try other.run("ROLLBACK")
        #expect(made.made == clock.now && made.name == "backup-\(BackupFile.stamp(clock.now)).sqlite")
        #expect(try BackupShelf.check(made.path) == Migrations.all.count)
        let copy = try BackupShelf.open(made.path)
        #expect(try copy.first("SELECT count(*) FROM episode") { $0.int() } == 300)
        #expect(try copy.first("SELECT count(*) FROM state") { $0.int() } == 0)
        copy.close()
        #expect(!store.isBackupDue(isLight: true))
        // The next day it is due where the library has changed since
        clock.now += 86_400
        for (age, isDue) in [(Int64(100), false), (-1, true)] {
            for name in ["library.sqlite", "library.sqlite-wal"] {
                let changed = Date(timeIntervalSince1970: Double(made.made - age))
                try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: scratch.path + "/" + name)
            }
            #expect(store.isBackupDue(isLight: true) == isDue)
        }
        await store.close()
    }

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

    @Test func faultsAreFoundAndRepaired() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm", listing: .replace(next: nil))
        try await store.changeQueue { $0.entries = (1...3).map { QueueRow(entry: $0, item: ItemID(.episode, $0)) } }
        try await store.keepDownload(
            DownloadRecord(id: ItemID(.episode, 1), url: "u", state: .done, size: 5, path: store.paths.downloads + "/gone.mp3"))
        #expect(try await store.examine(mends: false).filter { !$0.isGood }.map(\.name) == [.queue, .downloads])
        try await store.writeSQL(
            """
            PRAGMA foreign_keys = OFF;
            UPDATE queue_entry SET place = 7; UPDATE queue SET current = 99, next_entry = 1;
            INSERT INTO favourite (kind, item, since) VALUES ('e', 77, 0); INSERT INTO progress (episode, changed) VALUES (88, 0);
            UPDATE listing SET addresses = 'e55'; PRAGMA foreign_keys = ON;
            """)
        try Data("x".utf8).write(to: URL(filePath: store.paths.downloads + "/a.mp3.part"))
        try Data("x".utf8).write(to: URL(filePath: store.paths.backups + "/backup-bad.sqlite"))
        // What a killed process has begun: no process has this number
        let begun = ["/backups/backup-2026-11-30-100000.sqlite.4194999.part", "/library.sqlite.part.4194999-wal"]
        for name in begun { try Data("x".utf8).write(to: URL(filePath: scratch.path + name)) }
        let bad: [CheckName] = [.references, .ids, .queue, .listing, .downloads, .backups, .leftovers]
        #expect(try await store.examine(mends: false).filter { !$0.isGood }.map(\.name) == bad)
        #expect(try await store.examine(mends: true).filter(\.isMended).map(\.name) == bad)
        #expect(try await store.examine(mends: false).filter { !$0.isGood }.map(\.name) == [])
        for name in begun { #expect(!FileManager.default.fileExists(atPath: scratch.path + name)) }
        #expect(try await store.queue().entries.map(\.entry) == [1, 2, 3])
        #expect(try await store.download(ItemID(.episode, 1))?.state == .failed)
        #expect(FileManager.default.fileExists(atPath: store.paths.backups + "/backup-bad.sqlite.damaged"))
        await store.close()
    }

    @Test func whatIsBehindALinkAndWhatIsAFolderIsNoLeftover() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path + "/library")
        let (outside, downloads) = (scratch.path + "/outside", store.paths.downloads)
        for folder in [outside, downloads + "/Tides/Two.part"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        for file in [outside + "/browser.part", downloads + "/Tides/Two.part/x.mp3.part"] {
            try Data("x".utf8).write(to: URL(filePath: file))
        }
        try FileManager.default.createSymbolicLink(atPath: downloads + "/elsewhere", withDestinationPath: outside)
        try FileManager.default.createSymbolicLink(atPath: downloads + "/a.mp3.part", withDestinationPath: outside + "/browser.part")
        #expect(try await store.examine(mends: true).first { $0.name == .leftovers }?.isMended == true)
        #expect(FileManager.default.fileExists(atPath: outside + "/browser.part"))
        #expect(!FileManager.default.fileExists(atPath: downloads + "/Tides/Two.part/x.mp3.part"))
        #expect(try await store.examine(mends: false).first { $0.name == .leftovers }?.isGood == true)
        await store.close()
    }
}
