public import Catalogue

extension LibraryStore {
    /// Keeps what a source said: its programmes and episodes, its charts as a look at them, the answers they were read from, and what that does
    /// to the last listing, in one transaction. An item keeps its id for good; what is known of it is never taken away by a page that says less.
    ///
    /// `isLook` is false where the page came from the answers that were kept before: its charts are shown as they were then. `choosing` takes
    /// what is to be shown and listed out of the page, which is kept whole.
    public func keep(
        _ page: Page, from source: String, answers: [Answer] = [], listing: ListingChange = .none, isLook: Bool = true,
        choosing: @Sendable (KeptPage) -> KeptPage = { $0 }
    ) throws -> KeptPage {
        try writing {
            let index = SearchWriter(database: database)
            var writer = CatalogueWriter(database: database, paths: paths, index: index, source: source, now: now)
            var kept = try writer.keep(page)
            try index.flush()
            try ChartTable(database: database).place(&kept, of: page, from: source, at: now, isLook: isLook)
            for answer in answers { try AnswerTable(database: database).keep(answer, from: source) }
            kept = choosing(kept)
            try ListingTable(database: database).change(listing, addresses: kept.addresses, source: source)
            return kept
        }
    }

    /// Gives an audio file an id: a local one (source "file", ref its absolute path) or one of the web (source "url", ref its URL
    /// without a signing query). The same file has the same id later.
    public func adopt(_ episode: Episode, source: String) throws -> EpisodeRecord {
        try writing {
            let index = SearchWriter(database: database)
            var writer = CatalogueWriter(database: database, paths: paths, index: index, source: source, now: now)
            let record = try writer.keep(episode)
            try index.flush()
            return record
        }
    }

    /// The kept answers of a source to the requests named by `keys`, where there are any.
    public func answers(source: String, keys: [String]) throws -> [String: Answer] {
        try reading {
            var found: [String: Answer] = [:]
            for key in keys { found[key] = try AnswerTable(database: database).answer(source: source, key: key) }
            return found
        }
    }

    /// The items of these ids in the order asked; an id that is not in the library is left out.
    public func records(_ ids: [ItemID]) throws -> [ItemRecord] {
        try reading { try ids.compactMap(find) }
    }

    public func record(_ id: ItemID) throws -> ItemRecord? {
        try reading { try find(id) }
    }

    /// A programme's episodes, newest first, those of unknown date last. Where no date is known they go by season, number and title.
    public func episodes(of program: ItemID) throws -> [EpisodeRecord] {
        guard program.kind == .program else { return [] }
        let records = try reading { try episodes.records(of: program.number) }
        return records.contains { $0.episode.published != nil } ? records : records.inNumberOrder
    }

    /// The services' ids of a programme's episodes.
    public func episodeRefs(source: String, program ref: String) throws -> [String] {
        try reading {
            guard let id = try programs.id(source: source, ref: ref) else { return [] }
            return try database.all("SELECT ref FROM episode WHERE program = ?", id) { $0.text() }
        }
    }

    /// A programme by its service's id.
    public func program(source: String, ref: String) throws -> ProgramRecord? {
        try reading { try programs.record(source: source, ref: ref) }
    }
}

extension LibraryStore {
    var programs: ProgramTable { ProgramTable(database: database) }
    var episodes: EpisodeTable { EpisodeTable(database: database, paths: paths) }

    /// Within a transaction.
    func find(_ id: ItemID) throws -> ItemRecord? {
        switch id.kind {
        case .program: try programs.record(id.number).map(ItemRecord.program)
        case .episode: try episodes.record(id.number).map(ItemRecord.episode)
        case .story: try StoryTable(database: database).record(id.number).map(ItemRecord.story)
        case .station: try StationTable(database: database).record(id.number).map(ItemRecord.station)
        }
    }

    /// Within a transaction: throws `noSuchItem` for an id that the library has not given out.
    func requireItem(_ id: ItemID) throws {
        if try find(id) == nil { throw LibraryError.noSuchItem(id) }
    }

    /// Within a transaction: the number of an episode that is in the library, else `noSuchItem`.
    func requireEpisode(_ id: ItemID) throws -> Int64 {
        guard id.kind == .episode else { throw LibraryError.noSuchItem(id) }
        try requireItem(id)
        return id.number
    }
}

extension [EpisodeRecord] {
    /// By season, number and title; those without a number come after those with one.
    fileprivate var inNumberOrder: [EpisodeRecord] {
        func place(_ record: EpisodeRecord, _ offset: Int) -> (Int, Int, Int) {
            (record.episode.season ?? .max, record.episode.number ?? .max, offset)
        }
        let byTitle = inTitleOrder { $0.episode.title }
        let places = byTitle.indices.sorted { place(byTitle[$0], $0) < place(byTitle[$1], $1) }
        return places.map { byTitle[$0] }
    }
}

/// The answers' rows.
struct AnswerTable {
    let database: SQLiteDatabase

    func answer(source: String, key: String) throws -> Answer? {
        try database.first("SELECT etag, last_modified, seen, body FROM answer WHERE source = ? AND key = ?", source, key) { row in
            let (etag, lastModified, seen) = (row.textOrNil(), row.textOrNil(), row.int())
            return Answer(key: key, body: row.bytes(), etag: etag, lastModified: lastModified, seen: seen)
        }
    }

    func keep(_ answer: Answer, from source: String) throws {
        try database.run(
            "INSERT OR REPLACE INTO answer (source, key, etag, last_modified, seen, body) VALUES (?, ?, ?, ?, ?, ?)", source, answer.key,
            answer.etag, answer.lastModified, answer.seen, answer.body)
    }

    func forget(source: String) throws {
        try database.run("DELETE FROM answer WHERE source = ?", source)
    }
}
