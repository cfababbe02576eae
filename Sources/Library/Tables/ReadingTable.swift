/// What was read since the last listing: one row, or none.
struct ReadingTable {
    let database: SQLiteDatabase

    func read() throws -> LastReading? {
        try database.first("SELECT source, next, images FROM reading") { row in
            let (source, next) = (row.textOrNil(), row.textOrNil())
            return LastReading(source: source, next: next, images: PackedText.list(row.textOrNil()))
        }
    }

    func write(_ reading: LastReading) throws {
        try database.run(
            "INSERT OR REPLACE INTO reading (id, source, next, images) VALUES (1, ?, ?, ?)", reading.source, reading.next,
            PackedText.pack(reading.images))
    }

    func forget() throws {
        try database.run("DELETE FROM reading")
    }
}
