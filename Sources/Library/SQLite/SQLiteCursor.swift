import CSQLite

/// A query whose rows are taken one at a time, beside others; each row is one whole number. Used on the library's queue only, and freed before
/// the transaction ends.
final class SQLiteCursor {
    private let handle: OpaquePointer
    private let sql: String

    /// Compiles `sql`. Throws `SQLiteError`.
    init(_ sql: String, on database: SQLiteDatabase) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database.handle, sql, -1, 0, &handle, nil)
        guard code == SQLITE_OK, let handle else { throw SQLiteError.last(of: database.handle, code: code, sql: sql) }
        self.handle = handle
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Begins anew with these values.
    func begin(_ values: any SQLiteBindable...) throws {
        _ = sqlite3_reset(handle)
        var index: Int32 = 0
        for value in values {
            index &+= 1
            let code = value.bind(to: handle, at: index)
            if code != SQLITE_OK { throw SQLiteError.last(of: sqlite3_db_handle(handle), code: code, sql: sql) }
        }
    }

    /// The next row's number; nil after the last.
    func next() throws -> Int64? {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return sqlite3_column_int64(handle, 0) }
        if code == SQLITE_DONE { return nil }
        throw SQLiteError.last(of: sqlite3_db_handle(handle), code: code, sql: sql)
    }
}
