import CSQLite

/// What a call of SQLite said: its extended code, its own words, the system's `errno` behind it, and the statement.
struct SQLiteError: Error {
    var code: SQLiteCode
    var words: String
    /// 0 where the system had no part in it.
    var errno: Int32
    var sql: String?
}

/// SQLite's result codes; an unknown one is still representable.
struct SQLiteCode: RawRepresentable, Hashable, Sendable {
    var rawValue: Int32

    /// The first eight bits, which say what kind of failure it is.
    var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xff) }

    static let busy = SQLiteCode(rawValue: SQLITE_BUSY)
    static let locked = SQLiteCode(rawValue: SQLITE_LOCKED)
    static let full = SQLiteCode(rawValue: SQLITE_FULL)
    static let ioError = SQLiteCode(rawValue: SQLITE_IOERR)
    static let corrupt = SQLiteCode(rawValue: SQLITE_CORRUPT)
    static let notADatabase = SQLiteCode(rawValue: SQLITE_NOTADB)
    static let cannotOpen = SQLiteCode(rawValue: SQLITE_CANTOPEN)
    static let readOnly = SQLiteCode(rawValue: SQLITE_READONLY)
    static let constraint = SQLiteCode(rawValue: SQLITE_CONSTRAINT)
    static let mismatch = SQLiteCode(rawValue: SQLITE_MISMATCH)
    static let misuse = SQLiteCode(rawValue: SQLITE_MISUSE)
}

extension SQLiteError {
    /// The memory that several processes share over a log (the file `-shm`) can't be had, as when the disk is full: SQLITE_IOERR_SHMOPEN,
    /// _SHMSIZE, _SHMLOCK and _SHMMAP.
    var isOfSharedMemory: Bool { code.primary == .ioError && (18...21).contains(code.rawValue >> 8) }

    /// What is read is not what was written.
    var isDamage: Bool { code.primary == .corrupt || code.primary == .notADatabase }
}
