import Glibc

/// Opens a library's database: looks at its version, and brings an older one up to date.
struct LibraryFile {
    var path: String
    var busyMilliseconds: Int32
    var migrations = Migrations.all
    /// Where a copy goes before an older library is changed; without it none is made.
    var shelf: BackupShelf?

    /// Opens or makes the database. A newer one, another program's and a file that is no database are refused and left as they are.
    func open() throws(LibraryError) -> SQLiteDatabase {
        do {
            do { return try opened(alone: false) } catch let error as SQLiteError where error.isOfSharedMemory {
                // No room for the memory that processes share: without other processes it can do without.
                return try opened(alone: true)
            }
        } catch let error as LibraryError {
            throw error
        } catch let error as SQLiteError {
            throw LibraryError(error, path: path)
        } catch {
            throw .cannotOpen(path: path, words: String(describing: error))
        }
    }
}

extension LibraryFile {
    private func opened(alone: Bool) throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: path, busyMilliseconds: busyMilliseconds)
        if alone { try database.script("PRAGMA locking_mode = EXCLUSIVE") }
        try bringUp(database)
        return database
    }

    /// Looks at the version of a database that was just opened, sets it up, and takes the steps that it lacks.
    func bringUp(_ database: SQLiteDatabase) throws {
        let version = try checkedVersion(of: database)
        try expectContent(of: database, version)
        try setUp(database)
        if version < migrations.count {
            try shelf?.keepCopy(of: database, before: migrations.count, path: path)
            try migrate(database, from: version)
        }
        // The tables can be read: else it's told now, not in the middle of a command.
        _ = try database.first("SELECT 1 FROM state LIMIT 1") { $0.int() }
    }

    /// Reads only, so that a file that is refused keeps its bytes.
    private func checkedVersion(of database: SQLiteDatabase) throws -> Int {
        let version = try pragma("user_version", of: database)
        if version > migrations.count {
            try database.leaveLogAtClose()
            throw LibraryError.newer(path: path, found: version, known: migrations.count)
        }
        if try pragma("application_id", of: database) != Migrations.applicationID, let table = try foreignTable(in: database) {
            try database.leaveLogAtClose()
            throw LibraryError.foreign(path: path, table: table)
        }
        return version
    }

    /// A database without a table, as of a library that was begun, is none that there are backups of.
    private func expectContent(of database: SQLiteDatabase, _ version: Int) throws {
        guard version == 0, let shelf, !shelf.files().isEmpty else { return }
        guard try database.first("SELECT 1 FROM sqlite_master LIMIT 1", read: { $0.int() }) == nil else { return }
        if (FileFacts(path)?.size ?? 0) > 0 { throw LibraryError.damaged(path: path, words: "there is nothing in it") }
    }

    /// The mark can be missing (a library restored from a dump), so a table that no library has decides.
    private func foreignTable(in database: SQLiteDatabase) throws -> String? {
        let names = try database.all("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.text() }
        return names.first { !$0.hasPrefix("sqlite_") && !Migrations.tables.contains($0) }
    }

    private func setUp(_ database: SQLiteDatabase) throws {
        try useLog(database)
        // In SQLite's usual 2 MB a search of a large library reads a third of its pages twice, and a long change is written twice.
        try database.script("PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -8000")
    }

    /// Turning a new file's log on is the one call for which SQLite doesn't always wait by itself. An episode with notes takes 2 to 3 KB, so
    /// that in SQLite's usual pages of 4 KB it mostly stands alone: in pages of 8 KB a library is a fifth smaller. A file keeps what it has.
    private func useLog(_ database: SQLiteDatabase) throws {
        let end = Self.milliseconds() + Int64(busyMilliseconds)
        while true {
            do {
                return try database.script("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL")
            } catch let error as SQLiteError where error.code.primary == .busy && Self.milliseconds() < end {
                usleep(5_000)
            }
        }
    }

    private func migrate(_ database: SQLiteDatabase, from version: Int) throws {
        for (index, sql) in migrations.enumerated().dropFirst(version) {
            try database.writing {
                // Another process may have been quicker.
                guard try pragma("user_version", of: database) == index else { return }
                try database.script(try withoutKnownColumns(sql, in: database))
                try database.script("PRAGMA user_version = \(index + 1)")
            }
        }
        _ = try checkedVersion(of: database)
    }

    /// The step without the lines that add a column which is there already, as in a library that was restored from a dump and has lost its
    /// version. SQLite has no `ADD COLUMN IF NOT EXISTS`.
    private func withoutKnownColumns(_ sql: String, in database: SQLiteDatabase) throws -> String {
        let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
        let needed = try lines.filter { line in
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 5, words[0] == "ALTER", words[3] == "ADD" else { return true }
            return try database.first("SELECT 1 FROM pragma_table_info(?) WHERE name = ?", words[2], words[5]) { $0.int() } == nil
        }
        return needed.joined(separator: "\n")
    }

    private func pragma(_ name: String, of database: SQLiteDatabase) throws -> Int {
        try database.first("PRAGMA \(name)") { Int($0.int()) } ?? 0
    }

    private static func milliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
