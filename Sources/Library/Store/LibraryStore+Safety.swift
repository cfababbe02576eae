import Glibc

extension LibraryStore {
    /// Closes a damaged library as it is, with its log: the next opening rescues what can be.
    public func abandon() {
        try? database.leaveLogAtClose()
        database.close()
    }

    /// The backups in the library's folder, newest first.
    public nonisolated var backups: [BackupFile] { shelf.files() }

    /// Makes a backup while the library is in use, over a connection of its own: into `backups/`, or the file `place`, which is written
    /// over only with `over`, and not where it is the library's own. Takes as long as the disk does; not to be called where others wait.
    /// Older ones that it stands for go. Throws LibraryError.
    public nonisolated func makeBackup(
        _ place: String? = nil, over: Bool = false, isUnwanted: @Sendable () -> Bool = { false }
    ) throws(LibraryError) -> BackupFile {
        // Asked first: where nothing is free this process may have the library for itself, and the other connection would be kept out.
        if place == nil, let free = DiskSpace.free(in: paths.folder), free < FileFacts(paths.database)?.size ?? 0 {
            throw .diskFull(path: paths.database)
        }
        if let place { try requireFile(place) }
        return try withConnection { database in
            guard let place else {
                try self.paths.makeFolders()
                let file = try shelf.make(BackupFile.regular, of: database, path: paths.database, isUnwanted: isUnwanted)
                shelf.rotate(keeping: try UndoTable(database: database).backups())
                return file
            }
            // Behind a link, which stays.
            try BackupShelf.write(
                database, to: LibraryPaths.real(place) ?? place, path: paths.database, isOver: over, isUnwanted: isUnwanted)
            return BackupFile(name: place, path: place, size: FileFacts(place)?.size ?? 0, made: clock())
        }
    }

    /// Nothing is written over the library itself, or in the place of a device, a pipe or a folder.
    private nonisolated func requireFile(_ place: String) throws(LibraryError) {
        if paths.isOwn(place) { throw .notWritten(path: place, errno: EBUSY) }
        if let facts = FileFacts(LibraryPaths.real(place) ?? place), !facts.isRegular {
            throw .notWritten(path: place, errno: facts.isFolder ? EISDIR : EOPNOTSUPP)
        }
    }

    /// Whether today's backup is still to be made, by a look at the folder. Not where the library is as it was at the last one. `isLight`
    /// leaves out a large library (64 MB) of which there is a backup of this week.
    public nonisolated func isBackupDue(isLight: Bool) -> Bool {
        let time = clock()
        // The usual case, at each command's end: one look at the names.
        let today = BackupFile.regular + BackupFile.stamp(time).prefix(10)
        if FolderNames.all(in: paths.backups).contains(where: { $0.hasPrefix(today) }) { return false }
        guard let file = FileFacts(paths.database), file.size > 0 else { return false }
        guard let last = shelf.files().first(where: \.isRegular), !shelf.isDatedLater(last) else { return true }
        let changed = max(file.changed, FileFacts(paths.log)?.changed ?? 0)
        if last.made / 86_400 == time / 86_400 || changed < last.made { return false }
        return !isLight || file.size <= 64_000_000 || time - last.made > 604_800
    }
}

extension LibraryStore {
    nonisolated var shelf: BackupShelf { BackupShelf(folder: paths.backups, now: clock()) }

    /// A connection of its own, for what would hold up the store's calls.
    nonisolated func withConnection<R>(_ work: (SQLiteDatabase) throws -> R) throws(LibraryError) -> R {
        do {
            let database = try SQLiteDatabase(path: paths.database, busyMilliseconds: 0)
            defer { database.close() }
            // What a log holds goes into the file as far as nobody reads it, so that the file is no older than its backup.
            try? database.script("PRAGMA wal_checkpoint(PASSIVE)")
            return try work(database)
        } catch let error as LibraryError {
            if case .damaged = error { paths.markDamage() }
            throw error
        } catch let error as SQLiteError {
            if error.isDamage { paths.markDamage() }
            throw LibraryError(error, path: paths.database)
        } catch {
            throw .cannotOpen(path: paths.database, words: String(describing: error))
        }
    }
}
