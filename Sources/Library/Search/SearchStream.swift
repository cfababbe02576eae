/// Places from high to low: asked for the next at or below one, the greatest of them is given.
protocol SearchStream: AnyObject {
    /// Bounds must not grow from call to call. Nil where there is none.
    func next(atMost bound: Int64) throws -> Int64?
}

/// The hits of a query of the index, or all places.
final class MatchStream: SearchStream {
    private let cursor: SQLiteCursor
    private let match: String?
    private let isSeekable: Bool
    private var current: Int64?
    private var hasBegun = false
    private var isOver = false
    /// Rows that are passed over one by one before the query is begun anew further down.
    private static let steps = 16

    init(_ match: SearchTerms.Match, on database: SQLiteDatabase) throws {
        cursor = try SQLiteCursor(
            "SELECT rowid FROM search_text WHERE search_text MATCH ? AND rowid <= ? ORDER BY rowid DESC", on: database)
        (self.match, isSeekable) = (match.text, match.isSeekable)
    }

    /// All items.
    init(on database: SQLiteDatabase) throws {
        cursor = try SQLiteCursor("SELECT place FROM search_place WHERE place <= ? ORDER BY place DESC", on: database)
        (match, isSeekable) = (nil, true)
    }

    func next(atMost bound: Int64) throws -> Int64? {
        if !hasBegun { try begin(bound) }
        var steps = 0
        while !isOver, let place = current, place > bound {
            if isSeekable, steps == Self.steps { try begin(bound) } else { try step() }
            steps += 1
        }
        return isOver ? nil : current
    }

    private func begin(_ bound: Int64) throws {
        hasBegun = true
        if let match { try cursor.begin(match, bound) } else { try cursor.begin(bound) }
        try step()
    }

    private func step() throws {
        current = try cursor.next()
        if current == nil { isOver = true }
    }
}

/// Places that were gathered before.
final class ListStream: SearchStream {
    private let places: [Int64]
    private var index = 0

    init(_ places: some Sequence<Int64>) { self.places = places.sorted(by: >) }

    func next(atMost bound: Int64) -> Int64? {
        while index < places.count, places[index] > bound { index += 1 }
        return index < places.count ? places[index] : nil
    }
}

/// What stands in all of several, and in none of others.
final class AllStream: SearchStream {
    private let parts: [any SearchStream]
    private let excluded: [any SearchStream]

    init(_ parts: [any SearchStream], without excluded: [any SearchStream]) { (self.parts, self.excluded) = (parts, excluded) }

    func next(atMost bound: Int64) throws -> Int64? {
        var bound = bound
        while true {
            guard let place = try common(bound) else { return nil }
            if try !excluded.contains(where: { try $0.next(atMost: place) == place }) { return place }
            bound = place - 1
        }
    }

    private func common(_ bound: Int64) throws -> Int64? {
        var (place, agreed, index) = (bound, 0, 0)
        while agreed < parts.count {
            guard let next = try parts[index].next(atMost: place) else { return nil }
            agreed = next == place ? agreed + 1 : 1
            place = next
            index = (index + 1) % parts.count
        }
        return place
    }
}
