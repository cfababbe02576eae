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
    /// over only with `over`. Takes as long as the disk does; not to be called where others wait. Older ones that it stands for go.
    /// Throws LibraryError.
    public nonisolated func makeBackup(
        _ place: String? = nil, over: Bool = false, isUnwanted: @Sendable () -> Bool = { false }
    ) throws(LibraryError) -> BackupFile {
        // Asked first: where nothing is free this process may have the library for itself, and the other connection would be kept out.
        if place == nil, let free = DiskSpace.free(in: paths.folder), free < FileFacts(paths.database)?.size ?? 0 {
            throw .diskFull(path: paths.database)
        }
        return try withConnection { database in
            guard let place else {
                try self.paths.makeFolders()
                let file = try shelf.make(BackupFile.regular, of: database, path: paths.database, at: clock(), isUnwanted: isUnwanted)
                shelf.rotate()
                return file
            }
            try BackupShelf.write(database, to: place, path: paths.database, isOver: over, isUnwanted: isUnwanted)
            return BackupFile(name: place, path: place, size: FileFacts(place)?.size ?? 0, made: clock())
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
        guard let last = shelf.files().first(where: \.isRegular) else { return true }
        let changed = max(file.changed, FileFacts(paths.log)?.changed ?? 0)
        if last.made / 86_400 == time / 86_400 || changed < last.made { return false }
        return !isLight || file.size <= 64_000_000 || time - last.made > 604_800
    }

    /// Puts the library in the file `place` in this one's place, as one change that other processes see at their next command. The
    /// library before is kept as a backup, which is returned. An older one is brought up to date first. Throws LibraryError, after which
    /// nothing has changed.
    public func restore(_ place: String) throws -> BackupFile {
        do {
            _ = try BackupShelf.check(place)
            try paths.makeFolders()
            let before = try shelf.make("\(BackupFile.before)restore-", of: database, path: paths.database, at: now)
            let part = "\(paths.part).\(getpid())"
            defer { for ending in ["", "-wal", "-shm"] { unlink(part + ending) } }
            let given = try BackupShelf.open(place)
            defer { given.close() }
            try BackupShelf.write(given, to: part, path: paths.database, isOver: true)
            let library = try LibraryFile(path: part, busyMilliseconds: 0).open()
            defer { library.close() }
            try withPages(like: library, part) { try $0.copy(to: database) }
            return before
        } catch let error as SQLiteError {
            throw LibraryError(error, path: paths.database)
        }
    }
}

extension LibraryStore {
    private nonisolated var shelf: BackupShelf { BackupShelf(folder: paths.backups) }

    /// A connection of its own, for what would hold up the store's calls.
    private nonisolated func withConnection<R>(_ work: (SQLiteDatabase) throws -> R) throws(LibraryError) -> R {
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

    /// A library in use keeps the size of its pages, so one of another size is written anew first.
    private func withPages(like library: SQLiteDatabase, _ part: String, _ work: (SQLiteDatabase) throws -> Void) throws {
        let size = try database.first("PRAGMA page_size") { $0.int() } ?? 8192
        if try library.first("PRAGMA page_size", read: { $0.int() }) == size { return try work(library) }
        let again = part + ".pages"
        unlink(again)
        defer { unlink(again) }
        try library.script("PRAGMA page_size = \(size)")
        try library.run("VACUUM INTO ?", again)
        let resized = try SQLiteDatabase(path: again, busyMilliseconds: 0)
        defer { resized.close() }
        try work(resized)
    }
}
