import Catalogue

/// Indexes what waits, within a transaction.
struct SearchFiller {
    let database: SQLiteDatabase
    private static let mostItems = 2000

    /// The newest first, until `limit` bytes are done.
    func fill(_ limit: Int) throws {
        var (rows, columns): ([SearchRow], SearchColumns) = ([], SearchColumns())
        var places = SearchPlaces(database: database)
        var bytes = 0
        let items = try database.all("SELECT item FROM search_waiting ORDER BY item DESC LIMIT ?", Self.mostItems) {
            SearchItem(code: $0.int())
        }
        for item in items where bytes < limit {
            try places.endWait(item)
            guard let fields = try self.contents(of: item) else { continue }
            bytes += fields.notes.utf8.count + 64
            let (row, known) = (columns.add(fields), try places.place(of: item))
            if let known {
                // It is there without its notes.
                rows.append(SearchRow(place: known, isNew: false, columns: row))
            }
            let place = try known ?? places.give(to: item, wanted: SearchPlace.wanted(item, time: fields.time))
            rows.append(SearchRow(place: place, isNew: true, columns: row, notes: fields.notes))
        }
        try SearchTable(database: database).write(rows, of: columns)
    }

    private func contents(of item: SearchItem) throws -> SearchFields? {
        try database.first(Self.contents(of: item.kind), item.id.number) { row in
            SearchFields(
                title: row.text(), host: row.text(), program: row.text(), tag: row.text(), time: row.intOrNil(), notes: row.text())
        }
    }

    /// As `SearchFields` has them.
    private static func contents(of kind: ItemID.Kind) -> String {
        switch kind {
        case .episode:
            """
            SELECT e.title, e.hosts, coalesce(nullif(p.title, ''), e.program_title), NULL, e.published, e.summary
            FROM episode e LEFT JOIN program p ON p.id = e.program WHERE e.id = ?
            """
        case .story:
            """
            SELECT s.title, s.author, NULL, NULL, unixepoch(s.day), t.text
            FROM story s LEFT JOIN story_text t ON t.story = s.id WHERE s.id = ?
            """
        case .program: "SELECT title, hosts, title, NULL, NULL, summary FROM program WHERE id = ?"
        case .station: "SELECT title, NULL, NULL, tags, NULL, NULL FROM station WHERE id = ?"
        }
    }
}
