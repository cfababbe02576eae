import Catalogue
import Directory
import Library
import Transfer

/// A download that is got ready or runs.
struct RunningDownload {
    let task: Task<Void, Never>
    /// Its file, for the player.
    let growing: GrowingFile
    let ticket: Int
    /// Where it comes to lie, from when a name was chosen.
    var path: String?
}

extension RadioSession {
    /// Begins those that wait and whose turn it is to be got ready.
    func fetchWaiting() {
        while let next = waitingDownloads.next() { fetch(next) }
    }

    /// Begins one before its turn: somebody wants to hear it. Gives what runs of it, if anything does.
    func hasten(_ id: ItemID) -> RunningDownload? {
        if let next = waitingDownloads.take(id) { fetch(next) }
        guard let running = downloading[id] else { return nil }
        transfer.hasten(running.ticket)
        return running
    }

    private func fetch(_ waiting: WaitingDownload) {
        let growing = GrowingFile()
        let task = Task { await fetchSound(of: waiting, growing) }
        downloading[waiting.id] = RunningDownload(task: task, growing: growing, ticket: waiting.ticket, path: waiting.path)
    }

    /// One download from its turn to its end.
    private func fetchSound(of waiting: WaitingDownload, _ growing: GrowingFile) async {
        var download = waiting.record
        do {
            let record = try await withAudio(episode(waiting.id))
            guard let audio = record.episode.audioFile(maxBitrate: settings.number("max-bitrate")) else {
                throw SessionError.noAudio(title: record.episode.title)
            }
            download.url = audio.url
            let path = try await choosePlace(waiting.path, of: record, audio, for: &download)
            let fetched = try await file(
                at: path, isNew: path != waiting.path, of: record, for: download, growing, ticket: waiting.ticket)
            let file = try await named(fetched, of: audio)
            (download.state, download.received, download.size) = (.done, file.size, file.size)
            (download.path, download.sha256) = (file.path, file.sha256)
            try await note(download)
            downloadTally.add(download)
            onEvent(.download(download))
        } catch {
            await failed(&download, error)
        }
        growing.end()
        sameSound.leave(waiting.id)
        downloading[waiting.id] = nil
        progress.forget(waiting.id)
        waitingDownloads.leave(waiting.server)
        fetchWaiting()
    }

    /// As the library has it now.
    private func episode(_ id: ItemID) async throws -> EpisodeRecord {
        guard case .episode(let record)? = try await library().record(id) else { throw LibraryError.noSuchItem(id) }
        return record
    }

    /// Its place of an earlier run, or one that is chosen and noted at once: another download of the same title may be at this very place, and
    /// another process choose it meanwhile. `download` is kept with it.
    private func choosePlace(
        _ place: String?, of record: EpisodeRecord, _ audio: AudioFile, for download: inout DownloadRecord
    ) async throws -> String {
        let library = try await library()
        let folder = library.paths.downloads
        var earlier = place.flatMap { RealFolder.holds($0, in: folder) ? $0 : nil }
        while true {
            let path = earlier ?? freePlace(for: record, audio, in: library)
            download.path = path
            downloading[record.id]?.path = path
            if try await note(download, .placed) { return path }
            earlier = nil
        }
    }

    private func freePlace(for record: EpisodeRecord, _ audio: AudioFile, in library: LibraryStore) -> String {
        let template = settings.value("download-name").flatMap(DownloadTemplate.init) ?? .standard
        return DownloadName.path(for: record, audio: audio, in: library.paths.downloads, by: template, &takenPlaces)
    }

    /// What the server and the file's first bytes say of it may ask for another ending than was guessed.
    private func named(_ file: DownloadedFile, of audio: AudioFile) async throws -> DownloadedFile {
        guard let guessed = AudioEnding.of(file.path[...]) else { return file }
        let ending = AudioEnding.after(audio, guessed: guessed, sniffed: file.mime, named: file.named, declared: file.declared)
        if ending == guessed { return file }
        let path = String(file.path.dropLast(guessed.count)) + ending
        do { return try await transfer.rename(file, to: path) } catch TransferError.exists { return file }
    }

