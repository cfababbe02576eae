import Catalogue
import Foundation
import Testing

@testable import Library

/// `cleanup`: which files go by which rule, which never do, and that all come back.
@Suite struct CleanupTests {
    private static let day: Int64 = 86_400

    @Test(
        arguments: [
            ("off", []), ("OFF", []), ("played", [.played(days: 0)]), ("played:7d", [.played(days: 7)]),
            ("played,30d,2GB", [.played(days: 0), .age(days: 30), .size(bytes: 2_000_000_000)]), ("1.5g", [.size(bytes: 1_500_000_000)]),
            ("Played, 500 MB", [.played(days: 0), .size(bytes: 500_000_000)]), ("36500d", [.age(days: 36_500)]),
            ("1kB", [.size(bytes: 1000)]),
        ] as [(String, [CleanupRules.Rule])])
    func rulesAreRead(_ text: String, _ rules: [CleanupRules.Rule]) throws {
        #expect(try #require(CleanupRules(text)).rules.map(\.rule) == rules)
    }

    @Test(arguments: [
        "", ",", "played,", "old", "0d", "-1d", "36501d", "d", "1.5d", "0GB", "GB", "2", "2XB", "nanGB", "infGB", "1e3GB", "played:",
        "played:0d",
        "9999999TB", "off,played", "99999999999999999999d",
    ])
    func otherRulesAreRefused(_ text: String) { #expect(CleanupRules(text) == nil) }

    private func library(_ count: Int) async throws -> (LibraryStore, ScratchFolder, TestClock) {
        let (scratch, clock) = (try ScratchFolder(), TestClock())
        let store = try await LibraryStore(folder: scratch.path, clock: { clock.now })
        _ = try await store.keep(Sample.page(Sample.episodes(count)), from: "fm")
        try FileManager.default.createDirectory(atPath: store.paths.downloads, withIntermediateDirectories: true)
        // Each a day younger and 1000 bytes longer than the one before.
        let now = clock.now
        for number in 1...count {
            clock.now = now - Int64(count - number) * Self.day
            let path = "\(store.paths.downloads)/\(number).mp3"
            try Data(count: 1000 * number).write(to: URL(fileURLWithPath: path))
            let size = Int64(1000 * number)
            try await store.keepDownload(
                DownloadRecord(id: ItemID(.episode, Int64(number)), url: "u", state: .done, received: size, size: size, path: path))
        }
        clock.now = now
        return (store, scratch, clock)
    }

    private func chosen(_ store: LibraryStore, _ rules: String) async throws -> [String] {
        try await store.cleanUp(try #require(CleanupRules(rules)), isDry: true).items.map { "\($0.id) \($0.rule)" }
    }

    @Test func eachRuleTakesItsOwn() async throws {
        let (store, scratch, clock) = try await library(6)
        defer { scratch.remove() }
        clock.now -= 7 * Self.day
        try await store.markPlayed(ItemID(.episode, 6), true)
        clock.now += 7 * Self.day
        try await store.markPlayed(ItemID(.episode, 3), true)
        #expect(try await chosen(store, "off").isEmpty)
        #expect(try await chosen(store, "played") == ["e3 played", "e6 played"])
        #expect(try await chosen(store, "played:7d") == ["e6 played:7d"])
        #expect(try await chosen(store, "4d") == ["e1 4d", "e2 4d"])
        // All are 21 kB: what was played goes first, then the oldest, until it fits.
        #expect(try await chosen(store, "21kB").isEmpty)
        #expect(try await chosen(store, "20kB") == ["e3 20kB"])
        #expect(try await chosen(store, "11kB") == ["e3 11kB", "e6 11kB", "e1 11kB"])
        #expect(try await chosen(store, "played:7d,5d,10kB") == ["e6 played:7d", "e1 5d", "e3 10kB", "e2 10kB"])
        #expect(try await store.downloads().count == 6)
    }

    @Test func whatIsDearToTheListenerStays() async throws {
        let (store, scratch, _) = try await library(8)
        defer { scratch.remove() }
        let ids = (1...8).map { ItemID(.episode, $0) }
        for id in ids { try await store.markPlayed(id, true) }
        _ = try await store.setFavourite([ids[0]], true)
        try await store.keepPosition(ids[1], seconds: 30, duration: 100)
        _ = try await store.addBookmark(ids[2], position: 5, note: nil)
        try await store.changeQueue { queue in
            queue.entries = (0..<3).map { place in
                QueueRow(entry: Int64(place + 1), item: ids[place + 3], played: place > 0, failed: false, shuffleOrder: nil)
            }
            (queue.current, queue.nextEntry) = (2, 4)
        }
        // Changed outside, or gone: not ours to judge.
        try Data("mine".utf8).write(to: URL(fileURLWithPath: store.paths.downloads + "/7.mp3"))
        #expect(try await chosen(store, "played,1d,1kB") == ["e6 played", "e8 played"])
        // What was played comes round again.
        try await store.changeQueue { $0.repeats = true }
        #expect(try await chosen(store, "played,1d,1kB") == ["e8 played"])
    }

    @Test func oneUndoBringsAllBack() async throws {
        let (store, scratch, _) = try await library(5)
        defer { scratch.remove() }
        let rules = try #require(CleanupRules("2d"))
        #expect(try await store.cleanUp(rules).items.map(\.id.number) == [1, 2, 3])
        #expect(try await store.downloads().map(\.id.number) == [4, 5])
        #expect(try await store.cleanUp(rules).items.isEmpty)
        #expect(try await store.undoSteps().map { "\($0.action) \($0.items)" } == ["cleanup 3"])
        #expect(try await store.undo(keepsCurrent: false)?.items == 3)
        #expect(try await store.downloads().map(\.id.number) == [1, 2, 3, 4, 5])
        for number in 1...5 { #expect(scratch.bytes("downloads/\(number).mp3")?.count == 1000 * number) }
        #expect(try await store.redo()?.items == 3)
        #expect(try await store.downloads().map(\.id.number) == [4, 5])
    }

    @Test func noMoreThanTheTrashHoldsGoesAtOnce() async throws {
        let (store, scratch, _) = try await library(3)
        defer { scratch.remove() }
        for number in 1...3 {
            let path = "\(store.paths.downloads)/\(number).mp3"
            #expect(truncate(path, off_t(TrashLimit.bytes / 2)) == 0)
            var record = try #require(try await store.download(ItemID(.episode, Int64(number))))
            (record.size, record.received) = (TrashLimit.bytes / 2, TrashLimit.bytes / 2)
            try await store.keepDownload(record)
            try await store.markPlayed(record.id, true)
        }
        let rules = try #require(CleanupRules("played"))
        let first = try await store.cleanUp(rules)
        #expect((first.items.count, first.later.count, first.gone.count) == (2, 1, 0))
        #expect(try await store.undo(keepsCurrent: false)?.items == 2)
        #expect(try await store.cleanUp(rules).items.count == 2)
        #expect(try await store.cleanUp(rules).items.count == 1)
    }

    @Test func whatWasDeletedIsKnownToHaveBeenThere() async throws {
        let (store, scratch, clock) = try await library(3)
        defer { scratch.remove() }
        let program = Program(ref: "9", title: "Tides")
        let episodes = (1...4).map { number in
            Episode(
                ref: "n\(number)", title: "N\(number)", programRef: "9", published: 1_700_000_000 + Int64(number),
                audio: [AudioFile(url: "n\(number)")])
        }
        let kept = try await store.keep(Page(program: program, sections: [Section(.plain, items: episodes.map(Item.episode))]), from: "fm")
        let id = try #require(kept.program?.id)
        let wanted = { try await store.wantedEpisodes(of: id, newest: $0).map(\.episode.title) }
        #expect(try await wanted(0).isEmpty)
        #expect(try await wanted(2) == ["N4", "N3"])
        let all = try await store.episodes(of: id)
        let path = store.paths.downloads + "/n4.mp3"
        try Data(count: 10).write(to: URL(fileURLWithPath: path))
        try await store.keepDownload(DownloadRecord(id: all[0].id, url: "u", state: .done, received: 10, size: 10, path: path))
        try await store.keepDownload(DownloadRecord(id: all[1].id, url: "u", state: .cancelled))
        #expect(try await wanted(3) == ["N2"])
        _ = try await store.trashDownloads([all[0].id], step: "delete")
        #expect(try await wanted(3) == ["N2"])
        #expect(try await store.download(all[0].id) == nil)
        #expect(try await store.downloads().count == 4)
        #expect(try await store.undo(keepsCurrent: false)?.items == 1)
        #expect(try await store.download(all[0].id)?.state == .done)
        _ = try await store.redo()
        // Asked for again it is the last of the list.
        clock.now += 1
        try await store.keepDownload(DownloadRecord(id: all[0].id, url: "u", state: .waiting))
        #expect(try await store.downloads().map(\.id).last == all[0].id)
        try await store.markPlayed(all[2].id, true)
        #expect(try await wanted(4) == ["N4", "N1"])
    }
}
