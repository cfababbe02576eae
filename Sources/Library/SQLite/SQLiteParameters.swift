import CSQLite

/// A statement's values, given one after the other.
struct SQLiteParameters {
    private let statement: OpaquePointer
    private var texts: SQLiteTexts
    private var index: Int32 = 0
    /// SQLite's code of the first one that could not be taken.
    private(set) var code = SQLITE_OK

    init(statement: OpaquePointer, texts: consuming SQLiteTexts = SQLiteTexts()) {
        self.statement = statement
        self.texts = texts
    }

    mutating func add<Value: SQLiteBindable>(_ value: Value?) {
        guard let value else { return addNull() }
        take(value.bind(to: statement, at: advance()))
    }

    /// NULL is what each has after `reset`.
    mutating func addNull() { _ = advance() }

    /// Text that is kept here until the statement has been run: SQLite's own copies would each take memory and give it back.
    mutating func add(text: String?) {
        let place = advance()
        if let text { texts.add(text, at: place) }
    }

    /// The same for text that `write` adds to what is there, in UTF-8.
    mutating func add(_ write: (inout [UInt8]) -> Void) { texts.add(at: advance(), write) }

    /// Text in UTF-8 that stays where it is until the statement has been run.
    mutating func add(still text: UnsafeBufferPointer<UInt8>) { take(text.bindStill(to: statement, at: advance())) }

    private mutating func take(_ code: Int32) { if self.code == SQLITE_OK { self.code = code } }

    private mutating func advance() -> Int32 {
        index &+= 1
        return index
    }
}

extension SQLiteParameters {
    /// Calls `run` while the texts are bound, with SQLite's code.
    func withTexts(_ run: (Int32) throws -> Void) rethrows { try texts.bound(to: statement, run) }

    /// The texts' memory, for the next run.
    consuming func emptied() -> SQLiteTexts {
        var texts = texts
        texts.removeAll()
        return texts
    }
}

/// Texts one after the other, and which parameters they are for.
struct SQLiteTexts {
    /// More is given back after a run.
    private static let mostKept = 262_144

    private var bytes: [UInt8] = []
    private var places: [(parameter: Int32, end: Int)] = []

    mutating func add(_ text: String, at parameter: Int32) { add(at: parameter) { $0.append(contentsOf: text.utf8) } }

    mutating func add(at parameter: Int32, _ write: (inout [UInt8]) -> Void) {
        write(&bytes)
        places.append((parameter, bytes.count))
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.mostKept)
        places.removeAll(keepingCapacity: true)
    }

    /// Binds them where they are, for as long as `run` takes; gives it SQLite's code.
    func bound(to statement: OpaquePointer, _ run: (Int32) throws -> Void) rethrows {
        try bytes.withUnsafeBufferPointer { bytes in
            var (start, code) = (0, SQLITE_OK)
            for place in places where code == SQLITE_OK {
                code = UnsafeBufferPointer(rebasing: bytes[start..<place.end]).bindStill(to: statement, at: place.parameter)
                start = place.end
            }
            try run(code)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func bindStill(to statement: OpaquePointer, at parameter: Int32) -> Int32 {
        withMemoryRebound(to: CChar.self) { csqlite_bind_still(statement, parameter, $0.baseAddress, UInt64($0.count)) }
    }
}
