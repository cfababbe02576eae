import Catalogue
import Foundation
import Testing

@testable import Library

/// The rescue of a damaged library: what it leaves alone, and who else is there meanwhile.
@Suite struct Rescues {
    @Test func noDamagedFileIsWrittenOver() async throws {
        // Given a file that was set aside in this very second, and another rescue whose report can't be read
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: true)
        defer { model.scratch.remove() }
        try model.write(model.bytes.prefix(100_000))
        _ = try LibraryRescue(paths: LibraryPaths(folder: model.scratch.path), cause: .damaged("cut"), now: 1_790_000_000).run()
        let store = try await LibraryStore(folder: model.scratch.path)
        #expect(store.rescue?.cause == .damaged("cut"))
        await store.close()
    }

    /// Opening and putting another file in the library's place exclude each other.
    @Test func whoeverOpensALibraryIsSeenBeforeItIsPutAside() async throws {
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: true)
        defer { model.scratch.remove() }
        try model.write(model.bytes.prefix(100_000))
        let folder = model.scratch.path
        let rescued = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let store = try await LibraryStore(folder: folder, busyMilliseconds: 60_000)
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
        let model = try await SickLibrary(backup: true)
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
        let model = try await SickLibrary(backup: false)
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
