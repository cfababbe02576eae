import CSQLite

/// Copies rows of one table from a library that may be damaged into a new one, value for value.
final class RowCopy {
    /// Why copying stopped.
    enum End {
        case done
        /// What comes next can't be read.
        case damaged
    }

    private let reader: OpaquePointer
    private let writer: OpaquePointer
    private let source: SQLiteDatabase
    private let target: SQLiteDatabase
    private(set) var copied = 0
    /// Rows that are no rows of this table: torn ones.
    private(set) var refused = 0
    /// The rowid of the last row that was read.
    private(set) var last: Int64?

    /// `columns` are those that both have. `condition` follows the table's name and may have parameters; the first column that is read is
    /// `key`.
    init(
        _ table: String, _ columns: [String], key: String, condition: String, from source: SQLiteDatabase, to target: SQLiteDatabase
    ) throws {
        (self.source, self.target) = (source, target)
        let names = columns.map(SQLName.quoted).joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let name = SQLName.quoted(table)
        reader = try Self.prepare("SELECT \(key), \(names) FROM \(name) NOT INDEXED \(condition)", source)
        do {
            writer = try Self.prepare("INSERT OR IGNORE INTO \(name) (\(names)) VALUES (\(marks))", target)
        } catch {
            sqlite3_finalize(reader)
            throw error
        }
    }

    deinit {
        sqlite3_finalize(reader)
        sqlite3_finalize(writer)
    }

    /// Copies until the rows end or can't be read. `isRising`: the key is a rowid, and rows that are out of order are none of this table.
    func run(_ parameters: [Int64] = [], isRising: Bool) throws -> End {
        defer { sqlite3_reset(reader) }
        try bind(parameters)
        while true {
            let code = sqlite3_step(reader)
            if code == SQLITE_DONE { return .done }
            guard code == SQLITE_ROW else { return try end(code) }
            if isRising {
                let key = sqlite3_column_int64(reader, 0)
                if let last, key <= last { return .damaged }
                last = key
            }
            try write()
        }
    }

    /// Whether a row can be found with these parameters, or that there is none; nothing is copied.
    func isReadable(_ parameters: [Int64]) throws -> Bool {
        defer { sqlite3_reset(reader) }
        try bind(parameters)
        let code = sqlite3_step(reader)
        if code == SQLITE_DONE || code == SQLITE_ROW { return true }
        _ = try end(code)
        return false
    }

    private func bind(_ parameters: [Int64]) throws {
        var index: Int32 = 0
        for value in parameters {
            index += 1
            sqlite3_bind_int64(reader, index, value)
        }
    }

    private func write() throws {
        defer { sqlite3_reset(writer) }
        for index in 0..<sqlite3_bind_parameter_count(writer) {
            sqlite3_bind_value(writer, index + 1, sqlite3_column_value(reader, index + 1))
        }
        let code = sqlite3_step(writer)
        switch SQLiteCode(rawValue: code).primary {
        case SQLiteCode(rawValue: SQLITE_DONE): copied += target.changes
        case .constraint, .mismatch: refused += 1
        default: throw SQLiteError.last(of: target.handle, code: code, sql: "rescue")
        }
    }

    /// Damage and unreadable places of the disk end the rows; anything else ends the rescue.
    private func end(_ code: Int32) throws -> End {
        let error = SQLiteError.last(of: source.handle, code: code, sql: "rescue")
        guard error.isDamage || error.code.primary == .ioError else { throw error }
        return .damaged
    }

    private static func prepare(_ sql: String, _ database: SQLiteDatabase) throws -> OpaquePointer {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(database.handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw SQLiteError.last(of: database.handle, code: code, sql: sql) }
        return statement
    }
}

/// Names within statements.
enum SQLName {
    static func quoted(_ name: String) -> String {
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
