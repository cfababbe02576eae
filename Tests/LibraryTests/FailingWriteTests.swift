import Catalogue
import Foundation
import Testing

@testable import Library

/// Every command that changes several rows, broken off wherever it can be.
@Suite struct FailingWrites {
    static let page = Page(
        program: Sample.program, sections: [Section(.plain, items: [.episode(Sample.episode)] + Sample.episodes(4).map(Item.episode))])

    static func prepare(_ store: LibraryStore) async throws {
        _ = try await store.keep(Sample.page(Sample.episodes(3)), from: "fm", listing: .replace(next: "n"))
        try await store.changeQueue { $0.entries = (1...5).map { QueueRow(entry: $0, item: ItemID(.episode, 1)) } }
    }

    @Test func aPageBrokenOffAnywhereLeavesTheOldState() async throws {
        try await breakOff { store in
            _ = try store.keep(Self.page, from: "fm", answers: [Answer(key: "k", body: [1, 2], seen: 1)], listing: .replace(next: nil))
        }
    }

    @Test func looksAtSubscriptionsBrokenOffAnywhereLeaveTheOldState() async throws {
        try await breakOff { store in
            let check = SubscriptionCheck.news(url: nil, etag: "e", lastModified: nil)
            let news = SubscriptionNews(of: ItemID(.program, 1), from: "fm", check, page: Self.page)
            _ = try store.keep([news, SubscriptionNews(of: ItemID(.program, 1), from: "other", check, page: Self.page)])
        }
    }

    @Test func aQueueChangeBrokenOffAnywhereLeavesTheOldState() async throws {
        try await breakOff { store in
            try store.changeQueue { queue in
                queue.entries.swapAt(0, 3)
                queue.entries.removeLast()
                queue.current = 2
            }
        }
    }

    @Test func favouritesBrokenOffAnywhereLeaveTheOldState() async throws {
        try await breakOff { store in _ = try store.setFavourite((1...3).map { ItemID(.episode, $0) }, true) }
    }

    private func breakOff(_ change: @Sendable (isolated LibraryStore) throws -> Void) async throws {
        let store = try await LibraryStore.scratch()
        let twin = try await LibraryStore.scratch()
        for store in [store, twin] { try await Self.prepare(store) }
        #expect(await store.image() == twin.image())
        try await change(twin)
        let steps = try await store.breakOffEverywhere(change, done: twin.image())
        #expect(steps > 10)
    }

    @Test func aFullDiskIsToldAndLosesNothing() async throws {
        // Given a library that may not grow
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        try await Self.prepare(store)
        let before = try await (store.lastListing(), store.queue(), store.episode(ItemID(.episode, 1)))
        let pages = try await store.number("PRAGMA page_count") ?? 0
        let big = Sample.page((1...300).map { Episode(ref: "big\($0)", title: String(repeating: "x", count: 500)) })
        for room in 0..<4 {
            _ = try await store.number("PRAGMA max_page_count = \(pages + Int64(room) * 4)")
            // When a page is kept that doesn't fit
            await #expect(throws: LibraryError.diskFull(path: store.paths.database)) {
                try await store.keep(big, from: "fm", listing: .replace(next: nil))
            }
            // Then everything is as it was
            #expect(try await store.lastListing() == before.0)
            #expect(try await store.queue() == before.1)
            #expect(try await store.episode(ItemID(.episode, 1)) == before.2)
            #expect(try await store.number("SELECT count(*) FROM episode") == 3)
        }
        // And when there is room again it works
        _ = try await store.number("PRAGMA max_page_count = 1000000")
        #expect(try await store.keep(big, from: "fm").addresses.count == 300)
    }

    @Test func whatAKillLeavesIsWhole() async throws {
        // Given changes that were acknowledged, and one that is under way with many pages already in the log
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let left = try ScratchFolder()
        defer { left.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        try await Self.prepare(store)
        try await store.setValue("k", "acknowledged")
        let other = try SQLiteDatabase(path: store.paths.database, busyMilliseconds: 0)
        try other.script("PRAGMA cache_size = 1")
        try other.run("BEGIN IMMEDIATE")
        for number in 1...200 {
            try other.run("INSERT INTO state (key, value) VALUES (?, ?)", "value.\(number)", String(repeating: "y", count: 1000))
        }
        // When the process is killed at this moment
        try scratch.copyLibrary(to: left)
        try other.run("COMMIT")
        // Then what was acknowledged is there, and nothing of the other
        let found = try await LibraryStore(folder: left.path)
        #expect(try await found.value("k") == "acknowledged")
        #expect(try await found.number("SELECT count(*) FROM state") == 1)
        #expect(try await found.queue() == store.queue())
        #expect(try await found.number("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
    }
}

extension LibraryStore {
    /// Breaks `change` off after one step, after two …, until it gets through; each time the library must be as before, or, where the commit's
    /// own last step was broken off, as it is with the change `done`. Returns the steps.
    func breakOffEverywhere(_ change: (isolated LibraryStore) throws -> Void, done: Data) throws -> Int {
        let before = image()
        for steps in 1...100_000 {
            do {
                try broken(afterSteps: steps) { try change(self) }
                #expect(image() == done)
                return steps
            } catch LibraryError.sqlite(9, _, _) {
                let after = image()
                if after == done { return steps }
                try #require(after == before, "neither old nor new after \(steps) steps")
            }
        }
        return 0
    }
}
