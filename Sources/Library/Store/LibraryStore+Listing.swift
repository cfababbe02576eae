extension LibraryStore {
    /// What the numbers of the last listing stand for; empty where nothing was listed yet.
    public func lastListing() throws -> LastListing {
        try reading { try ListingTable(database: database).read() }
    }

    /// Makes these the last listing. `source` and `next` are nil for a listing of the library's own. Nothing is written where it is so already:
    /// the same command once more waits for no disk.
    public func setListing(_ addresses: [String], source: String?, next: String?) throws {
        let listing = LastListing(addresses: addresses, source: source, next: next)
        if try lastListing() == listing, try lastReading() == nil { return }
        try writing { try ListingTable(database: database).write(listing) }
    }
}

extension LibraryStore {
    /// What was read since the last listing; nil where nothing was.
    public func lastReading() throws -> LastReading? {
        try reading { try ReadingTable(database: database).read() }
    }

    /// Notes what was read; nil forgets it. A new listing forgets it too.
    public func setReading(_ reading: LastReading?) throws {
        try writing {
            let table = ReadingTable(database: database)
            if let reading { try table.write(reading) } else { try table.forget() }
        }
    }
}

/// The last listing: one row.
struct ListingTable {
    let database: SQLiteDatabase

    func read() throws -> LastListing {
        try database.first("SELECT source, next, addresses FROM listing") { row in
            let (source, next) = (row.textOrNil(), row.textOrNil())
            return LastListing(addresses: PackedText.list(row.textOrNil()), source: source, next: next)
        } ?? LastListing()
    }

    func write(_ listing: LastListing) throws {
        try database.run(
            "INSERT OR REPLACE INTO listing (id, source, next, addresses) VALUES (1, ?, ?, ?)", listing.source, listing.next,
            PackedText.pack(listing.addresses))
        try ReadingTable(database: database).forget()
    }

    func change(_ change: ListingChange, addresses: [String], source: String) throws {
        guard case .replace(let next) = change, !addresses.isEmpty else { return }
        try write(LastListing(addresses: addresses, source: source, next: next))
    }
}
