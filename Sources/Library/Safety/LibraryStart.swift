import Glibc

/// Opens a library as it is found: looks at its files, reads it whole where there is a doubt, and rescues what can be where it is damaged.
///
/// Looking and opening is done under a lock of the folder that any number share, putting another file in its place under one that excludes
/// them: so whoever has the library open has this very file, and is seen before it is put aside.
struct LibraryStart {
    let paths: LibraryPaths
    let busyMilliseconds: Int32
    let now: Int64

    /// The database, and what was done where it was not as it should be.
    func open() throws(LibraryError) -> (SQLiteDatabase, RescueReport?) {
        switch try look() {
        case .good(let database, let report): (database, report)
        case .bad(let cause): try rescued(cause)
        }
    }
}

extension LibraryStart {
    private enum Found {
        case good(SQLiteDatabase, RescueReport?)
        case bad(RescueReport.Cause)
    }

    private func look() throws(LibraryError) -> Found {
        let lock = try sharedLock()
        defer { withExtendedLifetime(lock) {} }
        if LibrarySwap.isUnfinished(paths) { return .bad(.missing) }
        switch LibraryLook(paths) {
        case .new, .usual:
            do { return .good(try file.open(), nil) } catch .damaged(_, let words) { return .bad(.damaged(words)) }
        case .lost(let loss): return .bad(loss == .missing ? .missing : .empty)
        case .doubtful(let doubt): return try checked(doubt)
        }
    }

    /// Reads the whole file before it is used.
    private func checked(_ doubt: LibraryLook.Doubt) throws(LibraryError) -> Found {
        if doubt == .logIsMissing, let user = ProcessLocks.user(of: paths.database) {
            // It would write into a log that has no name any more, and this process into another.
            throw .damagedInUse(path: paths.database, holder: user)
        }
        let database: SQLiteDatabase
        do { database = try file.open() } catch .damaged(_, let words) { return .bad(.damaged(words)) }
        do {
            if let fault = try database.firstFault(isQuick: doubt != .marked) {
                leave(database)
                return .bad(.damaged(fault))
            }
        } catch let error as LibraryError { throw error } catch let error as SQLiteError {
            throw LibraryError(error, path: paths.database)
        } catch {
            throw .cannotOpen(path: paths.database, words: String(describing: error))
        }
        unlink(paths.mark)
        guard doubt == .logIsMissing else { return .good(database, nil) }
        var report = RescueReport(cause: .logGone, time: now)
        report.backup = shelf.files().first
        keep(report, in: database)
        return .good(database, report)
    }

    private func rescued(_ cause: RescueReport.Cause) throws(LibraryError) -> (SQLiteDatabase, RescueReport?) {
        let lock = try FolderLock.take(for: paths, milliseconds: busyMilliseconds)
        defer { withExtendedLifetime(lock) {} }
        // Another process may have done it meanwhile, or was killed before it had.
        if LibrarySwap.isUnfinished(paths) {
            try LibrarySwap.finish(paths)
            return (try file.open(), LibrarySwap.report(of: paths.database))
        }
        if let database = whole() { return (database, nil) }
        if let user = ProcessLocks.user(of: paths.database) {
            paths.markDamage()
            throw .damagedInUse(path: paths.database, holder: user)
        }
        if let report = try LibraryRescue(paths: paths, cause: cause, now: now).run() {
            try LibrarySwap.finish(paths)
            return (try file.open(), report)
        }
        return try begunAnew(cause)
    }

    /// A new library, where there is neither a file nor a backup. A log of which nothing can be had is kept: SQLite would throw it away.
    private func begunAnew(_ cause: RescueReport.Cause) throws(LibraryError) -> (SQLiteDatabase, RescueReport?) {
        guard FileAtPath(paths.log).exists else { return (try file.open(), nil) }
        let name = LibrarySwap.asideName(for: paths, at: now)
        try LibrarySwap.putAside(paths, "-wal", as: name)
        var report = RescueReport(cause: cause, time: now)
        report.keptAs = name
        let database = try file.open()
        keep(report, in: database)
        return (database, report)
    }

    /// The library where nothing is wrong with it.
    private func whole() -> SQLiteDatabase? {
        guard LibraryLook(paths) == .usual, let database = try? file.open() else { return nil }
        do { if try database.firstFault(isQuick: true) == nil { return database } } catch {}
        leave(database)
        return nil
    }

    private var file: LibraryFile { LibraryFile(path: paths.database, busyMilliseconds: busyMilliseconds, shelf: shelf) }

    private var shelf: BackupShelf { BackupShelf(folder: paths.backups, now: now) }

    private func keep(_ report: RescueReport, in database: SQLiteDatabase) {
        try? database.run("INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)", RescueReport.key, report.packed)
    }

    private func leave(_ database: SQLiteDatabase) {
        try? database.leaveLogAtClose()
        database.close()
    }

    /// Nil where the folder takes no locks: there nothing can be put in the library's place either.
    private func sharedLock() throws(LibraryError) -> FolderLock? {
        do { return try FolderLock.take(for: paths, isShared: true, milliseconds: busyMilliseconds) } catch .busy(let path, let holder) {
            throw .busy(path: path, holder: holder)
        } catch {
            return nil
        }
    }
}
