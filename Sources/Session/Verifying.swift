import Catalogue
public import Library
import Transfer

/// What `verify` has found of one downloaded file.
public struct VerifiedFile: Sendable {
    public var record: DownloadRecord
    /// What is wrong with it; nil where it is as it was fetched.
    public var fault: SessionError?
    /// It is as it was fetched, and ends within a frame all the same.
    public var endsInAFrame = false

    public init(record: DownloadRecord, fault: SessionError?, endsInAFrame: Bool = false) {
        (self.record, self.fault, self.endsInAFrame) = (record, fault, endsInAFrame)
    }
}

extension RadioSession {
    /// Reads the downloaded files of these things again (a programme stands for all of its own), or all there are, and compares them with
    /// what was fetched. One that is not the same is fetched again by `download`. Throws SessionError.notDownloaded.
    public func verify(_ words: [String]) async throws -> (files: [VerifiedFile], failures: [ItemFailure]) {
        let library = try await library()
        let all = try await library.downloads().filter { $0.state == .done || $0.sha256 != nil && $0.state == .failed }
        let chosen = try await chosen(words, of: all)
        var files: [VerifiedFile] = []
        for record in chosen.records {
            try Task.checkCancellation()
            files.append(try await verified(record, library))
        }
        return (files, chosen.failures)
    }

    private func chosen(
        _ words: [String], of all: [DownloadRecord]
    ) async throws -> (records: [DownloadRecord], failures: [ItemFailure]) {
        if words.isEmpty { return (all, []) }
        let resolved = try await resolveEach(words)
        let episodes = try await library().records(all.map(\.id))
        var (wanted, failures) = (Set<ItemID>(), resolved.failures)
        for item in resolved.records {
            let own = episodes.filter { $0.id == item.id || $0.program == item.id }.map(\.id)
            wanted.formUnion(own)
            if own.isEmpty { failures.append(ItemFailure(title: item.title, error: SessionError.notDownloaded(title: item.title))) }
        }
        if words.count == 1, wanted.isEmpty, let failure = failures.first { throw failure.error }
        return (all.filter { wanted.contains($0.id) }, failures)
    }

    private func verified(_ record: DownloadRecord, _ library: LibraryStore) async throws -> VerifiedFile {
        guard let path = record.path else { return VerifiedFile(record: record, fault: .notDownloaded(title: record.title)) }
        if let change = record.fileChange { return VerifiedFile(record: record, fault: change) }
        let file: DownloadedFile
        do { file = try await transfer.existing(at: path) } catch {
            guard case .unreadable(_, let code) = error else { throw error }
            return VerifiedFile(record: record, fault: .fileUnreadable(path, errno: code))
        }
        let isSame = record.sha256 == nil || record.sha256 == file.sha256
        let fault: SessionError? = isSame ? nil : .fileDiffers(path)
        try await note(fault, of: record, library)
        return VerifiedFile(record: record, fault: fault, endsInAFrame: isSame && file.frames.isCut)
    }

    /// A file of the right length that is another one would be played and never fetched again: so that is written down, until it is right.
    private func note(_ fault: SessionError?, of record: DownloadRecord, _ library: LibraryStore) async throws {
        let state: DownloadState = fault == nil ? .done : .failed
        guard state != record.state else { return }
        var record = record
        record.state = state
        record.error = fault.map { configuration.words($0) }
        try await library.keepDownload(record)
    }
}

extension ItemRecord {
    /// The programme of an episode, where that is known.
    fileprivate var program: ItemID? { if case .episode(let record) = self { record.programID } else { nil } }
}
