import Library

/// What is to be written down of downloads. Each writing waits for the disk, so what comes up meanwhile is written together in the next.
struct DownloadNotes {
    struct Note {
        var record: DownloadRecord
        var isHeld: Bool
        var written: CheckedContinuation<Void, any Error>
    }

    var waiting: [Note] = []
    var isWriting = false
}

extension RadioSession {
    /// Keeps how a download goes; it is durable when this returns. Throws what `LibraryStore.keepDownload` does.
    func note(_ record: DownloadRecord, isHeld: Bool = false) async throws {
        let library = try await library()
        try await withCheckedThrowingContinuation { written in
            downloadNotes.waiting.append(DownloadNotes.Note(record: record, isHeld: isHeld, written: written))
            if downloadNotes.isWriting { return }
            downloadNotes.isWriting = true
            Task { await writeNotes(library) }
        }
    }

    private func writeNotes(_ library: LibraryStore) async {
        while !downloadNotes.waiting.isEmpty {
            let notes = downloadNotes.waiting
            downloadNotes.waiting = []
            await write(notes, library)
        }
        downloadNotes.isWriting = false
    }

    /// In one transaction; where that fails each by itself, so that one doesn't fail for another.
    private func write(_ notes: [DownloadNotes.Note], _ library: LibraryStore) async {
        do {
            try await library.keepDownloads(notes.map { ($0.record, $0.isHeld) })
            for note in notes { note.written.resume() }
        } catch  where notes.count > 1 {
            for note in notes { await write([note], library) }
        } catch {
            for note in notes { note.written.resume(throwing: error) }
        }
    }
}
