import Catalogue
import Foundation
import Testing

@testable import Library

/// Libraries that were damaged or lost: the listener's things come back, and what was done is told.
@Suite struct DamagedLibraries {
    /// A library with 400 episodes, of which 200 are in the queue and 50 are favourites; a backup; and then ten more favourites.
    private struct Sick {
        let scratch: ScratchFolder
        var path: String { scratch.path + "/library.sqlite" }

        init(backup: Bool) async throws {
            scratch = try ScratchFolder()
            let store = try await LibraryStore(folder: scratch.path)
            _ = try await store.keep(Sample.page(Sample.episodes(400)), from: "fm", listing: .replace(next: nil))
            _ = try await store.setFavourite((1...50).map { ItemID(.episode, $0) }, true)
            try await store.changeQueue { $0.entries = (1...200).map { QueueRow(entry: $0, item: ItemID(.episode, $0 * 2)) } }
            try await store.changeQueue { ($0.nextEntry, $0.current) = (201, 3) }
            if backup { _ = try store.makeBackup() }
            _ = try await store.setFavourite((51...60).map { ItemID(.episode, $0) }, true)
            await store.close()
        }

        var bytes: Data { FileManager.default.contents(atPath: path) ?? Data() }

        func write(_ bytes: Data) throws { try bytes.write(to: URL(filePath: path)) }

