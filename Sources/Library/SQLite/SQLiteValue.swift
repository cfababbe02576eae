import CSQLite

/// A value of any of SQLite's kinds.
enum SQLiteValue: Hashable, Sendable {
    case null
    case int(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

extension SQLiteValue: SQLiteBindable {
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .int(let value): value.bind(to: statement, at: index)
        case .real(let value): value.bind(to: statement, at: index)
        case .text(let value): value.bind(to: statement, at: index)
        case .blob(let value): value.bind(to: statement, at: index)
        }
    }
}

extension SQLiteValue {
    /// As text that gives the very same value back: a letter for the kind, then the value; a number that isn't whole by its bits.
    var packed: String {
        switch self {
        case .null: "n"
        case .int(let value): "i\(value)"
        case .real(let value): "r" + String(value.bitPattern, radix: 16)
        case .text(let value): "t" + value
        case .blob(let value): "b" + value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// Nil where it is no such text.
    init?(packed: String) {
        let rest = String(decoding: packed.utf8.dropFirst(), as: UTF8.self)
        switch packed.utf8.first {
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "i"):
            guard let value = Int64(rest) else { return nil }
            self = .int(value)
        case UInt8(ascii: "r"):
            guard let bits = UInt64(rest, radix: 16) else { return nil }
            self = .real(Double(bitPattern: bits))
        case UInt8(ascii: "t"): self = .text(rest)
        case UInt8(ascii: "b"):
            let digits = Array(rest.utf8)
            guard digits.count.isMultiple(of: 2) else { return nil }
            var bytes: [UInt8] = []
            for place in stride(from: 0, to: digits.count, by: 2) {
                guard let byte = UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) else { return nil }
                bytes.append(byte)
            }
            self = .blob(bytes)
        default: return nil
        }
    }
}
