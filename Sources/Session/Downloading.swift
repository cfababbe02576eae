import Catalogue
import Directory
import Library
import Transfer

extension RadioSession {
    /// Fetches these episodes (a programme stands for all of its own) into the library's folder; without words, those that are
    /// waiting, were cut off or may be had now; those that failed for good are left out. Returns at once: `onEvent` tells how each goes.
    public func download(_ words: [String]) async throws -> ChangeReport {
        applyTransferLimits()
        if !showsStatusLine { onEvent(.status(nil)) }
        let (unfinished, gone) = words.isEmpty ? try await unfinished([.waiting, .running, .failed]) : ([], [])
        var found: FoundEpisodes = words.isEmpty ? (unfinished, []) : try await episodes(of: words)
        found.failures += found.records.filter(\.isLive).map { record in
            ItemFailure(title: record.episode.title, error: SessionError.isLive(title: record.episode.title))
        }
        found.records.removeAll(where: \.isLive)
        if words.count == 1, found.records.isEmpty, let failure = found.failures.first { throw failure.error }
        let (begun, busy) = try await begin(found.records)
        // What another process has taken on is not news to one that only goes on.
        if !words.isEmpty { found.failures += busy }
        if words.count == 1, found.records.count == 1, let failure = busy.first { throw failure.error }
        return ChangeReport(
            action: "download", items: begun.count, skipped: found.records.count - begun.count + gone.count,
            records: begun.map { .episode($0) }, leftOut: gone.map { .episode($0) }, failures: found.failures)
    }

    /// Goes on with what waited or ran when the program last ended. Gives how many those are.
    public func goOnDownloading() async throws -> Int {
        let records = try await unfinished([.waiting, .running]).records
        if records.isEmpty { return 0 }
        applyTransferLimits()
        return try await begin(records).begun.count
    }

    /// Takes these on by itself; what another process is at is left to it.
    func downloadByItself(_ records: [EpisodeRecord]) async throws -> [EpisodeRecord] {
        if records.isEmpty { return [] }
        applyTransferLimits()
        return try await begin(records).begun
    }

    /// Takes these on, in their order, but for those that are there or under way; those of another process are told.
    private func begin(_ records: [EpisodeRecord]) async throws -> (begun: [EpisodeRecord], busy: [ItemFailure]) {
        let library = try await library()
        let wanted = records.filter { !isTakenOn($0.id) && $0.downloaded == nil }
        let earlier = try await library.downloads(wanted.map(\.id))
        let waiting = wanted.map { record in
            var waiting = DownloadRecord(id: record.id, url: "", state: .waiting, title: record.episode.title)
            waiting.path = placeAgain(earlier[record.id])
            return waiting
        }
        let elsewhere = try await library.beginDownloads(waiting)
        // Once for all, rather than by each.
        let known = try await library.downloads().compactMap(\.path)
        takenPlaces = TakenPlaces(known + downloading.values.compactMap(\.path))
        var (begun, busy): ([EpisodeRecord], [ItemFailure]) = ([], [])
        // Looked at again: the same may be named twice, or was begun meanwhile.
        for (record, waiting) in zip(wanted, waiting) where !isTakenOn(record.id) {
            if let process = elsewhere[record.id] {
                let error = SessionError.downloadingElsewhere(title: record.episode.title, process: process)
                busy.append(ItemFailure(title: record.episode.title, error: error))
                continue
            }
            let server = transfer.server(of: record.episode.audio.first?.url ?? "")
            waitingDownloads.add(WaitingDownload(waiting, server: server, ticket: transfer.ticket()))
            begun.append(record)
        }
        fetchWaiting()
        return (begun, busy)
    }

    private func isTakenOn(_ id: ItemID) -> Bool { downloading[id] != nil || waitingDownloads.holds(id) }

    /// All downloads as they are now, oldest first. They become the last listing.
    public func downloads() async throws -> [DownloadLook] {
        let library = try await library()
        try await library.resetRunning()
        let (records, elsewhere) = (try await library.downloads(), try await library.downloadsElsewhere())
        let looks = asTheyAre(records).map { look($0, process: elsewhere[$0.id]) }
        if !looks.isEmpty { try await keepListing(looks.map(\.id.description), source: nil, next: nil) }
        return looks
    }

    private func look(_ record: DownloadRecord, process: Int32?) -> DownloadLook {
        switch record.state {
        case .done, .cancelled: return DownloadLook(record, .over)
        case .failed: return DownloadLook(record, .left)
        case .waiting, .running: break
        }
        if let running = progress.look(record.id) { return running }
        if isTakenOn(record.id) { return DownloadLook(record, .inTurn) }
        guard let process else { return DownloadLook(record, .left) }
        var record = record
        // How far another process is shows on the disk alone.
        if let path = record.path, let size = LocalFile.size(TransferClient.part(of: path)), size > 0 {
            (record.state, record.received) = (.running, size)
        }
        return DownloadLook(record, .elsewhere(process: process))
    }

