import Catalogue

/// Carries out one query within a transaction: gives the items found, best first.
struct SearchRun {
    let database: SQLiteDatabase
    let query: SearchQuery
    let limit: Int
    private let terms: SearchTerms
    private let marks: SearchMarks
    private let itemAt: SQLiteStatement
    private let times = KnownTimes()

    /// Of these many, the newest, the longest are looked for.
    private static let mostSorted = 10_000
    /// Of programmes and stations no more are looked at.
    private static let mostGroups = 5_000

    init(_ query: SearchQuery, limit: Int, on database: SQLiteDatabase) throws {
        (self.database, self.query, self.limit) = (database, query, limit)
        (terms, marks) = (SearchTerms(database: database), SearchMarks(database: database))
        itemAt = try database.statement("SELECT item FROM search_place WHERE place = ?")
    }

    func items() throws -> [SearchItem] {
        guard limit > 0, try asksForSomething() else { return [] }
        if query.order == .relevance { return try byRelevance() }
        let stream = try stream(titlesOnly: false)
        let groups = try groups(in: stream)
        if query.order == .date { return Array(try byTime(of: groups + dated(in: stream, limit)).prefix(limit)) }
        let items = try dated(in: stream, Self.mostSorted)
        let lengths = try keys(of: items, "SELECT duration FROM episode WHERE id = ?")
        return Array((items.indices.sorted { lengths[$0] > lengths[$1] }.map { items[$0] } + groups).prefix(limit))
    }
}

extension SearchRun {
    private func asksForSomething() throws -> Bool {
        if !query.marks.isEmpty || !query.excludedMarks.isEmpty || query.from != nil || query.until != nil { return true }
        return try terms.match(query.terms, titlesOnly: false) != nil || !terms.excluded(query.terms).isEmpty
    }

    private func byRelevance() throws -> [SearchItem] {
        var items: [SearchItem] = []
        var seen: Set<SearchItem> = []
        for titlesOnly in [true, false] {
            let stream = try stream(titlesOnly: titlesOnly)
            for item in try groups(in: stream) where seen.insert(item).inserted { items.append(item) }
            if items.count >= limit { break }
            let dated = try dated(in: stream, limit - items.count, without: seen)
            seen.formUnion(dated)
            items += dated
            if items.count >= limit { break }
        }
        return Array(items.prefix(limit))
    }

    /// Programmes by their last news, stations by their votes. They come first in a stream.
    private func groups(in stream: any SearchStream) throws -> [SearchItem] {
        var items: [SearchItem] = []
        var bound = Int64.max
        while items.count < Self.mostGroups, let place = try stream.next(atMost: bound), place >= SearchPlace.firstGroup {
            bound = place - 1
            if let item = try item(at: place) { items.append(item) }
        }
        let times = try keys(of: items, nil)
        return items.indices.sorted { (times[$0], items[$1].id.number) > (times[$1], items[$0].id.number) }.map { items[$0] }
    }

    private func byTime(of items: [SearchItem]) throws -> [SearchItem] {
        let times = zip(items, try keys(of: items, nil)).map { $0.kind == .station ? -.infinity : $1 }
        let sorted = items.indices.sorted { (times[$0], items[$1].code) > (times[$1], items[$0].code) }
        return sorted.map { items[$0] }
    }

    /// Episodes and stories, the newest; after `groups` of the same stream.
    private func dated(in stream: any SearchStream, _ most: Int, without seen: Set<SearchItem> = []) throws -> [SearchItem] {
        var items: [SearchItem] = []
        // What was of one second took the places after it, so the edges are looked at more closely.
        var bound = query.until.map { SearchPlace.dated($0) + Self.edge } ?? (SearchPlace.firstGroup - 1)
        var last = query.from.map(SearchPlace.dated) ?? 0
        while bound >= last, let place = try stream.next(atMost: bound), place >= last {
            bound = place - 1
            guard let item = try item(at: place), !seen.contains(item) else { continue }
            items.append(item)
            if items.count == most { last = try end(of: items, last) }
        }
        return Array(try byTime(of: items).prefix(most))
    }

    private func item(at place: Int64) throws -> SearchItem? {
        guard let item = try itemAt.first(place, read: { SearchItem(code: $0.int()) }), try passes(item) else { return nil }
        return item
    }

    /// Where so many of one second stand that they took the places of later ones, some of these can stand further down than items that are
    /// older: down to here.
    private func end(of items: [SearchItem], _ last: Int64) throws -> Int64 {
        guard items.count <= Self.mostCompared, let oldest = try keys(of: items, nil).min(), oldest > -.infinity else { return .max }
        return max(last, SearchPlace.dated(Int64(min(max(oldest, -1e15), 1e15))))
    }

    private static let mostCompared = 1000

    /// Places for so many seconds after a date in which older ones may stand.
    private static let edge: Int64 = 16 * 7200

    private func stream(titlesOnly: Bool) throws -> any SearchStream {
        var (parts, excluded): ([any SearchStream], [any SearchStream]) = ([], [])
        if let match = try terms.match(query.terms, titlesOnly: titlesOnly) {
            parts = [try MatchStream(match, on: database)]
        } else {
            excluded = try terms.excluded(query.terms).map { try MatchStream($0, on: database) }
        }
        for mark in query.marks { if let stream = try marks.stream(mark) { parts.append(stream) } }
        for mark in query.excludedMarks { if let stream = try marks.stream(mark) { excluded.append(stream) } }
        if parts.isEmpty { parts = [try MatchStream(on: database)] }
        return AllStream(parts, without: excluded)
    }

    private func passes(_ item: SearchItem) throws -> Bool {
        if query.marks.contains(.new), try !marks.isNew(item) { return false }
        if query.excludedMarks.contains(.new), try marks.isNew(item) { return false }
        guard query.from != nil || query.until != nil else { return true }
        guard item.kind != .station, let time = try keys(of: [item], nil).first, time > -Double.infinity else { return false }
        return time >= Double(query.from ?? .min) && time < Double(query.until ?? .max)
    }

    /// What each item is sorted by: its time, or what `sql` has for an episode. The least where there is none.
    private func keys(of items: [SearchItem], _ sql: String?) throws -> [Double] {
        var statements: [ItemID.Kind: SQLiteStatement] = [:]
        return try items.map { item in
            guard item.kind == .episode || sql == nil else { return -.infinity }
            if sql == nil, let known = times.known[item] { return known }
            let statement = try statements[item.kind] ?? database.statement(sql ?? Self.time(of: item.kind))
            statements[item.kind] = statement
            let key = try statement.first(item.id.number) { $0.realOrNil() }.flatMap { $0 } ?? -.infinity
            if sql == nil { times.known[item] = key }
            return key
        }
    }

    private static func time(of kind: ItemID.Kind) -> String {
        switch kind {
        case .episode: "SELECT published FROM episode WHERE id = ?"
        case .story: "SELECT unixepoch(day) FROM story WHERE id = ?"
        case .program: "SELECT updated FROM program WHERE id = ?"
        case .station: "SELECT votes FROM station WHERE id = ?"
        }
    }
}

/// The times that were looked up: most are asked for more than once.
private final class KnownTimes {
    var known: [SearchItem: Double] = [:]
}
