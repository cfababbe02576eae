extension LibraryStore {
    /// A value that is kept between runs (volume, device …), nil where none was set.
    public func value(_ key: String) throws -> String? {
        try reading { try stored(Self.valuePrefix + key) }
    }

    /// Sets a value; nil takes it away.
    public func setValue(_ key: String, _ value: String?) throws {
        try writing { try store(Self.valuePrefix + key, value) }
    }

    /// Keeps what callers name apart from the library's own.
    static let valuePrefix = "value."

    /// Within a transaction.
    func stored(_ key: String) throws -> String? {
        try database.first("SELECT value FROM state WHERE key = ?", key) { $0.text() }
    }

    /// Within a transaction.
    func store(_ key: String, _ value: String?) throws {
        if let value {
            try database.run("INSERT OR REPLACE INTO state (key, value) VALUES (?, ?)", key, value)
        } else {
            try database.run("DELETE FROM state WHERE key = ?", key)
        }
    }
}
