import Catalogue
import Library

extension RadioSession {
    /// All that the listener has made, as JSON text, and how many things that are.
    public func exportedLibrary() async throws -> (text: String, items: Int) {
        let archive = try await library().archive()
        let counts = [
            archive.sources.count, archive.favourites.count, archive.likes.count, archive.subscriptions.count,
            archive.programSettings.count, archive.playlists.count, archive.queue.entries.count,
            archive.progress.count, archive.listens.count, archive.bookmarks.count,
        ]
        return (ArchiveText(archive).text, counts.reduce(0, +))
    }

    /// Takes in what `exportedLibrary` has given; nil where the bytes are something else. Throws SessionError.newerArchive.
    func importLibrary(_ bytes: [UInt8]) async throws -> ChangeReport? {
        guard GivenJSON.isJSON(bytes), let read = try ArchiveJSON(bytes) else { return nil }
        let archive = read.archive
        let merge = try await inTurn { try await library().merge(archive) }
        var report = ChangeReport(action: "import", items: merge.added, skipped: merge.known + merge.leftOut + read.leftOut)
        report.unread = merge.leftOut + read.leftOut
        return report
    }
}
