import CSQLite

extension SQLiteDatabase {
    /// Makes `target` page for page what this database is, as one change (sqlite3_backup_init). Of this one a single state is copied,
    /// whatever other processes write meanwhile. Ends early with `SQLITE_INTERRUPT` where `isUnwanted` says so; then `target` is to be
    /// thrown away.
    func copy(to target: SQLiteDatabase, isUnwanted: () -> Bool = { false }) throws {
        try reading {
            // The state that is copied begins with the first read.
            _ = try first("SELECT count(*) FROM sqlite_master") { $0.int() }
            try copyPages(to: target) { isUnwanted() ? SQLITE_INTERRUPT : sqlite3_backup_step($0, 256) }
        }
    }

    /// The same for a target in use, once `prepare` was called: meanwhile others can read it, but not write it. This one is nobody else's,
    /// and `prepare` may change it.
    func copy(over target: SQLiteDatabase, prepare: () throws -> Void) throws {
        var failure: (any Error)?
        var isPrepared = false
        try copyPages(to: target) { backup in
            // A step over no pages takes the target's lock.
            if isPrepared { return sqlite3_backup_step(backup, 256) }
            isPrepared = true
            let code = sqlite3_backup_step(backup, 0)
            guard code == SQLITE_OK else { return code }
            do { try prepare() } catch {
                failure = error
                return SQLITE_ABORT
            }
            return code
        } orThrow: {
            failure
        }
    }

    private func copyPages(
        to target: SQLiteDatabase, _ step: (OpaquePointer) -> Int32, orThrow failure: () -> (any Error)? = { nil }
    ) throws {
        guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw SQLiteError.last(of: target.handle, code: sqlite3_extended_errcode(target.handle), sql: "backup")
        }
        var code = SQLITE_OK
        while code == SQLITE_OK { code = step(backup) }
        let ending = sqlite3_backup_finish(backup)
        if let failure = failure() { throw failure }
        if code != SQLITE_DONE { throw SQLiteError.last(of: target.handle, code: code, sql: "backup") }
        if ending != SQLITE_OK { throw SQLiteError.last(of: target.handle, code: ending, sql: "backup") }
    }

    /// The first fault that SQLite finds in the file's structure, nil where it is whole. `isQuick` leaves out whether each index says
    /// what its table does.
    func firstFault(isQuick: Bool) throws -> String? {
        do {
            let said = try first("PRAGMA \(isQuick ? "quick_check" : "integrity_check")(1)") { $0.text() } ?? "ok"
            return said == "ok" ? nil : said.prefix(300).split(separator: "\n").joined(separator: "; ")
        } catch let error as SQLiteError where error.isDamage {
            return error.words
        }
    }

    /// Bytes in the file and its log together, as SQLite counts them.
    func size() throws -> Int64 {
        let pages = try first("PRAGMA page_count") { $0.int() } ?? 0
        return pages &* (try first("PRAGMA page_size") { $0.int() } ?? 0)
    }
}
