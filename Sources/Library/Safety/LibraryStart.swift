import Glibc

/// Opens a library as it is found: looks at its files, reads it whole where there is a doubt, and rescues what can be where it is damaged.
struct LibraryStart {
    let paths: LibraryPaths
    let busyMilliseconds: Int32
    let now: Int64

    /// The database, and what was done where it was not as it should be.
    func open() throws(LibraryError) -> (SQLiteDatabase, RescueReport?) {
        if LibrarySwap.isUnfinished(paths) { try finishSwap() }
        switch LibraryLook(paths) {
        case .new, .usual:
            do { return (try file.open(), nil) } catch .damaged(_, let words) {
                return try rescued(.damaged(words))
            }
        case .lost(let loss): return try rescued(loss == .missing ? .missing : .empty)
        case .doubtful(let doubt): return try checked(doubt)
        }
    }
}

extension LibraryStart {
    private var file: LibraryFile {
        LibraryFile(path: paths.database, busyMilliseconds: busyMilliseconds, shelf: BackupShelf(folder: paths.backups))
    }

    /// Reads the whole file before it is used.
    private func checked(_ doubt: LibraryLook.Doubt) throws(LibraryError) -> (SQLiteDatabase, RescueReport?) {
        if doubt == .logIsMissing, let user = ProcessLocks.user(of: paths.database) {
            // It would write into a log that has no name any more, and this process into another.
            throw .damagedInUse(path: paths.database, holder: user)
        }
        let database: SQLiteDatabase
        do { database = try file.open() } catch .damaged(_, let words) { return try rescued(.damaged(words)) }
        do {
            if let fault = try database.firstFault(isQuick: doubt != .marked) {
                try database.leaveLogAtClose()
                database.close()
                return try rescued(.damaged(fault))
            }
        } catch let error as LibraryError { throw error } catch let error as SQLiteError {
            throw LibraryError(error, path: paths.database)
        } catch {
            throw .cannotOpen(path: paths.database, words: String(describing: error))
        }
        unlink(paths.mark)
        guard doubt == .logIsMissing else { return (database, nil) }
        var report = RescueReport(cause: .logGone, time: now)
        report.backup = BackupShelf(folder: paths.backups).files().first
        try? database.run("INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)", RescueReport.key, report.packed)
        return (database, report)
    }

    private func rescued(_ cause: RescueReport.Cause) throws(LibraryError) -> (SQLiteDatabase, RescueReport?) {
        if let user = ProcessLocks.user(of: paths.database) {
            paths.markDamage()
            throw .damagedInUse(path: paths.database, holder: user)
        }
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        // Another process may have done it meanwhile.
        if LibrarySwap.isUnfinished(paths) {
            try LibrarySwap.finish(paths)
            return (try file.open(), LibrarySwap.report(of: paths.database))
        }
        if let database = whole() { return (database, nil) }
        let report = try LibraryRescue(paths: paths, cause: cause, now: now).run()
        if report == nil { putLogAside() } else { try LibrarySwap.finish(paths) }
        return (try file.open(), report)
    }

    /// The library where nothing is wrong with it.
    private func whole() -> SQLiteDatabase? {
        guard LibraryLook(paths) == .usual, let database = try? file.open() else { return nil }
        do { if try database.firstFault(isQuick: true) == nil { return database } } catch {}
        try? database.leaveLogAtClose()
        database.close()
        return nil
    }

    private func finishSwap() throws(LibraryError) {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        if LibrarySwap.isUnfinished(paths) { try LibrarySwap.finish(paths) }
    }

    /// A log without its file, of which nothing can be had: SQLite would throw it away.
    private func putLogAside() {
        if access(paths.log, F_OK) == 0 { rename(paths.log, paths.folder + "/" + LibrarySwap.asideName(at: now) + "-wal") }
    }

    private func lock() throws(LibraryError) -> FolderLock {
        guard let lock = FolderLock.take(in: paths.folder, milliseconds: busyMilliseconds) else { throw .busy(path: paths.database) }
        return lock
    }
}
