import Catalogue
import Foundation
import Testing

@testable import Library

/// Libraries that were damaged or lost: the listener's things come back, and what was done is told.
@Suite struct DamagedLibraries {
    @Test func eachPageThatIsOverwrittenIsMadeUpForByTheBackup() async throws {
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: false)
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
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: true)
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
}