    /// Ends downloads that wait or run, and gives up those that failed. Throws SessionError.noDownload, .downloadingElsewhere.
    public func cancel(_ words: [String]) async throws -> ChangeReport {
        try await forEach("cancel", words) { record, library in
            guard var download = try await library.download(record.id), [.waiting, .running, .failed].contains(download.state) else {
                throw SessionError.noDownload(title: record.title)
            }
            if let process = try await library.downloadsElsewhere()[record.id] {
                throw SessionError.downloadingElsewhere(title: record.title, process: process)
            }
            let running = downloading.removeValue(forKey: record.id)
            waitingDownloads.remove(record.id)
            running?.task.cancel()
            await running?.task.value
            // It may have come to its end all the same.
            if try await library.download(record.id)?.state == .done { throw SessionError.noDownload(title: record.title) }
            (download.state, download.isGone) = (.cancelled, false)
            try await library.keepDownload(download)
            if let path = download.path { TransferClient.discardPart(of: path) }
            onEvent(.download(download))
        }
    }

    /// Moves downloaded files to the trash; the episodes stay. What the disk has no room to move is deleted for good, and told. Throws
    /// SessionError.notDownloaded, .downloadFolder.
    public func deleteFiles(_ words: [String]) async throws -> ChangeReport {
        var report = try await forEach("delete", words) { record, library in
            guard let download = try await library.download(record.id), download.state == .done, download.path != nil else {
                throw SessionError.notDownloaded(title: record.title)
            }
        }
        let (ids, library) = (report.records.map(\.id), try await library())
        let (deleted, gone) = try await library.trashDownloads(ids, step: "delete")
        try await tell(of: gone, in: &report)
        if words.count == 1, deleted.isEmpty, let failure = report.failures.first { throw failure.error }
        report.records = try await library.records(deleted)
        report.items = deleted.count
        return report
    }

    /// Adds what did not come into the trash.
    func tell(of gone: [GoneFile], in report: inout ChangeReport) async throws {
        let library = try await library()
        for file in gone {
            let title = try await library.record(file.id)?.title ?? file.id.description
            switch file.reason {
            case .notRemoved:
                report.failures.append(ItemFailure(title: title, error: SessionError.downloadFolder(path: library.paths.downloads)))
            case .notTrashed: report.failures.append(ItemFailure(title: title, error: SessionError.notInTrash(file)))
            case .notMoved, .trashFull: report.notes.append(ItemFailure(title: title, error: SessionError.notInTrash(file)))
            }
        }
    }

    /// Does something to each of the things; after all were tried, what failed is told. Of one thing alone the error is thrown.
    private func forEach(
        _ action: String, _ words: [String], _ work: (ItemRecord, LibraryStore) async throws -> Void
    ) async throws -> ChangeReport {
        let library = try await library()
        let resolved = try await resolveEach(words)
        var (done, failures) = ([ItemID](), resolved.failures)
        for record in resolved.records {
            do {
                try await work(record, library)
                done.append(record.id)
            } catch {
                if error is LibraryError || resolved.records.count == 1 && failures.isEmpty { throw error }
                failures.append(ItemFailure(title: record.title, error: error))
            }
        }
        return ChangeReport(action: action, items: done.count, records: try await library.records(done), failures: failures)
    }

    /// What has ended well since this was last asked.
    public func takeDownloadTally() -> DownloadTally {
        defer { downloadTally = DownloadTally() }
        return downloadTally
    }

    /// Waits until no download is waiting or running; gives what failed since this was last asked.
    public func waitUntilDownloaded() async -> [ItemFailure] {
        while let running = downloading.values.first { await running.task.value }
        defer { downloadFailures = [] }
        return downloadFailures
    }

    /// Stops all; what is fetched stays for the next time.
    func endDownloads() async {
        let all = downloading.values.map(\.task)
        let waiting = waitingDownloads.removeAll()
        downloading = [:]
        for task in all { task.cancel() }
        if !waiting.isEmpty { try? await library().leaveDownloads(waiting) }
        for task in all { await task.value }
    }

    func applyTransferLimits() {
        var limits = configuration.transferLimits
        if let number = settings.number("transfers") { limits.transfers = number }
        if let number = settings.number("transfers-per-host") { limits.perHost = number }
        limits.downloadRate = settings.value("download-rate").flatMap(ByteRate.bytes)
        transfer.setLimits(limits)
    }

    /// Those in these states that are to be gone on with, and those that failed for good.
    private func unfinished(_ states: Set<DownloadState>) async throws -> (records: [EpisodeRecord], gone: [EpisodeRecord]) {
        let library = try await library()
        try await library.resetRunning()
        let left = try await library.downloads().filter { states.contains($0.state) }
        let gone = Set(left.filter(\.isGone).map(\.id))
        let records = try await library.records(left.map(\.id)).compactMap { if case .episode(let record) = $0 { record } else { nil } }
        return (records.filter { !gone.contains($0.id) }, records.filter { gone.contains($0.id) })
    }
}
