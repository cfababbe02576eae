import Glibc

/// Puts a new library together out of what can be read of a damaged one and of the newest good backup. The damaged files are only read.
struct LibraryRescue {
    let paths: LibraryPaths
    let cause: RescueReport.Cause
    let now: Int64

    /// Makes `paths.next`, whole and checked. Nil where there is nothing to begin with: no file and no good backup. Throws `damaged`
    /// where there is a file of which nothing can be read, and no backup.
    func run() throws(LibraryError) -> RescueReport? {
        let backup = BackupShelf(folder: paths.backups, now: now).newestGood()
        var report = RescueReport(cause: cause, time: now)
        removePart()
        do {
            let source = RescueSource.open(paths, backup: backup)
            defer { source?.close() }
            if let source {
                try rescue(source, backup, &report)
            } else if let backup {
                try takeWhole(backup, &report)
            } else if (FileFacts(paths.database)?.size ?? 0) == 0 {
                return nil
            } else {
                throw LibraryError.unusable(path: paths.database, words: words)
            }
            let isKept = [paths.database, paths.log].contains { FileAtPath($0).exists }
            if isKept { report.keptAs = LibrarySwap.asideName(for: paths, at: now) }
            try finish(report)
            return report
        } catch let error as LibraryError {
            removePart()
            throw error
        } catch let error as SQLiteError {
            removePart()
            throw LibraryError(error, path: paths.database)
        } catch {
            removePart()
            throw .cannotOpen(path: paths.part, words: String(describing: error))
        }
    }
}

extension LibraryRescue {
    private var words: String { if case .damaged(let words) = cause { words } else { "it is no library" } }

    private func takeWhole(_ backup: BackupFile, _ report: inout RescueReport) throws {
        let copy = try BackupShelf.open(backup.path)
        defer { copy.close() }
        try BackupShelf.write(copy, to: paths.part, path: paths.database, isOver: true)
        report.backup = backup
        let target = try LibraryFile(path: paths.part, busyMilliseconds: 0).open()
        report.fromBackup = try RescueTables(target).names().reduce(0) {
            try $0 + (target.first("SELECT count(*) FROM \(SQLName.quoted($1))") { Int($0.int()) } ?? 0)
        }
        target.close()
    }

    private func rescue(_ source: RescueSource, _ backup: BackupFile?, _ report: inout RescueReport) throws {
        let target = try LibraryFile(path: paths.part, busyMilliseconds: 0).open()
        defer { target.close() }
        try target.script("PRAGMA foreign_keys = OFF")
        let other = try backup.map { try BackupShelf.open($0.path) }
        defer { other?.close() }
        let tables = RescueTables(target)
        var isIncomplete = false
        for name in try tables.names() {
            let outcome = try target.writing { try tables.copy(name, from: source.database) }
            report.read += outcome.read
            if outcome.gaps.isEmpty && outcome.refused == 0 { continue }
            isIncomplete = true
            report.tables.append(name)
            guard let other else { continue }
            report.fromBackup += try target.writing { try tables.fill(name, outcome.gaps, from: other) }
        }
        if isIncomplete {
            if let other { report.fromBackup += try target.writing { try tables.fillCatalogue(from: other) } }
            if report.fromBackup > 0 { report.backup = backup }
            report.leftOut = try target.writing { try LibraryRepair(database: target).all() }
        }
        // The search index is made anew, as all of it is of other tables.
        try target.writing { try target.script(Migrations.searchWaiting) }
        try target.writing { try tables.raiseNumbers(from: [source.database, other].compactMap { $0 }) }
    }

    /// The last steps before it has its name: what was done is written into it, and it is checked.
    private func finish(_ report: RescueReport) throws {
        let target = try LibraryFile(path: paths.part, busyMilliseconds: 0).open()
        defer { target.close() }
        try target.writing {
            try target.run("INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)", RescueReport.key, report.packed)
        }
        if let fault = try target.firstFault(isQuick: true) { throw LibraryError.damaged(path: paths.part, words: fault) }
        target.close()
        // What closing could not bring from the log into the file would be lost with it.
        if (FileFacts(paths.part + "-wal")?.size ?? 0) > 0 { throw LibraryError.diskFull(path: paths.database) }
        for ending in ["-wal", "-shm"] { unlink(paths.part + ending) }
        if rename(paths.part, paths.next) != 0 { throw LibraryError(errno: errno, path: paths.next) }
        DiskSpace.sync(folder: paths.beside)
    }

    private func removePart() {
        for ending in ["", "-wal", "-shm", "-journal"] { unlink(paths.part + ending) }
    }
}
