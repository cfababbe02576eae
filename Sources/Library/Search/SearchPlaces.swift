import Catalogue

/// The items' places and what waits, within a transaction.
struct SearchPlaces {
    let database: SQLiteDatabase
    /// The last place that was given, and from where on all are taken up to it.
    private var given: (from: Int64, last: Int64)?

    init(database: SQLiteDatabase) { self.database = database }

    func place(of item: SearchItem) throws -> Int64? {
        try database.first("SELECT place FROM search_place WHERE item = ?", item.code) { $0.int() }
    }

    /// The first free place from `wanted` on.
    mutating func give(to item: SearchItem, wanted: Int64) throws -> Int64 {
        var place = wanted
        if let given, (given.from...given.last).contains(wanted) { place = given.last + 1 }
        if try !take(place, for: item) {
            if let known = try self.place(of: item) { return known }
            place = try database.first(Self.freePlace, place) { $0.int() } ?? place
            _ = try take(place, for: item)
        }
        given = (wanted, place)
        return place
    }

    /// The same for many new items, in the order of what they want.
    mutating func give(to items: [(item: SearchItem, wanted: Int64)]) throws -> [Int64] {
        var places: [Int64] = []
        places.reserveCapacity(items.count)
        for start in stride(from: 0, to: items.count, by: Self.atOnce) {
            let some = items[start..<min(start + Self.atOnce, items.count)]
            places += try takeAll(some) ?? some.map { try give(to: $0.item, wanted: $0.wanted) }
        }
        return places
    }

    /// How many rows one statement takes.
    private static let atOnce = 50

    /// Nil where they are fewer than `atOnce`, or some place is taken.
    private mutating func takeAll(_ items: ArraySlice<(item: SearchItem, wanted: Int64)>) throws -> [Int64]? {
        guard items.count == Self.atOnce else { return nil }
        var (places, last): ([Int64], (from: Int64, last: Int64)?) = ([], given)
        for item in items {
            let place = last.map { ($0.from...$0.last).contains(item.wanted) ? $0.last + 1 : item.wanted } ?? item.wanted
            places.append(place)
            last = (item.wanted, place)
        }
        try database.statement(Self.manyInsertion).run {
            for (place, item) in zip(places, items) {
                $0.add(place)
                $0.add(item.item.code)
            }
        }
        guard database.changes == items.count else { return nil }
        given = last
        return places
    }

    private static let manyInsertion =
        "INSERT OR IGNORE INTO search_place (place, item) VALUES " + Array(repeating: "(?, ?)", count: atOnce).joined(separator: ", ")

    /// False where the place is taken, or the item has one.
    private func take(_ place: Int64, for item: SearchItem) throws -> Bool {
        try database.statement("INSERT OR IGNORE INTO search_place (place, item) VALUES (?, ?)").run {
            $0.add(place)
            $0.add(item.code)
        }
        return database.changes > 0
    }

    /// The end of the row of places that are taken without a gap.
    private static let freePlace = """
        SELECT place + 1 FROM search_place p WHERE place >= ? AND NOT EXISTS (SELECT 1 FROM search_place WHERE place = p.place + 1)
        ORDER BY place LIMIT 1
        """

    mutating func move(_ item: SearchItem, wanted: Int64) throws -> Int64 {
        try database.run("DELETE FROM search_place WHERE item = ?", item.code)
        return try give(to: item, wanted: wanted)
    }

    func endWait(_ item: SearchItem) throws { try database.run("DELETE FROM search_waiting WHERE item = ?", item.code) }

    /// Marks the notes of an item as not indexed yet; false where they were so before.
    func wait(_ item: SearchItem) throws -> Bool {
        try database.run("INSERT OR IGNORE INTO search_waiting (item) VALUES (?)", item.code)
        return database.changes > 0
    }

    /// The same for many at once.
    func wait(_ items: [SearchItem]) throws {
        guard !items.isEmpty else { return }
        let codes = "[" + items.map { String($0.code) }.joined(separator: ",") + "]"
        try database.run("INSERT OR IGNORE INTO search_waiting (item) SELECT value FROM json_each(?)", codes)
    }
}
