import Catalogue
import Foundation
import Testing

@testable import Library

@Suite struct Downloads {
    private let e1 = ItemID(.episode, 1)
    private let e2 = ItemID(.episode, 2)

    private func store(in folder: String = "/library") async throws -> LibraryStore {
        let clock = TestClock()
        let store = try await LibraryStore(inMemory: folder, clock: { clock.now })
        _ = try await store.keep(Sample.page(Sample.episodes(2)), from: "fm")
        return store
    }

    @Test func aProcessThatHasEndedLivesNoMoreThoughNobodyHasAskedForIt() async throws {
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        #expect(posix_spawnp(&process, "true", nil, nil, &arguments, nil) == 0)
        defer { waitpid(process, nil, 0) }
        var facts = siginfo_t()
        #expect(waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) == 0)
        let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = text.split(separator: " ")
        #expect(fields[2] == "Z")
        #expect(!ProcessMark.isAlive("\(process)/\(fields[21])"))
        #expect(ProcessMark.isAlive(ProcessMark.own()))
    }

    @Test func aPlaceIsOneDownloadsAlone() async throws {
        let store = try await store()
        var (one, other) = (DownloadRecord(id: e1, url: ""), DownloadRecord(id: e2, url: ""))
        one.path = "/library/downloads/Tides/Low Water.mp3"
        other.path = "/library/downloads/TIDES/low water.mp3"
        #expect(try await store.placeDownload(one))
        #expect(try await store.placeDownload(one))
        #expect(try await !store.placeDownload(other))
        other.path = "/library/downloads/Tides/Low Water (2).mp3"
        #expect(try await store.placeDownload(other))
        #expect(try await store.downloads().map(\.path) == [one.path, other.path])
    }

    @Test func aDownloadGoesItsWay() async throws {
        let scratch = try ScratchFolder()
        defer { scratch.remove() }
        let store = try await store(in: scratch.path)
        var record = DownloadRecord(id: e2, url: "http://h/2")
        try await store.keepDownload(record)
        try await store.keepDownload(DownloadRecord(id: e1, url: "http://h/1"))
        record.state = .done
        (record.received, record.size, record.sha256) = (10, 10, "ab")
        let path = store.paths.downloads + "/夜听/a.mp3"
        record.path = path
        try FileManager.default.createDirectory(atPath: store.paths.downloads + "/夜听", withIntermediateDirectories: true)
        try Data(repeating: 7, count: 10).write(to: URL(fileURLWithPath: path))
        try await store.keepDownload(record)
        #expect(try await store.downloads().map(\.id) == [e2, e1])
        (record.updated, record.title) = (TestClock().now, "Episode 2")
        #expect(try await store.download(e2) == record)
        #expect(try await store.episode(e2).downloaded == path)
        // Whatever is done to the file is noticed, and nothing of it is written down.
        for bytes in [0, 9, 11] {
            try Data(repeating: 7, count: bytes).write(to: URL(fileURLWithPath: path))
            #expect(try await store.episode(e2).downloaded == nil)
            #expect(StoredFile(at: path, size: 10) == .changed(size: Int64(bytes)))
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(try await store.episode(e2).downloaded == nil)
        #expect(StoredFile(at: path, size: 10) == .missing)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(StoredFile(at: path, size: nil) == .missing)
        try FileManager.default.removeItem(atPath: path)
        try Data(repeating: 7, count: 10).write(to: URL(fileURLWithPath: path))
        #expect(try await store.episode(e2).downloaded == path)
        #expect(try await store.download(e2) == record)
    }

    @Test func onlyAFinishedOneCountsAsDownloaded() async throws {
        let store = try await store()
        for state in DownloadState.allCases where state != .done {
            try await store.keepDownload(DownloadRecord(id: e1, url: "u", state: state, path: "/elsewhere/a.mp3", error: "why"))
            #expect(try await store.episode(e1).downloaded == nil)
            #expect(try await store.download(e1)?.path == "/elsewhere/a.mp3")
        }
    }

    @Test func whatALivingProcessHasTakenOnIsNotTakenOnAgain() async throws {
        let store = try await store()
        #expect(try await store.beginDownload(DownloadRecord(id: e1, url: "u")) == nil)
        // This process's own is no other's
        #expect(try await store.beginDownload(DownloadRecord(id: e1, url: "v")) == nil)
        #expect(try await store.downloadsElsewhere().isEmpty)
        // Given that the first process of the machine, which always lives, has it
        let facts = try String(contentsOfFile: "/proc/1/stat", encoding: .utf8)
        let started = try #require(facts.split(separator: ")").last?.split(separator: " ").dropFirst(19).first)
        try await store.writeSQL("UPDATE download SET owner = '1/\(started)'")
        #expect(try await store.downloadsElsewhere() == [e1: 1])
        #expect(try await store.beginDownload(DownloadRecord(id: e1, url: "w")) == 1)
        #expect(try await store.download(e1)?.url == "v")
        // When it is done nobody holds it
        try await store.writeSQL("UPDATE download SET state = 'done'")
        #expect(try await store.downloadsElsewhere().isEmpty)
        // And one that a killed process held is free
        try await store.writeSQL("UPDATE download SET state = 'waiting', owner = '1/0'")
        #expect(try await store.beginDownload(DownloadRecord(id: e1, url: "w")) == nil)
    }

    @Test func whatWasTakenOnAndNotBegunCanBeLeft() async throws {
        let store = try await store()
        _ = try await store.beginDownloads([
            DownloadRecord(id: e1, url: "u", path: "/elsewhere/a.mp3"), DownloadRecord(id: e2, url: "u"),
        ])
        try await store.keepDownload(DownloadRecord(id: e2, url: "u", state: .running))
        try await store.leaveDownloads([e1, e2])
        // One that runs by now is still this process's, and all of the other stays but who holds it
        #expect(try await store.number("SELECT episode FROM download WHERE owner IS NULL") == 1)
        #expect(try await store.download(e1)?.path == "/elsewhere/a.mp3")
        // Nor is one touched that another process has
        try await store.writeSQL("UPDATE download SET state = 'waiting', owner = '1/0'")
        try await store.leaveDownloads([e1, e2])
        #expect(try await store.number("SELECT count(*) FROM download WHERE owner = '1/0'") == 2)
    }

    @Test func aKilledProcessesDownloadsWaitAgainALivingOnesGoOn() async throws {
        // Given one download that this process runs, and one of a process that is gone
        let store = try await store()
        try await store.keepDownload(DownloadRecord(id: e1, url: "u", state: .running))
        try await store.keepDownload(DownloadRecord(id: e2, url: "u", state: .running))
        try await store.writeSQL("UPDATE download SET owner = '1/0' WHERE episode = 2")
        // When the left ones are looked for
        #expect(try await store.resetRunning() == 1)
        // Then only the second waits again
        #expect(try await store.downloads().map(\.state) == [.running, .waiting])
        #expect(try await store.resetRunning() == 0)
    }

    @Test func anUnknownEpisodeHasNoDownload() async throws {
        let store = try await store()
        await #expect(throws: LibraryError.noSuchItem(ItemID(.episode, 9))) {
            try await store.keepDownload(DownloadRecord(id: ItemID(.episode, 9), url: "u"))
        }
        #expect(try await store.download(ItemID(.episode, 9)) == nil)
    }
}