    /// Fetches the file; one that is there already, where the place isn't new, was finished just before the program was killed. Where another
    /// item's download fetches the same address, that file is taken. A service that has let a signature run out is asked for a new one.
    private func file(
        at path: String, isNew: Bool, of record: EpisodeRecord, for download: DownloadRecord, _ growing: GrowingFile, ticket: Int
    ) async throws -> DownloadedFile {
        if !isNew, let finished = finished(path) {
            // The kill may have come before what is noted beside a part was taken away.
            TransferClient.discardPart(of: path)
            return try await transfer.existing(at: finished)
        }
        let twin = try await twin(of: download.url, for: download.id, growing)
        let origin = try twin.map { .file(path: $0) } ?? origin(of: download.url)
        let allows = allowsHTTP(from: record.source)
        let job = DownloadJob(origin, to: path, allowDowngrade: allows, ticket: ticket, growing: growing)
        do { return try await fetch(job, for: download) } catch let error as TransferError {
            guard error.wantsSignature, let url = await freshAddress(of: record, download.url) else { throw error }
            return try await fetch(DownloadJob(.http(url: url), to: path, allowDowngrade: allows, ticket: ticket), for: download)
        }
    }

    /// The file, be it that it has got another ending already: a place is one download's whatever the ending.
    private func finished(_ path: String) -> String? {
        if LocalFile.isThere(path) { return path }
        guard !LocalFile.isThere(path + ".part"), let ending = AudioEnding.of(path[...]) else { return nil }
        return AudioEnding.known.map { String(path.dropLast(ending.count)) + $0 }.first(where: LocalFile.isThere)
    }

    private func fetch(_ job: DownloadJob, for download: DownloadRecord) async throws -> DownloadedFile {
        try await transfer.download(job) { [progress, configuration, onEvent] now in
            var record = download
            (record.state, record.received, record.size) = (now.pause == nil ? .running : .waiting, now.received, now.size)
            record.error = now.pause.map { configuration.words($0.error) }
            let rate = now.bytesPerSecond > 0 ? now.bytesPerSecond : nil
            let look = DownloadLook(record, now.pause.map { .again(seconds: $0.seconds) } ?? .coming(bytesPerSecond: rate))
            progress.note(look)
            onEvent(.downloading(look))
        }
    }

    /// Waits while another item's download fetches this address, and gives its file; nil where it is this one's to fetch.
    private func twin(of url: String, for id: ItemID, _ growing: GrowingFile) async throws -> String? {
        var twin: ItemID?
        while let other = sameSound.owner(of: url), other != id {
            twin = other
            // Who wants to hear it meanwhile hears it from the server.
            growing.end()
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if Task.isCancelled { return continuation.resume() }
                    sameSound.wait(for: url, id, continuation)
                }
            } onCancel: {
                Task { await self.wake(id, waitingFor: url) }
            }
            try Task.checkCancellation()
        }
        sameSound.take(url, for: id)
        guard let twin, let done = try await library().download(twin), done.state == .done, done.fileChange == nil else { return nil }
        return done.path
    }

    private func wake(_ id: ItemID, waitingFor url: String) { sameSound.wake(id, waitingFor: url) }

    /// A download that was stopped, or that another process is at, waits for the next time; one that failed says so.
    private func failed(_ download: inout DownloadRecord, _ error: any Error) async {
        let fault = error as? TransferError
        // What is there already stays for the next time.
        if let path = download.path, let received = LocalFile.size(TransferClient.part(of: path)) {
            (download.received, download.size) = (received, progress.look(download.id)?.size)
        }
        let isStopped = Task.isCancelled || error is CancellationError || fault == .cancelled
        var isElsewhere = false
        if case .alreadyRunning? = fault { isElsewhere = true }
        download.state = isStopped || isElsewhere ? .waiting : .failed
        download.isGone = !isStopped && fault?.isForGood == true
        if download.state == .failed { download.error = configuration.words(error) }
        do { try await note(download) } catch {
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

    /// The address of a file with a signature of today, from the service that gave it; nil where that has none to give.
    func freshAddress(of record: EpisodeRecord, _ url: String) async -> String? {
        guard let source = try? await source(named: record.source), source.kind == .fm,
            let fresh = try? await directory.signedAudio(SignedURL.identity(url), of: access(to: source)), fresh != url,
            case .remote? = try? SoundPlace(url: fresh)
        else { return nil }
        return fresh
    }
}

extension TransferError {
    /// A server refuses a file whose address it has signed for a while only.
    var wantsSignature: Bool {
        if case .status(let status, _) = self { [401, 403].contains(status) } else { false }
    }
}
