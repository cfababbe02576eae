import Glibc

extension LibraryStore {
    /// Puts the library in the file `place` in this one's place, as one change that other processes see at their next command. The
    /// library before is kept as a backup, which is returned, and a step to undo is kept in the new one. An older one is brought up to date
    /// first. No number that was given out here is given out again. Throws LibraryError, after which nothing has changed.
    public func restore(_ place: String) throws -> BackupFile {
        _ = try BackupShelf.check(place)
        let name = FileAtPath(place).name
        return try exchange(for: place, "restore-", isStillWanted: { _ in true }) { table, before in
            let row = UndoRow(part: UndoPart.library.rawValue, key: before, old: before, new: nil)
            try table.add(UndoStep(id: 0, action: "restore", items: 1, title: name, time: now), [row])
        }
    }

    /// Whether undoing, or doing again, would put another library in this one's place.
    public func exchangesLibrary(isRedo: Bool) throws -> Bool {
        try reading { try undoTable.next(isUndone: isRedo).flatMap { try exchanged(by: $0) } != nil }
    }

    /// What a step does to the whole library, nil where it is another.
    func exchanged(by step: UndoStep) throws -> UndoRow? {
        try undoTable.rows(of: step.id).first { $0.part == UndoPart.library.rawValue }
    }

    /// Undoes going back to a backup, or does it again: what is there now is kept, so that it can be had back in turn. Where the library to
    /// be had isn't among the backups any more, or can't be read, the step does nothing.
    func turnLibrary(_ step: UndoStep, _ row: UndoRow, isUndone: Bool) throws -> UndoOutcome {
        var outcome = UndoOutcome(step: step, items: 0)
        let name = (isUndone ? row.old : row.new) ?? ""
        guard let file = BackupFile(name, in: paths.backups), (try? BackupShelf.check(file.path)) != nil else {
            try writing { try undoTable.turn(step.id, isUndone: isUndone) }
            outcome.lostBackup = name
            return outcome
        }
        let isStillWanted = { (table: UndoTable) in try table.next(isUndone: !isUndone) == step }
        _ = try exchange(for: file.path, isUndone ? "undo-" : "redo-", isStillWanted: isStillWanted) { table, before in
            try table.exchange(step, row.key, to: before, isUndone: isUndone)
        }
        outcome.items = 1
        return outcome
    }
}

extension LibraryStore {
    /// The new library is put together in a file beside this one, with its step to undo; this one is copied and written over while nobody
    /// else can write it. `note` is given the undo steps of the new one and the name of the copy.
    private func exchange(
        for place: String, _ kind: String, isStillWanted: (UndoTable) throws -> Bool, note: (UndoTable, String) throws -> Void
    ) throws -> BackupFile {
        try paths.makeFolders()
        let part = "\(paths.part).\(getpid())"
        defer { for ending in ["", "-wal", "-shm", ".pages", ".pages-journal"] { unlink(part + ending) } }
        do {
            let given = try BackupShelf.open(place)
            defer { given.close() }
            try BackupShelf.write(given, to: part, path: paths.database, isOver: true)
            let library = try LibraryFile(path: part, busyMilliseconds: 0).open()
            defer { library.close() }
            let pages = try pagesLikeOurs(library, part)
            defer { if pages !== library { pages.close() } }
            var before: BackupFile?
            try pages.copy(over: database) {
                before = try withConnection { now in
                    guard try isStillWanted(UndoTable(database: now)) else { throw LibraryError.busy(path: paths.database) }
                    let copy = try shelf.make(BackupFile.before + kind, of: now, path: paths.database)
                    try pages.writing {
                        try note(UndoTable(database: pages), copy.name)
                        try forgetTrash(in: pages)
                        try RescueTables(pages).raiseNumbers(from: [now])
                    }
                    return copy
                }
            }
            return try before ?? { throw LibraryError.busy(path: paths.database) }()
        } catch let error as SQLiteError {
            throw LibraryError(error, path: paths.database)
        }
    }

    /// Deleted files that have come back or gone for good since that library was in use.
    private func forgetTrash(in library: SQLiteDatabase) throws {
        let table = TrashTable(database: library)
        for row in try table.all() where !trashed(row).exists { try table.remove(row) }
    }

    /// A library in use keeps the size of its pages, so one of another size is written anew first.
    private func pagesLikeOurs(_ library: SQLiteDatabase, _ part: String) throws -> SQLiteDatabase {
        let size = try database.first("PRAGMA page_size") { $0.int() } ?? 8192
        if try library.first("PRAGMA page_size", read: { $0.int() }) == size { return library }
        let again = part + ".pages"
        unlink(again)
        try library.script("PRAGMA page_size = \(size)")
        try library.run("VACUUM INTO ?", again)
        return try SQLiteDatabase(path: again, busyMilliseconds: 0)
    }
}