        /// Writes noise over the page `number`, from 1.
        func spoil(page number: Int) throws {
            var all = bytes
            let range = (number - 1) * 8192..<number * 8192
            all.replaceSubrange(range, with: range.map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 5) })
            try write(all)
        }

        /// Opens it as a program does, and once more where a command found the damage.
        func opened() async throws -> LibraryStore {
            let store = try await LibraryStore(folder: scratch.path)
            do {
                _ = try await (store.queue(), store.favourites(), store.lastListing())
                return store
            } catch LibraryError.damaged {
                await store.abandon()
                return try await LibraryStore(folder: scratch.path)
            }
        }

        func files(_ part: String) -> [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: scratch.path)) ?? []).filter { $0.contains(part) }.sorted()
        }
    }

    private func expectWell(_ store: LibraryStore, _ about: String) async throws {
        let checks = try await store.examine(mends: false)
        #expect(checks.filter { !$0.isGood }.map(\.name) == [], "\(about): \(checks)")
    }

    @Test func eachPageThatIsOverwrittenIsMadeUpForByTheBackup() async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        let (whole, pages) = (model.bytes, model.bytes.count / 8192)
        #expect(pages > 20)
        var rescued = 0
        for page in 1...pages {
            try model.write(whole)
            for name in model.files("damaged") { try FileManager.default.removeItem(atPath: model.scratch.path + "/" + name) }
            try model.spoil(page: page)
            let spoilt = model.bytes
            var store = try await model.opened()
            if store.rescue == nil, try await store.examine(mends: false).first?.isGood == false {
                // A page that those commands don't read: doctor finds it
                await store.abandon()
                store = try await LibraryStore(folder: model.scratch.path)
            }
            if let report = store.rescue {
                rescued += 1
                // The damaged file is kept as it was
                let kept = try #require(report.keptAs)
                #expect(FileManager.default.contents(atPath: model.scratch.path + "/" + kept) == spoilt, "page \(page)")
            }
            // All is back; of the favourites after the backup at most those on the page are lost
            #expect(try await store.queue().entries.map(\.entry) == Array(1...200), "page \(page): \(String(describing: store.rescue))")
            #expect(try await store.queue().current == 3, "page \(page)")
            #expect(try await store.favourites().count >= 50, "page \(page): \(String(describing: store.rescue))")
            #expect(try await store.number("SELECT count(*) FROM episode") == 400, "page \(page)")
            try await expectWell(store, "page \(page)")
            await store.close()
        }
        #expect(rescued >= pages - 2, "\(rescued) of \(pages)")
    }

    @Test func withoutABackupWhatCanBeReadIsKept() async throws {
        let model = try await Sick(backup: false)
        defer { model.scratch.remove() }
        let (whole, pages) = (model.bytes, model.bytes.count / 8192)
        for page in 1...pages {
            try model.write(whole)
            try model.spoil(page: page)
            var store = try await model.opened()
            if store.rescue == nil, try await store.examine(mends: false).first?.isGood == false {
                await store.abandon()
                store = try await LibraryStore(folder: model.scratch.path)
            }
            try await expectWell(store, "page \(page)")
            if let report = store.rescue, report.tables.isEmpty {
                #expect(try await store.favourites().count == 60, "page \(page)")
                #expect(try await store.queue().entries.count == 200, "page \(page)")
            }
            await store.close()
        }
    }

    @Test(arguments: [0.95, 0.5, 0.1, 0.01]) func aFileThatWasCutIsMadeUpForByTheBackup(part: Double) async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        try model.write(model.bytes.prefix(Int(Double(model.bytes.count) * part)))
        let store = try await model.opened()
        let report = try #require(store.rescue)
        #expect(report.backup != nil && report.keptAs != nil)
        #expect(try await store.queue().entries.count == 200)
        #expect(try await store.favourites().count >= 50)
        try await expectWell(store, "cut to \(part)")
        await store.close()
        #expect(try await LibraryStore(folder: model.scratch.path).rescue == nil)
    }

    @Test(arguments: [true, false]) func anEmptyOrMissingFileBesideBackupsIsNoNewLibrary(isThere: Bool) async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        if isThere { try model.write(Data()) } else { try FileManager.default.removeItem(atPath: model.path) }
        let store = try await LibraryStore(folder: model.scratch.path)
        let report = try #require(store.rescue)
        #expect(report.cause == (isThere ? .empty : .missing))
        #expect(report.backup?.name == store.backups.first?.name)
        #expect(try await store.favourites().count == 50)
        #expect(try await store.queue().entries.count == 200)
        try await expectWell(store, "")
        await store.close()
    }

    @Test func aLogThatWasTakenAwayIsTold() async throws {
        // Given a library that was killed, and whose log then went
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        let killed = try ScratchFolder()
        defer { killed.remove() }
        let store = try await LibraryStore(folder: model.scratch.path)
        _ = try await store.setFavourite([ItemID(.episode, 100)], true)
        try FileManager.default.copyItem(atPath: model.path, toPath: killed.path + "/library.sqlite")
        try FileManager.default.copyItem(atPath: model.path + "-shm", toPath: killed.path + "/library.sqlite-shm")
        await store.close()
        // Then it opens with all but what was in the log alone, says so, and says so once
        let found = try await LibraryStore(folder: killed.path)
        #expect(found.rescue?.cause == .logGone)
        #expect(try await found.favourites().count == 60)
        try await expectWell(found, "")
        await found.close()
        #expect(try await LibraryStore(folder: killed.path).rescue == nil)
    }

    @Test func anEmptyFileWithoutBackupsIsANewLibrary() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try Data().write(to: URL(filePath: scratch.path + "/library.sqlite"))
        let store = try await LibraryStore(folder: scratch.path)
        #expect(store.rescue == nil)
        try await store.setValue("k", "v")
        await store.close()
    }

    @Test func aKillBetweenTheStepsOfTheSwapLosesNothing() async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        try model.write(model.bytes.prefix(100_000))
        let paths = LibraryPaths(folder: model.scratch.path)
        let report = try #require(try LibraryRescue(paths: paths, cause: .damaged("cut"), now: 1_790_000_000).run())
        let aside = model.scratch.path + "/" + (report.keptAs ?? "")
        // Killed before the swap, and in its middle
        for isMoved in [false, true] {
            let killed = try ScratchFolder()
            defer { killed.remove() }
            try FileManager.default.removeItem(atPath: killed.path)
            try FileManager.default.copyItem(atPath: model.scratch.path, toPath: killed.path)
            if isMoved {
                try FileManager.default.moveItem(
                    atPath: killed.path + "/library.sqlite", toPath: killed.path + "/" + (report.keptAs ?? ""))
            }
            let store = try await LibraryStore(folder: killed.path)
            #expect(try await store.queue().entries.count == 200)
            #expect(FileManager.default.fileExists(atPath: killed.path + "/" + (report.keptAs ?? "")))
            #expect(!FileManager.default.fileExists(atPath: store.paths.next))
            await store.close()
        }
        #expect(!FileManager.default.fileExists(atPath: aside))
    }

    @Test(arguments: [true, false]) func ofAFileThatHasGoneTheLogIsRead(isThere: Bool) async throws {
        // Given a library that was killed before anything was written back from its log
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let killed = try ScratchFolder()
        defer { killed.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        _ = try await store.keep(Sample.page(Sample.episodes(40)), from: "fm")
        _ = try await store.setFavourite((1...30).map { ItemID(.episode, $0) }, true)
        try scratch.copyLibrary(to: killed)
        await store.close()
        // When its file is gone or emptied
        let file = killed.path + "/library.sqlite"
        try FileManager.default.removeItem(atPath: file)
        if isThere { try Data().write(to: URL(filePath: file)) }
        let log = killed.bytes("library.sqlite-wal")
        // Then all is back, and the log is kept
        let found = try await LibraryStore(folder: killed.path)
        let report = try #require(found.rescue)
        #expect(report.cause == (isThere ? .empty : .missing) && report.read >= 70 && report.tables.isEmpty)
        #expect(try await found.favourites().count == 30)
        #expect(killed.bytes((report.keptAs ?? "") + "-wal") == log)
        try await expectWell(found, "")
        await found.close()
    }

    @Test func aLogOfWhichNothingCanBeReadIsKeptAndTold() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let log = Data(repeating: 7, count: 100_000)
        try log.write(to: URL(filePath: scratch.path + "/library.sqlite-wal"))
        let store = try await LibraryStore(folder: scratch.path, clock: { 1_790_000_000 })
        let kept = try #require(store.rescue?.keptAs)
        #expect(store.rescue?.cause == .missing && store.rescue?.read == 0)
        #expect(scratch.bytes(kept + "-wal") == log)
        try await expectWell(store, "")
        await store.close()
    }

    @Test func aDatabaseWithNothingInItBesideBackupsIsNoNewLibrary() async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        try FileManager.default.removeItem(atPath: model.path)
        let empty = try SQLiteDatabase(path: model.path, busyMilliseconds: 0)
        try empty.script("CREATE TABLE x (a); DROP TABLE x")
        empty.close()
        let store = try await LibraryStore(folder: model.scratch.path)
        #expect(store.rescue?.backup?.name == store.backups.first?.name)
        #expect(try await store.favourites().count == 50)
        try await expectWell(store, "")
        await store.close()
    }

    @Test func noDamagedFileIsWrittenOver() async throws {
        // Given a file that was set aside in this very second, and another rescue whose report can't be read
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        var spoilt: Set<Data> = []
        for cut in [100_000, 90_000] {
            try model.write(model.bytes.prefix(cut))
            spoilt.insert(model.bytes)
            let store = try await LibraryStore(folder: model.scratch.path, clock: { 1_790_000_000 })
            #expect(store.rescue?.keptAs != nil)
            await store.close()
        }
        let other = try SQLiteDatabase(path: model.path + ".next", busyMilliseconds: 0)
        try other.script("CREATE TABLE program (x)")
        other.close()
        spoilt.insert(model.bytes)
        try LibrarySwap.finish(LibraryPaths(folder: model.scratch.path))
        // Then each has a name of its own
        #expect(
            Set(model.files("damaged").filter { !$0.hasSuffix("-wal") }.compactMap { model.scratch.bytes($0) }) == spoilt
                && spoilt.count == 3)
    }

    @Test func aRescueThatWasKilledBeforeItsEndIsTold() async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        try model.write(model.bytes.prefix(100_000))
        _ = try LibraryRescue(paths: LibraryPaths(folder: model.scratch.path), cause: .damaged("cut"), now: 1_790_000_000).run()
        let store = try await LibraryStore(folder: model.scratch.path)
        #expect(store.rescue?.cause == .damaged("cut"))
        await store.close()
    }

    /// Opening and putting another file in the library's place exclude each other.
    @Test func whoeverOpensALibraryIsSeenBeforeItIsPutAside() async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        let paths = LibraryPaths(folder: model.scratch.path)
        let opening = try FolderLock.take(for: paths, isShared: true, milliseconds: 0)
        try model.write(model.bytes.prefix(100_000))
        await #expect(throws: LibraryError.busy(path: paths.database)) {
            try await LibraryStore(folder: model.scratch.path, busyMilliseconds: 10)
        }
        #expect(model.files("damaged") == [])
        withExtendedLifetime(opening) {}
    }

    @Test func manyThatStartOnADamagedLibraryAllGetTheSame() async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        try model.write(model.bytes.prefix(100_000))
        let folder = model.scratch.path
        let rescued = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let store = try await LibraryStore(folder: folder)
                    _ = try await store.setFavourite([ItemID(.episode, 300 + Int64(number))], true)
                    let isRescuer = store.rescue != nil
                    await store.close()
                    return isRescuer
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(rescued == 1 && model.files("damaged").count { !$0.hasSuffix("-wal") } == 1)
        let store = try await LibraryStore(folder: folder)
        #expect(try await store.favourites().count >= 56)
        try await expectWell(store, "")
        await store.close()
    }

    @Test func aLinkedLibraryIsRescuedWhereItLies() async throws {
        let model = try await Sick(backup: true)
        defer { model.scratch.remove() }
        let elsewhere = try ScratchFolder()
        defer { elsewhere.remove() }
        let real = elsewhere.path + "/mine.db"
        try model.bytes.prefix(100_000).write(to: URL(filePath: real))
        try FileManager.default.removeItem(atPath: model.path)
        try FileManager.default.createSymbolicLink(atPath: model.path, withDestinationPath: real)
        let store = try await LibraryStore(folder: model.scratch.path)
        #expect(FileManager.default.fileExists(atPath: elsewhere.path + "/" + (store.rescue?.keptAs ?? "")))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: model.path) == real)
        #expect(try await store.queue().entries.count == 200)
        await store.close()
        // One that leads nowhere, as to a disk that isn't there, is no library that has gone
        try FileManager.default.removeItem(atPath: real)
        await #expect(throws: LibraryError.self) { try await LibraryStore(folder: model.scratch.path) }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: model.path) == real)
    }

    @Test func whatIsNeitherALibraryNorRescuableIsLeft() async throws {
        let model = try await Sick(backup: false)
        defer { model.scratch.remove() }
        try model.spoil(page: 1)
        // One that was made by other steps, so that its tables may begin elsewhere
        try model.spoil(page: 5)
        let spoilt = model.bytes
        await #expect(throws: LibraryError.self) { try await LibraryStore(folder: model.scratch.path) }
        #expect(model.bytes == spoilt)
        #expect(model.files("damaged") == [] && model.files(".part") == [] && model.files(".next") == [])
    }
}
