import Catalogue
import Directory
public import Library
import Transfer

extension RadioSession {
    /// Fetches these episodes (a programme stands for all of its own) into the library's folder; without words, those that are
    /// waiting, were cut off or may be had now; those that were not there any more are left out. Returns at once: `onEvent` tells how each goes.
    public func download(_ words: [String]) async throws -> ChangeReport {
        let library = try await library()
        applyTransferLimits()
        if !showsStatusLine { onEvent(.status(nil)) }
        let (unfinished, gone) = words.isEmpty ? try await unfinished() : ([], [])
        var found: FoundEpisodes = words.isEmpty ? (unfinished, []) : try await episodes(of: words)
        found.failures += found.records.filter(\.isLive).map { record in
            ItemFailure(title: record.episode.title, error: SessionError.isLive(title: record.episode.title))
        }
        found.records.removeAll(where: \.isLive)
        if words.count == 1, found.records.isEmpty, let failure = found.failures.first { throw failure.error }
        var begun: [EpisodeRecord] = []
        for record in found.records where downloading[record.id] == nil && record.downloaded == nil {
            var waiting = DownloadRecord(id: record.id, url: "", state: .waiting, title: record.episode.title)
            waiting.path = placeAgain(try await library.download(record.id))
            try await library.keepDownload(waiting)
            downloading[record.id] = Task { await fetchSound(of: record) }
            begun.append(record)
        }
        return ChangeReport(
            action: "download", items: begun.count, skipped: found.records.count - begun.count + gone.count,
            records: begun.map { .episode($0) }, leftOut: gone.map { .episode($0) }, failures: found.failures)
    }

    /// All downloads as they are now, oldest first. They become the last listing.
    public func downloads() async throws -> [DownloadRecord] {
        let library = try await library()
        try await library.resetRunning()
        let records = asTheyAre(progress.brought(to: try await library.downloads()))
        if !records.isEmpty { try await keepListing(records.map(\.id.description), source: nil, next: nil) }
        return records
    }

    /// Ends downloads that wait or run, and gives up those that failed. Throws SessionError.noDownload.
    public func cancel(_ words: [String]) async throws -> ChangeReport {
        try await forEach("cancel", words) { record, library in
            guard var download = try await library.download(record.id), [.waiting, .running, .failed].contains(download.state) else {
                throw SessionError.noDownload(title: record.title)
            }
            let task = downloading.removeValue(forKey: record.id)
            task?.cancel()
            await task?.value
            (download.state, download.isGone) = (.cancelled, false)
            try await library.keepDownload(download)
            if let path = download.path { TransferClient.discardPart(of: path) }
            onEvent(.download(download))
        }
    }

