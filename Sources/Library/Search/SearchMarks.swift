import Catalogue

/// What the listener did with items, for a search: the places of all marked ones, or whether one is.
struct SearchMarks {
    let database: SQLiteDatabase

    /// The marked items' places, where they are counted fast; nil where each item has to be asked.
    func stream(_ mark: SearchQuery.Mark) throws -> (any SearchStream)? {
        let sql: String
        switch mark {
        case .favourite: sql = "SELECT kind, item FROM favourite"
        case .downloaded: sql = "SELECT 'e', episode FROM download WHERE state = 'done'"
        case .played: sql = "SELECT 'e', episode FROM progress WHERE played"
        case .new: return nil
        }
        let items = try database.all(sql) { row -> SearchItem? in
            let kind = row.text().first.flatMap(ItemID.Kind.init)
            return kind.map { SearchItem(ItemID($0, row.int())) }
        }
        let places = SearchPlaces(database: database)
        return ListStream(try items.compactMap { try $0.flatMap(places.place) })
    }

    /// An unheard episode of what is followed, as `unheardEpisodes` has them.
    func isNew(_ item: SearchItem) throws -> Bool {
        guard item.kind == .episode else { return false }
        return try database.first(Self.unheard, item.id.number) { _ in true } ?? false
    }

    private static let unheard = """
        SELECT 1 FROM episode e JOIN subscription s ON s.program = e.program LEFT JOIN progress g ON g.episode = e.id
        WHERE e.id = ? AND coalesce(g.played, 0) = 0 AND (e.audio IS NOT NULL OR e.source <> 'feed')
        """
}
