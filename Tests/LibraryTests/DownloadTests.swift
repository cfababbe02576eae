import Catalogue
import Testing

@testable import Library

@Suite struct Downloads {
    private let e1 = ItemID(.episode, 1)
    private let e2 = ItemID(.episode, 2)

    private func store() async throws -> LibraryStore {
        let store = try await LibraryStore.scratch()
        _ = try await store.keep(Sample.page(Sample.episodes(2)), from: "fm")
        return store
    }

    @Test func aDownloadGoesItsWay() async throws {
        let store = try await store()
        var record = DownloadRecord(id: e2, url: "http://h/2")
        try await store.keepDownload(record)
        try await store.keepDownload(DownloadRecord(id: e1, url: "http://h/1"))
        record.state = .done
        (record.received, record.size, record.sha256) = (10, 10, "ab")
        record.path = store.paths.downloads + "/夜听/a.mp3"
        try await store.keepDownload(record)
        #expect(try await store.downloads().map(\.id) == [e2, e1])
        (record.updated, record.title) = (TestClock().now, "Episode 2")
        #expect(try await store.download(e2) == record)
        #expect(try await store.episode(e2).downloaded == "/library/downloads/夜听/a.mp3")
        #expect(try await store.forgetDownload(e2))
        #expect(try await store.forgetDownload(e2) == false)
        #expect(try await store.episode(e2).downloaded == nil)
    }

    @Test func onlyAFinishedOneCountsAsDownloaded() async throws {
        let store = try await store()
        for state in DownloadState.allCases where state != .done {
            try await store.keepDownload(DownloadRecord(id: e1, url: "u", state: state, path: "/elsewhere/a.mp3", error: "why"))
            #expect(try await store.episode(e1).downloaded == nil)
            #expect(try await store.download(e1)?.path == "/elsewhere/a.mp3")
        }
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
