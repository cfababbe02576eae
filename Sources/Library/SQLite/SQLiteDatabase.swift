import CSQLite

/// One connection, opened without SQLite's own locks: born, used and freed on the library's queue.
final class SQLiteDatabase {
    private(set) var handle: OpaquePointer?
    private var statements: [SQLText: SQLiteStatement] = [:]

    /// What a connection may do with its file.
    enum Access {
        /// Read, write, and make it where there is none.
        case full
        case reading
        /// Read a file that nobody writes and that has no log: neither locks nor other files are needed.
        case still
    }

    /// Opens or makes the file at `path` (`:memory:` for none). A lock that another process holds is waited for up to
    /// `busyMilliseconds` at each call. Throws `SQLiteError`; nothing is read or written yet.
    init(path: String, busyMilliseconds: Int32, access: Access = .full) throws {
        _ = Self.isConfigured
        let kind = access == .full ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let flags = kind | (access == .still ? SQLITE_OPEN_URI : 0) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        try check(sqlite3_open_v2(access == .still ? Self.still(path) : path, &handle, flags, nil))
        try check(sqlite3_busy_timeout(handle, busyMilliseconds))
        try check(csqlite_set_flag(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1))
    }

    deinit { close() }

    /// Ends the connection; the last one of a file also writes the log back into it. Later calls fail.
    func close() {
        statements = [:]
        _ = sqlite3_close_v2(handle)
        handle = nil
    }

    /// From now on closing leaves the file as it is.
    func leaveLogAtClose() throws { try check(csqlite_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)) }

    /// The prepared `sql`, compiled the first time. In a loop, ask once before it. Throws `SQLiteError`.
    func statement(_ sql: String) throws -> SQLiteStatement {
        let key = SQLText(text: sql)
        if let known = statements[key] { return known }
        guard let handle else { throw SQLiteError(code: .misuse, words: "the library is closed", errno: 0, sql: sql) }
        let statement = try SQLiteStatement(sql, on: handle)
        statements[key] = statement
        return statement
    }

    /// Runs one statement to its end.
    func run<each Value: SQLiteBindable>(_ sql: String, _ values: repeat (each Value)?) throws {
        try statement(sql).run(repeat each values)
    }

    /// What `read` makes of the first row; nil where there is none.
    func first<each Value: SQLiteBindable, R>(
        _ sql: String, _ values: repeat (each Value)?, read: (inout SQLiteColumns) throws -> R
    ) throws -> R? {
        try statement(sql).first(repeat each values, read: read)
    }

    /// What `read` makes of each row.
    func all<each Value: SQLiteBindable, R>(
        _ sql: String, _ values: repeat (each Value)?, read: (inout SQLiteColumns) throws -> R
    ) throws -> [R] {
        var found: [R] = []
        try statement(sql).each(repeat each values) { found.append(try read(&$0)) }
        return found
    }

    /// Runs a script of statements that is used once.
    func script(_ sql: String) throws {
        try check(sqlite3_exec(handle, sql, nil, nil, nil), sql: sql)
    }

    /// The rowid that the last INSERT gave.
    var lastID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last INSERT, UPDATE or DELETE touched.
    var changes: Int { Int(sqlite3_changes(handle)) }
    /// The same of all up to now, those of virtual tables' own tables included.
    var allChanges: Int { Int(sqlite3_total_changes(handle)) }
}

extension SQLiteDatabase {
    /// Reads that see one state of the library, whatever another process writes meanwhile.
    func reading<R>(_ body: () throws -> R) throws -> R { try transaction("BEGIN", body) }

    /// One change, whole or not at all. The write lock is taken first: a reader that turns into a writer could find its view outdated,
    /// which no waiting mends.
    func writing<R>(_ body: () throws -> R) throws -> R { try transaction("BEGIN IMMEDIATE", body) }

    private func transaction<R>(_ begin: String, _ body: () throws -> R) throws -> R {
        do {
            // Inside: a BEGIN that fails halfway can leave a transaction open.
            try run(begin)
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // A full disk or a read error may have rolled it back already. The first error is the one to tell.
            if let handle, sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
            throw error
        }
    }

    /// Done once, before the first connection.
    private static let isConfigured = csqlite_count_no_memory() == SQLITE_OK

    /// As a URI of SQLite's (sqlite.org/uri.html), in which `?`, `#` and `%` mean something.
    private static func still(_ path: String) -> String {
        var text = ""
        for character in path.unicodeScalars {
            switch character {
            case "%": text += "%25"
            case "?": text += "%3F"
            case "#": text += "%23"
            default: text.unicodeScalars.append(character)
            }
        }
        return "file:\(text)?immutable=1"
    }

    private func check(_ code: Int32, sql: String? = nil) throws {
        if code != SQLITE_OK { throw SQLiteError.last(of: handle, code: code, sql: sql) }
    }
}

/// A statement's text, as it is looked up: hashing all of it would cost as much as running a small statement. Mostly the text that is compared is the
/// same object.
private struct SQLText: Hashable {
    var text: String

    func hash(into hasher: inout Hasher) { hasher.combine(text.utf8.count) }
}

extension SQLiteError {
    /// The error that a connection's last call left.
    static func last(of database: OpaquePointer?, code: Int32, sql: String?) -> SQLiteError {
        let words = (database.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)).map { String(cString: $0) } ?? ""
        // sqlite3_system_errno keeps an old value, so it is asked only where the system had a part in the failure.
        let kinds: [SQLiteCode] = [.ioError, .cannotOpen, .full, .readOnly]
        let fromSystem = kinds.contains(SQLiteCode(rawValue: code).primary)
        let errno = fromSystem ? database.map { sqlite3_system_errno($0) } ?? 0 : 0
        return SQLiteError(code: SQLiteCode(rawValue: code), words: words, errno: errno, sql: sql)
    }
}
