import CSQLite
import Catalogue
import Foundation
import Testing

@testable import Library

/// Libraries of each earlier version, as that version made them (Fixtures/vN.sql).
@Suite struct OlderLibraries {
    static let versions: [Int] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { Int($0.dropFirst().prefix { $0.isWholeNumber }) }.sorted()
    }()

    /// Makes one of `version` in a folder, its log written back.
    static func make(_ version: Int, in scratch: ScratchFolder) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/v\(version).sql")
        let database = try SQLiteDatabase(path: scratch.path + "/library.sqlite", busyMilliseconds: 0)
        try database.script("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL")
        try database.script(String(contentsOf: file, encoding: .utf8))
        database.close()
    }

    /// What the listener had in it, read by today's program.
    static func expectAllThere(_ store: LibraryStore, from version: Int, _ about: String) async throws {
        #expect(try await store.queue().entries.map(\.item.number) == [1, 2, 7], "\(about)")
        #expect(try await store.queue().current == 2, "\(about)")
        #expect(try await store.favourites().map(\.id) == [ItemID(.program, 1), ItemID(.episode, 2)], "\(about)")
        #expect(try await store.episode(ItemID(.episode, 1)).episode.title == "第一期", "\(about)")
        #expect(try await store.value("volume") == "70", "\(about)")
        #expect(try await store.lastListing().addresses == ["e1", "e2"], "\(about)")
        if version >= 2 { #expect(try await store.number("SELECT since FROM subscription") == 1_780_000_005, "\(about)") }
        if version >= 3 { #expect(try await store.playlists().map(\.name) == ["evening"], "\(about)") }
        if version >= 4 { #expect(try await store.number("SELECT since FROM liked") == 1_780_000_008, "\(about)") }
        if version >= 5 { #expect(try await store.number("SELECT count(*) FROM chart_look") == 1, "\(about)") }
        if version >= 7 {
            #expect(try await store.undoSteps().map(\.action) == ["delete", "unfavourite"], "\(about)")
        }
        if version >= 8 {
            #expect(try await store.bookmarks().map(\.note) == ["here"], "\(about)")
            #expect(try await store.number("SELECT count(*) FROM program_setting") == 1, "\(about)")
        }
        #expect(try await store.number("PRAGMA user_version") == Int64(Migrations.all.count), "\(about)")
        #expect(try await store.examine(mends: false).filter { !$0.isGood }.map(\.name) == [], "\(about)")
    }

    @Test func thereIsOneOfEachVersion() throws {
        // All but the current one, which every other test makes
        #expect(Self.versions == Array(1..<Migrations.all.count))
    }

    @Test(arguments: versions) func isBroughtUpToDateAfterACopyWasMade(version: Int) async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try Self.make(version, in: scratch)
        let store = try await LibraryStore(folder: scratch.path)
        try await Self.expectAllThere(store, from: version, "version \(version)")
        #expect(try await store.number("SELECT size FROM trash") == (version >= 7 ? 5 : nil))
        let copies = store.backups
        await store.close()
        guard version < Migrations.all.count else { return #expect(copies.isEmpty) }
        // The copy is the library as it was, and opens as well
        #expect(copies.count == 1 && copies[0].name.hasPrefix("before-v\(Migrations.all.count)-"))
        let before = try SQLiteDatabase(path: copies[0].path, busyMilliseconds: 0, access: .still)
        #expect(try before.first("PRAGMA user_version") { $0.int() } == Int64(version))
        before.close()
        let again = try await LibraryStore(folder: scratch.path)
        _ = try await again.restore(copies[0].path)
        #expect(try await again.undo(keepsCurrent: false)?.step.action == "restore")
        try await Self.expectAllThere(again, from: version, "version \(version) restored")
        await again.close()
    }

    /// What a kill at the beginning of any statement leaves on the disk is copied at that moment; each copy must open with all that was
    /// in it.
    @Test(arguments: versions.filter { $0 < Migrations.all.count }) func isWholeWhereverItsChangeIsKilled(version: Int) async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        try Self.make(version, in: scratch)
        let database = try SQLiteDatabase(path: scratch.path + "/library.sqlite", busyMilliseconds: 0)
        let kills = Kills(of: scratch)
        defer { kills.remove() }
        kills.watch(database)
        let file = LibraryFile(
            path: scratch.path + "/library.sqlite", busyMilliseconds: 0, shelf: BackupShelf(folder: scratch.path + "/backups"))
        try file.bringUp(database)
        kills.stop(database)
        database.close()
        #expect(kills.left.count > 3 * (Migrations.all.count - version))
        var found: Set<Int> = []
        for (number, left) in kills.left.enumerated() {
            let bare = try SQLiteDatabase(path: left.path + "/library.sqlite", busyMilliseconds: 0)
            let there = try bare.first("PRAGMA user_version") { Int($0.int()) } ?? -1
            let tables = try bare.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text() }
            bare.close()
            // Old or new, never between: the tables are those of the version that it has
            found.insert(there)
            #expect(tables.contains("subscription") == (there >= 2) && tables.contains("playlist_entry") == (there >= 3))
            #expect(tables.contains("liked") == (there >= 4) && tables.contains("chart_look") == (there >= 5))
            #expect(tables.contains("trash") == (there >= 7) && tables.contains("bookmark") == (there >= 8))
            #expect(tables.contains("story_text") == (there >= 9))
            let store = try await LibraryStore(folder: left.path)
            #expect(store.rescue == nil)
            try await Self.expectAllThere(store, from: version, "version \(version), killed at statement \(number)")
            await store.close()
        }
        #expect(found == Set(version...Migrations.all.count))
    }
}

/// The files of a library as they were at the beginning of each statement that ran on it.
private final class Kills {
    private let folder: ScratchFolder
    private(set) var left: [ScratchFolder] = []

    init(of folder: ScratchFolder) { self.folder = folder }

    func watch(_ database: SQLiteDatabase) {
        let note: @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 = {
            _, context, _, _ in
            if let context { Unmanaged<Kills>.fromOpaque(context).takeUnretainedValue().take() }
            return 0
        }
        sqlite3_trace_v2(database.handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE), note, Unmanaged.passUnretained(self).toOpaque())
    }

    func stop(_ database: SQLiteDatabase) {
        sqlite3_trace_v2(database.handle, 0, nil, nil)
        take()
    }

    func remove() { for place in left { place.remove() } }

    private func take() {
        guard let place = try? ScratchFolder() else { return }
        try? folder.copyLibrary(to: place)
        left.append(place)
    }
}
