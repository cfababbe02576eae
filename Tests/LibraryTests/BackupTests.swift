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

    @Test func onesThatAWrongClockHasDatedLaterComeLast() async throws {
        // Given a backup of a day to come
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let clock = TestClock()
        clock.now = 1_950_000_000
        let store = try await LibraryStore(folder: scratch.path, clock: { clock.now })
        _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm")
        let later = try store.makeBackup()
        // When the clock is right again, then one of today is due all the same, and is the newest
        clock.now = 1_790_000_000
        #expect(store.isBackupDue(isLight: true))
        let today = try store.makeBackup()
        #expect(store.backups.map(\.name) == [today.name, later.name])
        #expect(!store.isBackupDue(isLight: true))
        await store.close()
    }

    @Test func twoOfOneSecondBothGetAName() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path, clock: { 1_790_000_000 })
        async let one = store.makeBackup()
        async let two = store.makeBackup()
        #expect(try await one.name != two.name)
        await store.close()
    }

    @Test func theLibrarysOwnFilesAreNotWrittenOver() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        let link = scratch.path + "/backups/../here"
        try FileManager.default.createSymbolicLink(atPath: scratch.path + "/here", withDestinationPath: scratch.path)
        for place in [store.paths.database, store.paths.log, link + "/library.sqlite", store.paths.next] {
            #expect(throws: LibraryError.notWritten(path: place, errno: EBUSY)) { try store.makeBackup(place, over: true) }
        }
        #expect(try store.makeBackup(scratch.path + "/mine.sqlite").size > 0)
        await store.close()
    }

    @Test func onlyFilesAreWrittenOverAndLinksStay() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        let (pipe, folder) = (scratch.path + "/pipe", scratch.path + "/downloads")
        #expect(mkfifo(pipe, 0o600) == 0)
        for (place, code) in [(pipe, EOPNOTSUPP), (folder, EISDIR)] {
            #expect(throws: LibraryError.notWritten(path: place, errno: code)) { try store.makeBackup(place, over: true) }
        }
        #expect(FileFacts(pipe)?.isRegular == false && FileFacts(folder)?.isFolder == true)
        let (file, link) = (scratch.path + "/mine.sqlite", scratch.path + "/link")
        try Data().write(to: URL(fileURLWithPath: file))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try store.makeBackup(link, over: true).size > 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        #expect(FileFacts(file)?.size ?? 0 > 0)
        await store.close()
    }

    @Test func oneThatUndoGoesBackToStays() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let clock = TestClock()
        let store = try await LibraryStore(folder: scratch.path, clock: { clock.now })
        let first = try store.makeBackup()
        let before = try await store.restore(first.path)
        let database = try SQLiteDatabase(path: store.paths.database, busyMilliseconds: 0)
        for _ in 0..<6 {
            clock.now += 1
            _ = try BackupShelf(folder: store.paths.backups, now: clock.now).make("before-v9-", of: database, path: store.paths.database)
        }
        database.close()
        _ = try store.makeBackup()
        #expect(store.backups.count { $0.name.hasPrefix(BackupFile.before) } == 5)
        #expect(store.backups.contains { $0.name == before.name })
        await store.close()
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
            INSERT INTO program_setting (program, key, value) VALUES (66, 'speed', '2');
            INSERT INTO undo_row (step, place, part, key) VALUES (5, 0, 'favourite', 'e1');
            INSERT INTO playlist_entry (playlist, place, kind, item) VALUES (44, 0, 'e', 1);
            INSERT INTO bookmark (kind, item, position, made) VALUES ('e', 33, 1, 0);
            UPDATE listing SET addresses = 'e55'; PRAGMA foreign_keys = ON;
            """)
        for name in ["/a.mp3.part", "/a.mp3.part.info"] { try Data("x".utf8).write(to: URL(filePath: store.paths.downloads + name)) }
        try Data("x".utf8).write(to: URL(filePath: store.paths.backups + "/backup-bad.sqlite"))
        // What a killed process has begun: no process has this number
        let begun = ["/backups/backup-2026-11-30-100000.sqlite.4194999.part", "/library.sqlite.part.4194999-wal"]
        // What the listener has put there
        let others = [
            "/Show.2019.part2.mp3", "/library.sqlite.part.4194999.notes", "/other.sqlite.4194999.part1",
            "/backups/mine.sqlite.4194999.part1",
            "/backups/backup-of.4194999.part1", "/downloads/browser.part",
        ]
        for name in begun + others { try Data("x".utf8).write(to: URL(filePath: scratch.path + name)) }
        let bad: [CheckName] = [.references, .ids, .queue, .listing, .downloads, .backups, .leftovers]
        #expect(try await store.examine(mends: false).filter { !$0.isGood }.map(\.name) == bad)
        #expect(try await store.examine(mends: true).filter(\.isMended).map(\.name) == bad)
        #expect(try await store.examine(mends: false).filter { !$0.isGood }.map(\.name) == [])
        for name in begun { #expect(!FileManager.default.fileExists(atPath: scratch.path + name)) }
        for name in others { #expect(FileManager.default.fileExists(atPath: scratch.path + name)) }
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
        let two = downloads + "/Tides/Two.part/x.mp3.part"
        for file in [outside + "/browser.part", outside + "/browser.part.info", two, two + ".info"] {
            try Data("x".utf8).write(to: URL(filePath: file))
        }
        try FileManager.default.createSymbolicLink(atPath: downloads + "/elsewhere", withDestinationPath: outside)
        try FileManager.default.createSymbolicLink(atPath: downloads + "/a.mp3.part", withDestinationPath: outside + "/browser.part")
        #expect(try await store.examine(mends: true).first { $0.name == .leftovers }?.isMended == true)
        #expect(FileManager.default.fileExists(atPath: outside + "/browser.part"))
        #expect(!FileManager.default.fileExists(atPath: two) && !FileManager.default.fileExists(atPath: two + ".info"))
        #expect(try await store.examine(mends: false).first { $0.name == .leftovers }?.isGood == true)
        await store.close()
    }
}
