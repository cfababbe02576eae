import Library

/// What is to be written down of downloads. Each writing waits for the disk, so what comes up meanwhile is written together in the next.
struct DownloadNotes {
    typealias Waiting = (note: DownloadNote, written: CheckedContinuation<Bool, any Error>)

    var waiting: [Waiting] = []
    var isWriting = false
}

extension RadioSession {
    /// Keeps how a download goes; it is durable when this returns. False where its place is another's. Throws what `LibraryStore.keepDownload` does.
    @discardableResult
    func note(_ record: DownloadRecord, _ kind: DownloadNote.Kind = .told) async throws -> Bool {
        let library = try await library()
        return try await withCheckedThrowingContinuation { written in
            downloadNotes.waiting.append((DownloadNote(record, kind), written))
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
    private func write(_ notes: [DownloadNotes.Waiting], _ library: LibraryStore) async {
        do {
            let kept = try await library.keepDownloads(notes.map(\.note))
            for (note, isKept) in zip(notes, kept) { note.written.resume(returning: isKept) }
        } catch  where notes.count > 1 {
            for note in notes { await write([note], library) }
        } catch {
            for note in notes { note.written.resume(throwing: error) }
        }
    }
}
