import Catalogue

/// The queue's rows. An entry's `place` gives its order; places have gaps, so that moving one entry writes one row. `played` is 2 where the
/// entry failed, which programs that know no such thing take for played.
struct QueueTable {
    let database: SQLiteDatabase

    func read() throws -> (state: QueueState, places: [Int64]) {
        var state =
            try database.first(Self.selectState) { row in
                QueueState(
                    current: row.intOrNil(), nextEntry: row.int(), random: row.flag(), repeats: row.flag(), single: row.flag(),
                    consume: row.flag(), seed: UInt64(bitPattern: row.int()))
            } ?? QueueState()
        var places: [Int64] = []
        try database.statement(Self.selectEntries).each { row in
            let (entry, place, kind, number) = (row.int(), row.int(), row.text(), row.int())
            // A kind that a newer program made up is left where it is.
            guard let kind = kind.first.flatMap(ItemID.Kind.init) else { return }
            places.append(place)
            let played = row.int()
            state.entries.append(
                QueueRow(
                    entry: entry, item: ItemID(kind, number), played: played != 0, failed: played == Self.failed,
                    shuffleOrder: row.intOrNil().map(Int.init)))
        }
        return (state, places)
    }

    /// Writes what is different in `new`. `places` are those of the old entries.
    func write(_ new: QueueState, over old: QueueState, places: [Int64]) throws {
        if new.entries != old.entries { try writeEntries(new.entries, over: old.entries, places: places) }
        var (bareOld, bareNew) = (old, new)
        (bareOld.entries, bareNew.entries) = ([], [])
        guard bareOld != bareNew else { return }
        try database.run(
            Self.changeState, new.current, new.nextEntry, new.random, new.repeats, new.single, new.consume, Int64(bitPattern: new.seed))
    }
}

extension QueueTable {
    private func writeEntries(_ new: [QueueRow], over old: [QueueRow], places: [Int64]) throws {
        var known: [Int64: (row: QueueRow, place: Int64)] = [:]
        for (row, place) in zip(old, places) { known[row.entry] = (row, place) }
        try delete(known.keys.filter(Set(known.keys).subtracting(new.map(\.entry)).contains), of: old.count)
        let newPlaces = QueuePlaces.assign(new.map { known[$0.entry]?.place })
        let change = try database.statement(Self.changeEntry)
        for (row, place) in zip(new, newPlaces) {
            if let before = known[row.entry], before.row == row, before.place == place { continue }
            let played = row.failed ? Self.failed : row.played ? 1 : 0
            try change.run(row.entry, place, String(row.item.kind.rawValue), row.item.number, played, row.shuffleOrder)
        }
    }

    private func delete(_ entries: [Int64], of count: Int) throws {
        if entries.count == count { return try database.run("DELETE FROM queue_entry") }
        let deletion = try database.statement("DELETE FROM queue_entry WHERE entry = ?")
        for entry in entries { try deletion.run(entry) }
    }

    private static let failed: Int64 = 2
    private static let selectState = "SELECT current, next_entry, random, repeats, single, consume, seed FROM queue"
    private static let selectEntries = "SELECT entry, place, kind, item, played, shuffle_order FROM queue_entry ORDER BY place, entry"
    private static let changeState = """
        INSERT OR REPLACE INTO queue (id, current, next_entry, random, repeats, single, consume, seed) VALUES (1, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let changeEntry = """
        INSERT OR REPLACE INTO queue_entry (entry, place, kind, item, played, shuffle_order) VALUES (?, ?, ?, ?, ?, ?)
        """
}
