import Catalogue

/// Reads all that the listener has made, within a transaction.
struct ArchiveReading {
    let database: SQLiteDatabase
    let paths: LibraryPaths

    func archive() throws -> LibraryArchive {
        var archive = LibraryArchive()
        try readSources(into: &archive)
        archive.favourites = try marks("favourite")
        archive.likes = try marks("liked")
        archive.subscriptions = try database.all("SELECT program, url, since FROM subscription ORDER BY since, program") { row in
            .init(program: ItemID(.program, row.int()), url: row.textOrNil(), since: row.int())
        }
        archive.programSettings = try database.all("SELECT program, key, value FROM program_setting ORDER BY program, key") { row in
            ProgramSetting(program: ItemID(.program, row.int()), key: row.text(), value: row.text())
        }
        archive.playlists = try playlists()
        archive.queue = try numbered(QueueTable(database: database).read().state)
        archive.progress = try database.all("SELECT episode, position, duration, played, changed FROM progress ORDER BY episode") { row in
            .init(
                episode: ItemID(.episode, row.int()), position: row.realOrNil(), duration: row.realOrNil(), played: row.flag(),
                changed: row.int())
        }
        archive.listens = try database.all(
            "SELECT kind, item, began, began_at, ended, position, heard FROM listen ORDER BY id", read: listen
        ).compactMap { $0 }
        archive.bookmarks = try database.all("SELECT kind, item, position, note, made FROM bookmark ORDER BY id") {
            row -> LibraryArchive.Place? in
            item(&row).map { .init(item: $0, position: row.realOrNil() ?? 0, note: row.textOrNil(), made: row.int()) }
        }.compactMap { $0 }
        return try withItems(archive)
    }
}

extension ArchiveReading {
    private func readSources(into archive: inout LibraryArchive) throws {
        archive.sources = try database.all("SELECT name, kind, url FROM source ORDER BY id") { row -> Source? in
            let name = row.text()
            guard let kind = Source.Kind(rawValue: row.text()) else { return nil }
            return Source(name: name, kind: kind, url: row.textOrNil())
        }.compactMap { $0 }
        archive.currentSource = try state("source")
        archive.volume = try state("value.volume")
    }

    private func state(_ key: String) throws -> String? {
        try database.first("SELECT value FROM state WHERE key = ?", key) { $0.text() }
    }

    private func marks(_ table: String) throws -> [LibraryArchive.Mark] {
        try database.all("SELECT kind, item, since FROM \(table) ORDER BY id") { row -> LibraryArchive.Mark? in
            item(&row).map { .init(item: $0, since: row.int()) }
        }.compactMap { $0 }
    }

    private func playlists() throws -> [LibraryArchive.List] {
        let table = PlaylistTable(database: database)
        let lists = try database.all("SELECT id, name, changed FROM playlist ORDER BY id") {
            (id: $0.int(), name: $0.text(), changed: $0.int())
        }
        return try lists.map { .init(name: $0.name, changed: $0.changed, items: try table.items(of: $0.id)) }
    }

    private func listen(_ row: inout SQLiteColumns) -> LibraryArchive.Listen? {
        item(&row).map {
            .init(
                item: $0, began: row.int(), beganAt: row.realOrNil() ?? 0, ended: row.intOrNil(), position: row.realOrNil() ?? 0,
                heard: row.realOrNil())
        }
    }

    /// A kind that a newer program made up is nil.
    private func item(_ row: inout SQLiteColumns) -> ItemID? { ItemID(row.text() + String(row.int())) }

    /// The same queue with its entries numbered from 1.
    private func numbered(_ queue: QueueState) -> QueueState {
        var numbered = queue
        for index in queue.entries.indices {
            numbered.entries[index].entry = Int64(index) + 1
            if queue.entries[index].entry == queue.current { numbered.current = Int64(index) + 1 }
        }
        if !queue.entries.contains(where: { $0.entry == queue.current }) { numbered.current = nil }
        numbered.nextEntry = Int64(queue.entries.count) + 1
        return numbered
    }

    /// Adds the items that are named, with the programmes of episodes, and gives all of them the archive's own ids, in the order of their
    /// ids here: so that taking it in elsewhere keeps that order.
    private func withItems(_ archive: LibraryArchive) throws -> LibraryArchive {
        var found: [ItemID: ItemRecord] = [:]
        let store = ArchiveItems(database: database, paths: paths)
        for id in archive.named {
            guard found[id] == nil, let record = try store.find(id) else { continue }
            found[id] = record
            guard case .episode(let episode) = record, let program = episode.programID, found[program] == nil else { continue }
            found[program] = try store.find(program)
        }
        var counts: [ItemID.Kind: Int64] = [:]
        var names: [ItemID: ItemID] = [:]
        var whole = LibraryArchive()
        for kind in ItemID.Kind.allCases {
            for id in found.keys.filter({ $0.kind == kind }).sorted(by: { $0.number < $1.number }) {
                guard let record = found[id] else { continue }
                counts[kind, default: 0] += 1
                let name = ItemID(kind, counts[kind, default: 0])
                names[id] = name
                whole.items.append(.init(id: name, source: record.source, value: record.archived))
            }
        }
        whole.take(archive) { names[$0] }
        return whole
    }
}

/// Items as the catalogue has them: without a length that playing measured.
private struct ArchiveItems {
    let database: SQLiteDatabase
    let paths: LibraryPaths

    func find(_ id: ItemID) throws -> ItemRecord? {
        switch id.kind {
        case .program: return try ProgramTable(database: database).record(id.number).map(ItemRecord.program)
        case .station: return try StationTable(database: database).record(id.number).map(ItemRecord.station)
        case .story: return try StoryTable(database: database).record(id.number).map(ItemRecord.story)
        case .episode:
            let episodes = EpisodeTable(database: database, paths: paths)
            guard let record = try episodes.record(id.number) else { return nil }
            return try episodes.plainRecord(source: record.source, ref: record.episode.ref).map(ItemRecord.episode)
        }
    }
}

extension ItemRecord {
    fileprivate var archived: LibraryArchive.Item.Value {
        switch self {
        case .program(let record): .program(record.program)
        case .episode(let record): .episode(record.episode)
        case .station(let record): .station(record.station)
        case .story(let record): .story(record.story)
        }
    }
}
