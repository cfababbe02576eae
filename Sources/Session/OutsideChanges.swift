import Catalogue
import Library

// Downloaded files that were moved, deleted, emptied or locked from outside. Nothing of that is written down: a file may come back, as with
// a disk that is plugged in again.

extension DownloadRecord {
    /// What has become of the file of a finished download; nil where it is whole.
    var outsideChange: SessionError? { state == .done ? fileChange : nil }

    /// What has become of its file, whatever is written of it.
    var fileChange: SessionError? {
        guard let path else { return nil }
        switch StoredFile(at: path, size: size) {
        case .whole: return nil
        case .missing: return .fileGone(path)
        case .changed(let now): return .fileChanged(path, bytes: now, expected: size ?? 0)
        case .unreadable(let code): return .fileUnreadable(path, errno: code)
        }
    }
}

extension RadioSession {
    /// The downloads as they are now: a finished one whose file is not there any more counts as failed.
    func asTheyAre(_ records: [DownloadRecord]) -> [DownloadRecord] {
        records.map { record in
            guard let change = record.outsideChange else { return record }
            var record = record
            record.state = .failed
            record.error = configuration.words(change)
            if case .fileChanged(_, let bytes, _) = change { record.received = bytes }
            if case .fileGone = change { record.received = 0 }
            return record
        }
    }

    /// Says, once for each item, that its downloaded file can't be played from.
    func sayIfLost(_ record: EpisodeRecord) async throws {
        guard !record.isLive, let change = try await library().download(record.id)?.outsideChange else { return }
        if playing.saidLost.insert(record.id).inserted { onEvent(.downloadLost(record, change)) }
    }

    /// Where a file is to lie that is fetched again: at its old place, if nothing of the listener's lies there. What was done once, and is there
    /// but not as it was, is left alone.
    func placeAgain(_ earlier: DownloadRecord?) -> String? {
        guard let earlier, let path = earlier.path else { return nil }
        guard earlier.state == .done || earlier.sha256 != nil else { return path }
        guard let change = earlier.fileChange else { return earlier.state == .done ? path : nil }
        switch change {
        case .fileChanged(_, bytes: 0, expected: _): return LocalFile.remove(path) ? path : nil
        case .fileChanged: return nil
        default: return path
        }
    }
}
