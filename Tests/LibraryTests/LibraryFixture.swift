import CSQLite
import Catalogue
import Foundation
import Testing

@testable import Library

/// A folder of its own for a test, which removes it at its end.
struct ScratchFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "skywave-library-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// A store that is closing at this moment takes its log away by itself, which can make one attempt fail.
    func remove() {
        for _ in 0..<5 where FileManager.default.fileExists(atPath: path) { try? FileManager.default.removeItem(atPath: path) }
    }

    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path + "/" + name) }

    /// What a kill would leave behind: the files as they are at this moment.
    func copyLibrary(to other: ScratchFolder) throws {
        for name in ["library.sqlite", "library.sqlite-wal"] where bytes(name) != nil {
            try FileManager.default.copyItem(atPath: path + "/" + name, toPath: other.path + "/" + name)
        }
    }
}

/// A clock that the test sets.
// Unchecked: set only between the store's calls, which the test awaits.
final class TestClock: @unchecked Sendable {
    var now: Int64 = 1_790_000_000
}

enum Sample {
    static let program = Program(
        ref: "5101", title: "夜听 Night Radio", hosts: ["李明", "Zoë"], tags: ["talk"], summary: "Line one\nline two", image: "http://h/i.jpg",
        feed: "http://h/f.xml", web: "http://h/w", language: "zh", episodeCount: 3, latestTitle: "第三期", updated: 1_780_000_000,
        counters: [Counter(name: "listens", text: "1.2万"), Counter(name: "subscribers", text: "7")], isSerial: true, isExplicit: false)

    static let episode = Episode(
        ref: "1234567890123456789", title: "第一期", programRef: "5101", programTitle: "夜听 Night Radio", hosts: ["李明"], tags: ["a", "b"],
        summary: "notes", published: 1_770_000_000, duration: 61.5, number: 1, season: 2, guid: "g",
        audio: [
            AudioFile(url: "http://h/a.mp3", mime: "audio/mpeg", bitrate: 64, size: 12_345, sizeIsEstimate: true, isDefault: true),
            AudioFile(url: "http://h/b.mp3"),
        ], image: "http://h/e.jpg", web: "http://h/e", isVideo: true, counters: [Counter(name: "listens", text: "9")],
        kind: .bonus, isExplicit: true, chapters: "http://h/c.json",
        transcripts: [Transcript(url: "http://h/t.vtt", mime: "text/vtt", language: "zh"), Transcript(url: "http://h/t.srt")])

    static func episodes(_ count: Int) -> [Episode] {
        (1...count).map {
            Episode(ref: "e\($0)", title: "Episode \($0)", published: 1_700_000_000 - Int64($0), audio: [AudioFile(url: "u\($0)")])
        }
    }

    static func page(_ items: [Item]) -> Page { Page(sections: [Section(.plain, items: items)]) }
    static func page(_ episodes: [Episode]) -> Page { page(episodes.map(Item.episode)) }
}

extension LibraryStore {
    /// A library in memory, made for a test.
    static func scratch(clock: TestClock = TestClock()) async throws -> LibraryStore {
        try await LibraryStore(inMemory: "/library", clock: { clock.now })
    }

    /// The whole library as bytes.
    func image() -> Data {
        var size: sqlite3_int64 = 0
        guard let start = sqlite3_serialize(database.handle, "main", &size, 0) else { return Data() }
        defer { sqlite3_free(start) }
        return Data(bytes: start, count: Int(size))
    }

    /// One download where the program handles several at once: false where its place is another's.
    func placeDownload(_ record: DownloadRecord) throws -> Bool { try keepDownloads([DownloadNote(record, .placed)]).first ?? false }

    /// The number of the process that has it.
    func beginDownload(_ record: DownloadRecord) throws -> Int32? { try beginDownloads([record])[record.id] }

    func subscription(_ program: ItemID) throws -> Subscription? { try subscriptions().first { $0.program.id == program } }

    func programID(source: String, ref: String) throws -> ItemID? { try program(source: source, ref: ref)?.id }

    func writeSQL(_ sql: String) throws { try database.script(sql) }
    func number(_ sql: String) throws -> Int64? { try database.first(sql) { $0.int() } }

    /// How many rows the call changed.
    func rowsWritten(by change: () throws -> Void) rethrows -> Int {
        let before = sqlite3_total_changes(database.handle)
        try change()
        return Int(sqlite3_total_changes(database.handle) - before)
    }

    /// Runs `change` with SQLite broken off after so many of its steps.
    func broken(afterSteps steps: Int, _ change: () throws -> Void) rethrows {
        let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        left.initialize(to: steps)
        defer {
            sqlite3_progress_handler(database.handle, 0, nil, nil)
            left.deallocate()
        }
        let count: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
            guard let left = context?.assumingMemoryBound(to: Int.self) else { return 0 }
            left.pointee -= 1
            return left.pointee == 0 ? 1 : 0
        }
        sqlite3_progress_handler(database.handle, 1, count, left)
        try change()
    }
}
