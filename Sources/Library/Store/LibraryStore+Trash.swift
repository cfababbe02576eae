public import Catalogue
import Glibc

/// What deleting files keeps: at most this much, for at most this long.
enum TrashLimit {
    static let bytes: Int64 = 1_000_000_000
    static let seconds: Int64 = 30 * 86_400
}

extension LibraryStore {
    /// Takes finished downloads away as the step `step`; other ids are passed over. Their files are moved to the trash, out of which `undo` brings
    /// them back. A row is changed before its file is moved, so that a kill between the two leaves no more to do than `settleTrash`. Gives what
    /// was deleted, and which of the files are not in the trash, or could not be deleted at all. A full disk doesn't stop it.
    public func trashDownloads(_ ids: [ItemID], step: String) throws -> (deleted: [ItemID], gone: [GoneFile]) {
        let deleted: [ItemID]
        do {
            deleted = try writing { try recordDeletion(of: ids, step) }
        } catch LibraryError.diskFull {
            return try removeDownloads(ids)
        }
        return moveDeleted(deleted)
    }

    /// Moves the files of those whose rows say that they are in the trash.
    func moveDeleted(_ deleted: [ItemID]) -> (deleted: [ItemID], gone: [GoneFile]) {
        // What isn't moved now, as the library is busy, is moved at the next start.
        var gone = (try? settleTrash()) ?? []
        gone += ((try? emptyTrash()) ?? []).map { GoneFile(id: $0, reason: .trashFull) }
        gone.removeAll { !deleted.contains($0.id) }
        let kept = Set(gone.filter(\.isStillThere).map(\.id))
        return (deleted.filter { !kept.contains($0) }, gone)
    }

    /// Moves files into the trash whose rows say that they are there already: what a kill has left. Gives those that could not be moved.
    @discardableResult
    public func settleTrash() throws -> [GoneFile] {
        let isSettled = try reading { try trashTable.all() }.allSatisfy { trashed($0).exists }
        if isSettled { return [] }
        return try writing { try trashTable.all().filter { !trashed($0).exists }.compactMap(settle) }
    }

    /// Removes what is in the trash for too long, or is too much, the oldest first. Gives the episodes that the files were of.
    @discardableResult
    public func emptyTrash() throws -> [ItemID] {
        let old = try reading { try overLimit() }
        if old.isEmpty { return [] }
        return try writing {
            // The file first: a row without a file is taken away later, a file without a row would stay.
            let rows = try overLimit().filter { trashed($0).remove() == 0 }
            for row in rows { try trashTable.remove(row) }
            return rows.map(\.episode)
        }
    }
}

extension LibraryStore {
    var trashTable: TrashTable { TrashTable(database: database) }

    func trashed(_ row: TrashRow) -> FileAtPath { FileAtPath(paths.absolute(row.name)) }

    /// Moving a file to another disk would be copying it: downloads that lie on one of their own have their trash there.
    private func trashFolder(of file: FileAtPath) -> String {
        let isNear = file.device == FileAtPath(paths.trash).device
        return isNear || file.device != FileAtPath(paths.downloads).device ? paths.trash : paths.downloads + "/.trash"
    }

    /// Within a transaction.
    func recordDeletion(of ids: [ItemID], _ step: String) throws -> [ItemID] {
        var rows: [UndoRow] = []
        for id in ids where try isDownloaded(id) {
            rows.append(UndoRow(part: ListenersTable.download.rawValue, key: id.description, old: nil, new: nil))
        }
        guard !rows.isEmpty else { return [] }
        let number = try addStep(step, items: rows.count, rows)
        for row in rows { try throwAway(row, step: number) }
        return rows.compactMap { ItemID($0.key) }
    }

    private func isDownloaded(_ id: ItemID) throws -> Bool {
        guard id.kind == .episode, let record = try downloadTable.record(id.number) else { return false }
        return record.state == .done && record.path != nil
    }

    /// Within a transaction: takes a download's row away and notes that its file is in the trash, where it is to be moved. False where it
    /// isn't downloaded.
    @discardableResult
    func throwAway(_ row: UndoRow, step: Int64) throws -> Bool {
        guard let id = ItemID(row.key), let record = try downloadTable.record(id.number), record.state == .done, let path = record.path,
            let image = try RowImage(.download, of: id, in: database)
        else { return false }
        let file = FileAtPath(path)
        if let size = file.size,
            let place = try FileAtPath(trashFolder(of: file) + "/" + file.name).free({ try !trashTable.hasName(paths.stored($0)) })
        {
            try trashTable.add(
                TrashRow(
                    id: 0, episode: id, name: paths.stored(place.path), path: paths.stored(path), size: size, since: now, step: step))
        }
        var row = row
        (row.old, row.new) = (image.packed, nil)
        try undoTable.change(row, of: step)
        try downloadTable.noteDeletion(id.number, at: now)
        return true
    }

    /// Within a transaction: nil where the file is in the trash now, or was not there any more.
    private func settle(_ row: TrashRow) throws -> GoneFile? {
        let file = FileAtPath(paths.absolute(row.path))
        guard file.exists, try !trashTable.isDownloadPath(row.path) else {
            try trashTable.remove(row)
            return nil
        }
        let failure = file.move(to: trashed(row))
        if failure == 0 { return nil }
        let worse = file.remove()
        if worse == 0 {
            try trashTable.remove(row)
            return GoneFile(id: row.episode, reason: .notMoved(errno: failure))
        }
        try takeBack(row)
        return GoneFile(id: row.episode, reason: .notRemoved(errno: worse))
    }

    /// The file stays where it is, and the step has nothing to do with it.
    private func takeBack(_ row: TrashRow) throws {
        try trashTable.remove(row)
        let key = row.episode.description
        guard let undo = try undoTable.rows(of: row.step).first(where: { $0.key == key }), let image = RowImage(packed: undo.old) else {
            return
        }
        if try downloadTable.record(row.episode.number) == nil { try image.write(.download, in: database) }
        try undoTable.forget(undo, of: row.step)
    }

    /// On a full disk: a file's end makes the room that its row's end needs.
    private func removeDownloads(_ ids: [ItemID]) throws -> (deleted: [ItemID], gone: [GoneFile]) {
        var (deleted, gone) = ([ItemID](), [GoneFile]())
        for id in ids {
            guard try reading({ try isDownloaded(id) }), let path = try download(id)?.path else { continue }
            let failure = FileAtPath(path).remove()
            gone.append(GoneFile(id: id, reason: failure == 0 ? .notMoved(errno: ENOSPC) : .notRemoved(errno: failure)))
            if failure == 0 { deleted.append(id) }
        }
        try writing { for id in deleted { try downloadTable.noteDeletion(id.number, at: now) } }
        return (deleted, gone)
    }

    private func overLimit() throws -> [TrashRow] {
        var total: Int64 = 0
        return try trashTable.all().filter { row in
            let (sum, overflow) = total.addingReportingOverflow(row.size)
            if overflow || sum > TrashLimit.bytes || now - row.since > TrashLimit.seconds { return true }
            total = sum
            return false
        }
    }
}

extension GoneFile {
    /// It could not be deleted, and is downloaded as before.
    public var isStillThere: Bool { if case .notRemoved = reason { true } else { false } }
}
