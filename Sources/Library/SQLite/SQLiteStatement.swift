import CSQLite

/// A prepared statement. It belongs to its `SQLiteDatabase`, which keeps it for the next time, and is used on the library's queue only.
final class SQLiteStatement {
    private let handle: OpaquePointer
    private let sql: String
    /// Memory for the texts of a run, used again by the next.
    private var texts = SQLiteTexts()

    /// Compiles `sql`. Throws `SQLiteError`.
    init(_ sql: String, on database: OpaquePointer) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw SQLiteError.last(of: database, code: code, sql: sql) }
        self.handle = handle
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs it to its end; rows are passed over. Throws `SQLiteError`.
    func run<each Value: SQLiteBindable>(_ values: repeat (each Value)?) throws {
        defer { reset() }
        try bind(repeat each values)
        while try step() {}
    }

    /// The same for what is run very often: `give` adds the values one by one.
    func run(_ give: (inout SQLiteParameters) -> Void) throws {
        defer { reset() }
        var parameters = SQLiteParameters(statement: handle, texts: texts)
        texts = SQLiteTexts()
        give(&parameters)
        defer { texts = parameters.emptied() }
        try check(parameters.code)
        try parameters.withTexts { code in
            try check(code)
            while try step() {}
        }
    }

    /// The same with values of any number.
    func run(all values: [(any SQLiteBindable)?]) throws {
        defer { reset() }
        try bind(all: values)
        while try step() {}
    }

    /// Calls `read` on the first row. Throws `SQLiteError` and what `read` throws.
    func first<each Value: SQLiteBindable, R>(
        _ values: repeat (each Value)?, read: (inout SQLiteColumns) throws -> R
    ) throws -> R? {
        defer { reset() }
        try bind(repeat each values)
        return try firstRow(read)
    }

    /// The same with values of any number.
    func first<R>(all values: [(any SQLiteBindable)?], read: (inout SQLiteColumns) throws -> R) throws -> R? {
        defer { reset() }
        try bind(all: values)
        return try firstRow(read)
    }

    /// Calls `visit` on each row. The statement must not be used again from within. Throws `SQLiteError` and what `visit` throws.
    func each<each Value: SQLiteBindable>(
        _ values: repeat (each Value)?, visit: (inout SQLiteColumns) throws -> Void
    ) throws {
        defer { reset() }
        try bind(repeat each values)
        while try step() {
            var columns = SQLiteColumns(row: handle)
            try visit(&columns)
        }
    }
}

extension SQLiteStatement {
    private func bind<each Value: SQLiteBindable>(_ values: repeat (each Value)?) throws {
        var parameters = SQLiteParameters(statement: handle)
        repeat parameters.add(each values)
        try check(parameters.code)
    }

    private func bind(all values: [(any SQLiteBindable)?]) throws {
        var parameters = SQLiteParameters(statement: handle)
        for value in values { value?.add(to: &parameters) ?? parameters.addNull() }
        try check(parameters.code)
    }

    private func firstRow<R>(_ read: (inout SQLiteColumns) throws -> R) throws -> R? {
        guard try step() else { return nil }
        var columns = SQLiteColumns(row: handle)
        return try read(&columns)
    }

    /// True where there is a row.
    private func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        try check(code)
        return false
    }

    /// `sqlite3_reset` repeats the last step's code, which has been dealt with. The bindings go too: one may hold a whole answer.
    private func reset() {
        _ = sqlite3_reset(handle)
        _ = sqlite3_clear_bindings(handle)
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw SQLiteError.last(of: sqlite3_db_handle(handle), code: code, sql: sql) }
    }
}

/// The columns of one row, read one after the other; valid until the statement's next step.
struct SQLiteColumns {
    private let row: OpaquePointer
    private var index: Int32 = 0

    init(row: OpaquePointer) { self.row = row }

    /// 0 where it is NULL.
    mutating func int() -> Int64 { sqlite3_column_int64(row, advance()) }

    mutating func flag() -> Bool { int() != 0 }

    mutating func flagOrNil() -> Bool? { intOrNil().map { $0 != 0 } }

    mutating func intOrNil() -> Int64? {
        let column = advance()
        return isNull(column) ? nil : sqlite3_column_int64(row, column)
    }

    mutating func realOrNil() -> Double? {
        let column = advance()
        return isNull(column) ? nil : sqlite3_column_double(row, column)
    }

    /// Empty where it is NULL.
    mutating func text() -> String { textOrNil() ?? "" }

    mutating func textOrNil() -> String? {
        let column = advance()
        guard let start = sqlite3_column_text(row, column) else { return nil }
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column))), as: UTF8.self)
    }

    mutating func bytes() -> [UInt8] { withBytes { [UInt8]($0) } }

    /// The column's text or blob where SQLite keeps it; empty where it is NULL.
    mutating func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        let column = advance()
        let start = sqlite3_column_blob(row, column)
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(row, column))))
    }

    /// All columns of the row with their names, from the first one on.
    func named() -> [(name: String, value: SQLiteValue)] {
        (0..<sqlite3_column_count(row)).map { column in
            (sqlite3_column_name(row, column).map { String(cString: $0) } ?? "", value(column))
        }
    }

    private func value(_ column: Int32) -> SQLiteValue {
        var here = self
        here.index = column
        switch sqlite3_column_type(row, column) {
        case SQLITE_INTEGER: return .int(here.int())
        case SQLITE_FLOAT: return here.realOrNil().map(SQLiteValue.real) ?? .null
        case SQLITE_TEXT: return .text(here.text())
        case SQLITE_BLOB: return .blob(here.bytes())
        default: return .null
        }
    }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(row, column) == SQLITE_NULL }

    private mutating func advance() -> Int32 {
        defer { index &+= 1 }
        return index
    }
}
