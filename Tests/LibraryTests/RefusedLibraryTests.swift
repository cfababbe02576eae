import Catalogue
import Foundation
import Testing

@testable import Library

@Suite struct RefusedLibraries {
    private func error(opening folder: String) async -> LibraryError? {
        do throws(LibraryError) {
            _ = try await LibraryStore(folder: folder, busyMilliseconds: 20)
            return nil
        } catch { return error }
    }

    @Test func aNewerOneIsLeftUntouched() async throws {
        // Given a library of a newer program, with a change that is still in the log
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        let path = store.paths.database
        await store.close()
        let newer = try SQLiteDatabase(path: path, busyMilliseconds: 0)
        try newer.leaveLogAtClose()
        try newer.script("PRAGMA user_version = 9999")
        newer.close()
        let (file, log) = (scratch.bytes("library.sqlite"), scratch.bytes("library.sqlite-wal"))
        #expect(log?.isEmpty == false)
        // When it is opened, then it is refused with both numbers, and not a byte is changed
        #expect(await error(opening: scratch.path) == .newer(path: path, found: 9999, known: Migrations.all.count))
        #expect(scratch.bytes("library.sqlite") == file)
        #expect(scratch.bytes("library.sqlite-wal") == log)
    }

    @Test func anotherFileIsLeftUntouched() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let text = Data(String(repeating: "This is no database.\n", count: 100).utf8)
        try text.write(to: URL(fileURLWithPath: scratch.path + "/library.sqlite"))
        guard case .unusable(let path, _) = await error(opening: scratch.path) else { return #expect(Bool(false), "not refused") }
        #expect(path == scratch.path + "/library.sqlite")
        #expect(scratch.bytes("library.sqlite") == text)
    }

    @Test(arguments: [0, 1]) func anotherProgramsDatabaseIsLeftUntouched(version: Int) async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let other = try SQLiteDatabase(path: scratch.path + "/library.sqlite", busyMilliseconds: 0)
        try other.script("CREATE TABLE bookmarks (x); PRAGMA user_version = \(version)")
        other.close()
        let before = scratch.bytes("library.sqlite")
        #expect(await error(opening: scratch.path) == .foreign(path: scratch.path + "/library.sqlite", table: "bookmarks"))
        #expect(scratch.bytes("library.sqlite") == before)
    }

    @Test func aFolderThatCannotBeIsTold() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try Data().write(to: URL(fileURLWithPath: scratch.path + "/file"))
        for folder in [scratch.path + "/file/library", "/proc/skywave/library", ""] {
            guard case .cannotOpen(_, let words) = await error(opening: folder) else { return #expect(Bool(false), "\(folder) was opened") }
            #expect(!words.isEmpty)
        }
    }

    @Test func aFileWithoutALibraryIsToldWithTheSystemsWords() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try FileManager.default.createDirectory(atPath: scratch.path + "/library.sqlite", withIntermediateDirectories: true)
        guard case .cannotOpen(let path, let words) = await error(opening: scratch.path) else { return #expect(Bool(false), "opened") }
        #expect(path == scratch.path + "/library.sqlite" && !words.isEmpty)
    }
}

@Suite struct MigratedLibraries {
    @Test func aHalfMadeOneIsFinished() async throws {
        // Given a library whose making broke off after the first table
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let end = try #require(Migrations.all[0].range(of: ") STRICT;"))
        let half = try SQLiteDatabase(path: scratch.path + "/library.sqlite", busyMilliseconds: 0)
        try half.script(String(Migrations.all[0][..<end.upperBound]))
        try half.run("INSERT INTO program (source, ref, title, added) VALUES ('fm', '1', 'kept', 0)")
        half.close()
        // Then it opens, twice, with what was in it
        for _ in 0..<2 {
            let store = try await LibraryStore(folder: scratch.path)
            #expect(try await store.program(source: "fm", ref: "1")?.program.title == "kept")
            #expect(try await store.number("PRAGMA user_version") == Int64(Migrations.all.count))
            await store.close()
        }
    }

    @Test func oneThatWasRestoredFromADumpOpensWithAllThatIsInIt() async throws {
        // Given a library that has lost its version and its mark
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        let (path, kept) = (store.paths.database, try await store.adopt(Sample.episode, source: "fm"))
        await store.close()
        let dumped = try SQLiteDatabase(path: path, busyMilliseconds: 0)
        try dumped.script("PRAGMA user_version = 0; PRAGMA application_id = 0")
        dumped.close()
        // When it is opened, then every step is taken again and nothing is lost
        let again = try await LibraryStore(folder: scratch.path)
        #expect(try await again.record(kept.id) == .episode(kept))
        #expect(try await again.number("PRAGMA user_version") == Int64(Migrations.all.count))
        await again.close()
    }

    @Test func aFailedStepLeavesTheOldVersion() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        _ = try await store.adopt(Sample.episode, source: "fm")
        let path = store.paths.database
        await store.close()
        let good = "CREATE TABLE extra (x)"
        let bad = LibraryFile(
            path: path, busyMilliseconds: 0, migrations: Migrations.all + [good, "CREATE TABLE more (x); CREATE TABLE extra (x)"])
        #expect(throws: LibraryError.self) { try bad.open() }
        let database = try LibraryFile(path: path, busyMilliseconds: 0, migrations: Migrations.all + [good]).open()
        #expect(try database.first("PRAGMA user_version") { Int($0.int()) } == Migrations.all.count + 1)
        #expect(try database.first("SELECT count(*) FROM sqlite_master WHERE name = 'more'") { $0.int() } == 0)
        #expect(try database.first("SELECT count(*) FROM episode") { $0.int() } == 1)
    }
}
