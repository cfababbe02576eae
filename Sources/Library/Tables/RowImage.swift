import Catalogue

/// A table of the listener's own, of which each row belongs to one item and can be put back as it was.
enum ListenersTable: String {
    case favourite, liked, subscription, progress, download

    /// The columns that say whose row it is.
    var condition: String {
        switch self {
        case .favourite, .liked: "kind = ? AND item = ?"
        case .subscription: "program = ?"
        case .progress, .download: "episode = ?"
        }
    }

    func values(of item: ItemID) -> [(any SQLiteBindable)?] {
        switch self {
        case .favourite, .liked: [String(item.kind.rawValue), item.number]
        case .subscription, .progress, .download: [item.number]
        }
    }
}

/// A row as it was at some moment, whatever columns the table has.
struct RowImage: Hashable {
    var columns: [String: SQLiteValue]

    /// The row of `item`, nil where it has none.
    init?(_ table: ListenersTable, of item: ItemID, in database: SQLiteDatabase) throws {
        try self.init(table.rawValue, where: table.condition, table.values(of: item), in: database)
    }

    /// The first row of a table for which `condition` holds, nil where there is none.
    init?(_ table: String, where condition: String, _ values: [(any SQLiteBindable)?], in database: SQLiteDatabase) throws {
        let found = try database.statement("SELECT * FROM \(table) WHERE \(condition)").first(all: values) { row in row.named() }
        guard let found else { return nil }
        columns = Dictionary(found.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Reads what `packed` has written; nil where it isn't that.
    init?(packed: String?) {
        guard let packed else { return nil }
        let fields = PackedText.list(packed)
        guard fields.count.isMultiple(of: 2) else { return nil }
        columns = [:]
        for place in stride(from: 0, to: fields.count, by: 2) {
            guard Self.isName(fields[place]), let value = SQLiteValue(packed: fields[place + 1]) else { return nil }
            columns[fields[place]] = value
        }
    }

    var packed: String? { PackedText.pack(columns.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value.packed] }) }

    subscript(column: String) -> SQLiteValue {
        get { columns[column] ?? .null }
        set { columns[column] = newValue }
    }

    /// Writes the row over the one that the item has.
    func write(_ table: ListenersTable, in database: SQLiteDatabase) throws { try write(into: table.rawValue, in: database) }

    /// Writes the row over the one that has its number.
    func write(into table: String, in database: SQLiteDatabase) throws {
        let sorted = columns.sorted { $0.key < $1.key }
        let names = sorted.map { "\"\($0.key)\"" }.joined(separator: ", ")
        let marks = Array(repeating: "?", count: sorted.count).joined(separator: ", ")
        try database.statement("INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(marks))").run(all: sorted.map(\.value))
    }

    static func remove(_ table: ListenersTable, of item: ItemID, in database: SQLiteDatabase) throws {
        try database.statement("DELETE FROM \(table.rawValue) WHERE \(table.condition)").run(all: table.values(of: item))
    }

    /// The names go into a statement.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