    /// Moves downloaded files to the trash; the episodes stay. What could not be moved is deleted for good, and told. Throws
    /// SessionError.notDownloaded, .downloadFolder.
    public func deleteFiles(_ words: [String]) async throws -> ChangeReport {
        var report = try await forEach("delete", words) { record, library in
            guard let download = try await library.download(record.id), download.state == .done, download.path != nil else {
                throw SessionError.notDownloaded(title: record.title)
            }
        }
        let (ids, library) = (report.records.map(\.id), try await library())
        let folder = library.paths.downloads
        let (deleted, gone) = try await library.trashDownloads(ids, step: "delete")
        for file in gone {
            let title = report.records.first { $0.id == file.id }?.title ?? file.id.description
            if file.isStillThere {
                report.failures.append(ItemFailure(title: title, error: SessionError.downloadFolder(path: folder)))
            } else {
                report.notes.append(ItemFailure(title: title, error: SessionError.notInTrash(file)))
            }
        }
        if words.count == 1, deleted.isEmpty, let failure = report.failures.first { throw failure.error }
        report.records = try await library.records(deleted)
        report.items = deleted.count
        return report
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

    /// Waits until no download is waiting or running; gives what failed since this was last asked.
    public func waitUntilDownloaded() async -> [ItemFailure] {
        while let task = downloading.values.first { await task.value }
        defer { downloadFailures = [] }
        return downloadFailures
    }

    /// Stops all; what is fetched stays for the next time.
    func endDownloads() async {
        let tasks = downloading
        downloading = [:]
        for task in tasks.values { task.cancel() }
        for task in tasks.values { await task.value }
    }

    func applyTransferLimits() {
        var limits = TransferLimits()
        if let number = settings.number("transfers") { limits.transfers = number }
        if let number = settings.number("transfers-per-host") { limits.perHost = number }
        transfer.setLimits(limits)
    }

    /// Those that are to be gone on with, and those of which there is nothing any more.
    private func unfinished() async throws -> (records: [EpisodeRecord], gone: [EpisodeRecord]) {
        let library = try await library()
        try await library.resetRunning()
        let left = try await library.downloads().filter { [.waiting, .running, .failed].contains($0.state) }
        let gone = Set(left.filter(\.isGone).map(\.id))
        let records = try await library.records(left.map(\.id)).compactMap { if case .episode(let record) = $0 { record } else { nil } }
        return (records.filter { !gone.contains($0.id) }, records.filter { gone.contains($0.id) })
    }

    /// Whether a server says that there is no such file (any more).
    private static func isGone(_ error: any Error) -> Bool {
        if case .status(let status, _)? = error as? TransferError { [404, 410].contains(status) } else { false }
    }

    private func fetchSound(of known: EpisodeRecord) async {
        var download = DownloadRecord(id: known.id, url: "", state: .waiting, title: known.episode.title)
        do {
            let library = try await library()
            let earlier = try await library.download(known.id)?.path
            let record = await withAudio(known)
            guard let audio = record.episode.audioFile(maxBitrate: settings.number("max-bitrate")) else {
                throw SessionError.noAudio(title: record.episode.title)
            }
            download.url = audio.url
            let taken = Set(try await library.downloads().filter { $0.id != record.id }.compactMap(\.path))
            // Chosen and noted at once: another download of the same title may be at this very place.
            let path =
                earlier
                ?? DownloadName.path(for: record, audio: audio, in: library.paths.downloads, taken: taken.union(downloadPaths.values))
            downloadPaths[record.id] = path
            download.path = path
            try await library.keepDownload(download)
            let file = try await file(at: path, from: audio.url, for: download)
            (download.state, download.received, download.size) = (.done, file.size, file.size)
            (download.path, download.sha256) = (file.path, file.sha256)
            try await library.keepDownload(download)
            onEvent(.download(download))
        } catch {
            await failed(&download, error)
        }
        (downloading[known.id], downloadPaths[known.id]) = (nil, nil)
        progress.forget(known.id)
    }

    /// Fetches the file; one that is there already was finished just before the program was killed.
    private func file(at path: String, from url: String, for download: DownloadRecord) async throws -> DownloadedFile {
        if LocalFile.exists(path) { return try await transfer.existing(at: path) }
        return try await transfer.download(DownloadJob(try origin(of: url), to: path)) { [progress, onEvent] now in
            var running = download
            (running.state, running.received, running.size) = (.running, now.received, now.size)
            progress.note(running)
            onEvent(.download(running))
        }
    }

    /// A download that was stopped waits for the next time; one that failed says so.
    private func failed(_ download: inout DownloadRecord, _ error: any Error) async {
        let isStopped = Task.isCancelled || error is CancellationError || (error as? TransferError) == .cancelled
        download.state = isStopped ? .waiting : .failed
        download.isGone = !isStopped && Self.isGone(error)
        if !isStopped { download.error = configuration.words(error) }
        do { try await library().keepDownload(download) } catch {
            downloadFailures.append(ItemFailure(title: download.title, error: error))
        }
        if isStopped { return }
        downloadFailures.append(ItemFailure(title: download.title, error: error))
        onEvent(.downloadFailed(download, error))
    }

    private func origin(of url: String) throws -> DownloadJob.Origin {
        switch try SoundPlace(url: url) {
        case .file(let path): return .file(path: path)
        case .remote(let url): return .http(url: url)
        case .demo(let url):
            guard let bytes = DemoStation.packed.bytes(url) else { throw SessionError.noSuchFile(url) }
            return .bytes(bytes)
        }
    }
}
