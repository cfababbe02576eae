import Catalogue
import Testing

@testable import Library

@Suite struct LastListings {
    @Test func aPageBecomesTheListing() async throws {
        let store = try await LibraryStore.scratch()
        let items: [Item] = [
            .activity(Activity(title: "a", target: .program(Program(ref: "1", title: "P")))),
            .activity(Activity(title: "b", target: .web("https://h/\n"))), .activity(Activity(title: "c", target: .live)),
            .category(Category(ref: "329", title: "播客")), .episode(Sample.episode),
        ]
        _ = try await store.keep(Sample.page(items), from: "fm", listing: .replace(next: "browse/hot/2/329"))
        #expect(
            try await store.lastListing()
                == LastListing(addresses: ["p1", "https://h/\n", "", "e1"], source: "fm", next: "browse/hot/2/329"))
    }

    @Test func whatHasNoNumbersLeavesTheListing() async throws {
        let store = try await LibraryStore.scratch()
        try await store.setListing(["e7", ""], source: nil, next: nil)
        _ = try await store.keep(Sample.page([.category(Category(ref: "1", title: "c"))]), from: "fm", listing: .replace(next: nil))
        _ = try await store.keep(Sample.page(Sample.episodes(2)), from: "fm", listing: .none)
        #expect(try await store.lastListing() == LastListing(addresses: ["e7", ""]))
    }

    @Test func aNewLibraryHasNone() async throws {
        #expect(try await LibraryStore.scratch().lastListing() == LastListing())
    }

    @Test func theSameListingOnceMoreIsNotWritten() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await LibraryStore(folder: scratch.path)
        try await store.setListing(["e1", "e2"], source: "fm", next: nil)
        let log = scratch.bytes("library.sqlite-wal")
        try await store.setListing(["e1", "e2"], source: "fm", next: nil)
        #expect(scratch.bytes("library.sqlite-wal") == log)
        // But something was read from it: a listing forgets that.
        try await store.setReading(LastReading(source: "fm", next: nil, images: []))
        try await store.setListing(["e1", "e2"], source: "fm", next: nil)
        #expect(try await store.lastReading() == nil)
        try await store.setListing(["e2", "e1"], source: "fm", next: nil)
        #expect(try await store.lastListing().addresses == ["e2", "e1"])
        #expect(try await store.number("PRAGMA synchronous") == 2)
        await store.close()
    }
}
