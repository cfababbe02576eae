import Catalogue
import Foundation
import Testing

@testable import Library

/// A library with 400 episodes, of which 200 are in the queue and 50 are favourites; a backup; and then ten more favourites.
struct SickLibrary {
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

/// Expects that `doctor` finds nothing wrong.
func expectWell(_ store: LibraryStore, _ about: String) async throws {
    let checks = try await store.examine(mends: false)
    #expect(checks.filter { !$0.isGood }.map(\.name) == [], "\(about): \(checks)")
}
