public import Catalogue

/// Something that was found.
public struct SearchHit: Hashable, Sendable {
    public var record: ItemRecord
    /// The place in its notes, or in a story's text, where not all words stand in its title, hosts and programme.
    public var context: SearchContext?
}

extension LibraryStore {
    /// The items that `query` finds, best first, `limit` at most. What `waiting` counts isn't found yet, or not by its notes.
    public func search(_ query: SearchQuery, limit: Int) throws -> [SearchHit] {
        let words = query.terms.filter { !$0.isExcluded && $0.field == nil }.map { FoldedText($0.text) }
        return try reading {
            try SearchRun(query, limit: limit, on: database).items().compactMap { item in
                try find(item.id).map { SearchHit(record: $0, context: try context(of: $0, for: words)) }
            }
        }
    }

    /// The same for a query as it is typed, without the context.
    public func search(_ words: String, limit: Int) throws -> [ItemRecord] {
        try search(SearchQuery(words), limit: limit).map(\.record)
    }

    private func context(of record: ItemRecord, for words: [FoldedText]) throws -> SearchContext? {
        let shown = FoldedText(record.shownText)
        let missing = words.filter { !shown.contains($0) }
        guard !missing.isEmpty, let notes = try notes(of: record) else { return nil }
        return SearchContext(of: missing, in: notes)
    }

    private func notes(of record: ItemRecord) throws -> String? {
        switch record {
        case .program(let record): record.program.summary
        case .episode(let record): record.episode.summary
        case .station: nil
        case .story(let record): try StoryTable(database: database).text(record.id.number)
        }
    }
}

extension ItemRecord {
    /// What of it is found without its notes.
    fileprivate var shownText: String {
        switch self {
        case .program(let record): ([record.program.title] + record.program.hosts).joined(separator: "\n")
        case .episode(let record):
            ([record.episode.title, record.episode.programTitle ?? ""] + record.episode.hosts).joined(separator: "\n")
        case .station(let record): ([record.station.title] + record.station.tags).joined(separator: "\n")
        case .story(let record): record.story.title + "\n" + (record.story.author ?? "")
        }
    }
}
