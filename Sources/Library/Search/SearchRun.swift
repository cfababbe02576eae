import Catalogue

/// Carries out one query within a transaction: gives the items found, best first.
struct SearchRun {
    let database: SQLiteDatabase
    let query: SearchQuery
    let limit: Int
    private let terms: SearchTerms
    private let marks: SearchMarks
    private let itemAt: SQLiteStatement

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
        switch query.order {
        case .relevance: return try byRelevance()
        case .date: return Array(try byTime(of: found(.dated, limit) + found(.groups, Self.mostGroups)).prefix(limit))
        case .duration:
            let dated = try found(.dated, Self.mostSorted)
            let lengths = try keys(of: dated, "SELECT duration FROM episode WHERE id = ?")
            return Array(
                (dated.indices.sorted { lengths[$0] > lengths[$1] }.map { dated[$0] } + (try groups(titlesOnly: false))).prefix(limit))
        }
    }
}

extension SearchRun {
    /// Where hits stand: episodes and stories, or programmes and stations.
    private enum Range {
        case dated, groups
    }

    private func asksForSomething() throws -> Bool {
        if !query.marks.isEmpty || query.from != nil || query.until != nil { return true }
        return try terms.match(query.terms, titlesOnly: false) != nil
    }

    private func byRelevance() throws -> [SearchItem] {
        var items: [SearchItem] = []
        var seen: Set<SearchItem> = []
        for titlesOnly in [true, false] {
            for item in try groups(titlesOnly: titlesOnly) where seen.insert(item).inserted { items.append(item) }
            if items.count >= limit { break }
            let dated = try found(.dated, titlesOnly: titlesOnly, limit - items.count, without: seen)
            seen.formUnion(dated)
            items += dated
            if items.count >= limit { break }
        }
        return Array(items.prefix(limit))
    }

    /// Programmes by their last news, stations by their votes.
    private func groups(titlesOnly: Bool) throws -> [SearchItem] {
        let items = try found(.groups, titlesOnly: titlesOnly, Self.mostGroups)
        let times = try keys(of: items, nil)
        return items.indices.sorted { (times[$0], items[$1].id.number) > (times[$1], items[$0].id.number) }.map { items[$0] }
    }

    private func byTime(of items: [SearchItem]) throws -> [SearchItem] {
        let times = try keys(of: items, nil)
        let sorted = items.indices.sorted { (times[$0], items[$1].code) > (times[$1], items[$0].code) }
        return sorted.map { items[$0] }
    }

    private func found(_ range: Range, titlesOnly: Bool = false, _ most: Int, without seen: Set<SearchItem> = []) throws -> [SearchItem] {
        guard let stream = try stream(titlesOnly: titlesOnly) else { return [] }
        var items: [SearchItem] = []
        var (bound, last) = range == .groups ? (Int64.max, SearchPlace.firstGroup) : (SearchPlace.firstGroup - 1, 0)
        if range == .dated {
            // What was of one second took the places after it, so the edges are looked at more closely.
            if let until = query.until { bound = SearchPlace.dated(until) + Self.edge }
            if let from = query.from { last = SearchPlace.dated(from) }
        }
        while bound >= last, let place = try stream.next(atMost: bound), place >= last {
            bound = place - 1
            guard let item = try itemAt.first([place], { SearchItem(code: $0.int()) }), !seen.contains(item), try passes(item) else {
                continue
            }
            items.append(item)
            if items.count == most { last = range == .dated ? try end(of: items, last) : .max }
        }
        return range == .dated ? Array(try byTime(of: items).prefix(most)) : items
    }

    /// Where so many of one second stand that they took the places of later ones, some of these can stand further down than items that are
    /// older: down to here.
    private func end(of items: [SearchItem], _ last: Int64) throws -> Int64 {
        guard items.count <= Self.mostCompared, let oldest = try keys(of: items, nil).min(), oldest > -.infinity else { return .max }
        return max(last, SearchPlace.dated(Int64(oldest)))
    }

    private static let mostCompared = 1000

    /// Places for so many seconds after a date in which older ones may stand.
    private static let edge: Int64 = 16 * 7200

    private func stream(titlesOnly: Bool) throws -> (any SearchStream)? {
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
        try items.map { item in
            guard item.kind == .episode || sql == nil else { return -.infinity }
            return try database.first(sql ?? Self.time(of: item.kind), item.id.number) { $0.realOrNil() }.flatMap { $0 } ?? -.infinity
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
