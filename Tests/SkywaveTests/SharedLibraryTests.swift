import CSQLite
import Foundation
import TestSupport
import Testing

/// One library and several processes, some of which are killed.
@Suite struct SharedLibraries {
    @Test func twoProcessesThatAddAtOnceLoseNothing() async throws {
        let skywave = try Skywave()
        try await skywave("charts hot")
        let script = String(repeating: "add 1\nadd 2\n", count: 10)
        async let one = skywave.script(script)
        async let two = skywave.script(script)
        #expect(try await [one.status, two.status] == [0, 0])
        let entries = try await skywave.objects("queue").of("entry")
        #expect(entries.count == 40)
        #expect(entries.compactMap { $0.count("position") } == Array(1...40))
    }

    @Test func twoProcessesThatBrowseAndMarkAtOnceLoseNothing() async throws {
        let skywave = try Skywave()
        let ids = try await skywave.objects("featured").of("episode").compactMap { $0.text("id") }
        let (odd, even) = (stride(from: 0, to: ids.count, by: 2), stride(from: 1, to: ids.count, by: 2))
        async let one = skywave.script(odd.map { "favourite \(ids[$0])\ncharts\n" }.joined())
        async let two = skywave.script(even.map { "favourite \(ids[$0])\nbrowse 11\n" }.joined())
        #expect(try await [one.status, two.status] == [0, 0])
        let marked = try await skywave.objects("favourites").of("episode").compactMap { $0.text("id") }
        #expect(marked.count == ids.count && Set(marked) == Set(ids))
    }

    @Test func aBusyLibraryIsWaitedForAndThenSaid() async throws {
        let skywave = try Skywave()
        try await skywave("charts hot")
        let lock = try LockedLibrary(skywave.library)
        // Nothing is written by looking at what is there
        let look = try await skywave("--json status")
        #expect(look.status == 0, "\(look.errors)")
        async let text = skywave("add 1")
        async let json = skywave("--json favourite 1")
        for run in try await [text, json] {
            #expect(run.status == 1)
            #expect(run.out == "")
            #expect(run.errors.contains("another process"))
            // Who it is: these tests
            #expect(run.errors.contains("process \(getpid())"), "\(run.errors)")
        }
        #expect(try JSONObject.lines(try await json.errors).first?.object("error")?.text("code") == "busy")
        // One that is released in time is no fault
        let process = try skywave.start(["add", "1"])
        #expect(await eventually { process.hasOpen("library.sqlite") })
        lock.release()
        #expect(await process.finish().status == 0)
        #expect(try await skywave.objects("queue").of("entry").count == 1)
        #expect(try await skywave.objects("favourites").of("episode").isEmpty)
    }

    @Test func listsCanBeSeenWhileAnotherProcessWrites() async throws {
        let skywave = try Skywave()
        try await skywave.script("charts hot\nadd 1-2\nfavourite 1\n")
        let lock = try LockedLibrary(skywave.library)
        defer { lock.release() }
        async let queue = skywave("--json queue")
        async let favourites = skywave("--json favourites")
        let (first, second) = try await (queue, favourites)
        #expect(first.status == 0, "\(first.errors)")
        #expect(try JSONObject.lines(first.out).of("entry").count == 2)
        #expect(second.status == 0, "\(second.errors)")
        #expect(try JSONObject.lines(second.out).of("episode").count == 1)
    }

    @Test func aSecondPlayerIsToldWhoPlays() async throws {
        let skywave = try Skywave()
        try skywave.folder.write(SilentMP3.bytes(frames: 20_000), to: "long.mp3")
        try await skywave("charts hot")
        let player = try skywave.start(["--output", "null"], input: "play long.mp3 1\n")
        #expect(await player.wait(for: "▶"))
        for command in ["--output null play 1", "pause", "next", "seek 3", "stop", "volume 20"] {
            let run = try await skywave(command)
            #expect(run.status == 1, "\(command)")
            #expect(run.errors.contains("process \(player.process)"), "\(command): \(run.errors)")
        }
        #expect(try await skywave("add 3").status == 0)
        #expect(try await skywave.objects("status")[0].text("state") == "playing")
        player.signal(SIGKILL)
        _ = await player.finish()
        // A player that was killed holds nothing up
        #expect(try await skywave.objects("status")[0].text("state") == "stopped")
        #expect(try await skywave("next").status == 0)
    }
}

/// A library of which another process is said to be writing: the write lock is held by these tests.
final class LockedLibrary {
    struct Failure: Error {
        let words: String
    }

    private var handle: OpaquePointer?

    /// Takes the lock of the library in `folder`.
    init(_ folder: String) throws {
        sqlite3_open_v2(folder + "/library.sqlite", &handle, SQLITE_OPEN_READWRITE, nil)
        try run("BEGIN IMMEDIATE")
    }

    deinit { release() }

    func release() {
        sqlite3_close(handle)
        handle = nil
    }

    private func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw Failure(words: String(cString: sqlite3_errmsg(handle))) }
    }

    /// Runs statements on a database of its own.
    static func run(_ sql: String, on path: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close(handle) }
        sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw Failure(words: String(cString: sqlite3_errmsg(handle))) }
    }
}

extension ChildProcess {
    /// Whether it has a file open whose name ends like this.
    func hasOpen(_ name: String) -> Bool {
        let folder = "/proc/\(process)/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return numbers.contains { (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)"))?.hasSuffix(name) == true }
    }
}
