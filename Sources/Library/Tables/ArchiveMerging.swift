import Catalogue

/// Takes an archive into the library, within a transaction.
struct ArchiveMerging {
    let database: SQLiteDatabase
    let paths: LibraryPaths
    let now: Int64
    private(set) var merge = ArchiveMerge()
    private let index: SearchWriter
    private var writers: [String: CatalogueWriter] = [:]

    init(database: SQLiteDatabase, paths: LibraryPaths, now: Int64) {
        (self.database, self.paths, self.now) = (database, paths, now)
        index = SearchWriter(database: database)
    }

    mutating func take(_ given: LibraryArchive) throws {
        var names: [ItemID: ItemID] = [:]
        for item in given.items { names[item.id] = try keep(item) }
        try index.flush()
        var archive = LibraryArchive()
        merge.leftOut += archive.take(given) { names[$0] }
        try takeSources(archive)
        for mark in archive.favourites { try take(mark, into: .favourites) }
        for mark in archive.likes { try take(mark, into: .likes) }
        for wish in archive.subscriptions where wish.program.kind == .program {
            count(
                try SubscriptionTable(database: database, programs: ProgramTable(database: database)).add(
                    wish.program.number, url: wish.url, at: wish.since))
        }
        for setting in archive.programSettings where setting.program.kind == .program { try take(setting) }
        for list in archive.playlists { try take(list) }
        try take(archive.queue)
        for progress in archive.progress where progress.episode.kind == .episode { try take(progress) }
        for listen in archive.listens { try take(listen) }
        try take(archive.bookmarks)
    }
}

extension ArchiveMerging {
    private mutating func count(_ isNew: Bool) {
        if isNew { merge.added += 1 } else { merge.known += 1 }
    }

    /// An item's id here. Of one that is known already only the gaps are filled.
    private mutating func keep(_ item: LibraryArchive.Item) throws -> ItemID {
        var writer =
            writers[item.source]
            ?? CatalogueWriter(database: database, paths: paths, index: index, source: item.source, now: now)
        defer { writers[item.source] = writer }
        switch item.value {
        case .program(let program):
            let known = try writer.programs.record(source: item.source, ref: program.ref)?.program
            return try writer.keep(known?.merged(over: program) ?? program).id
        case .episode(let episode):
            let known = try writer.episodes.plainRecord(source: item.source, ref: episode.ref)?.episode
            return try writer.keep(known?.merged(over: episode) ?? episode).id
        case .station(let station):
            let known = try writer.stations.record(source: item.source, ref: station.ref)?.station
            return try writer.keep(known?.merged(over: station) ?? station).id
        case .story(let story):
            let known = try writer.stories.record(source: item.source, ref: story.ref)?.story
            return try writer.keep(known?.merged(over: story) ?? story).id
        }
    }

    private mutating func takeSources(_ archive: LibraryArchive) throws {
        for source in archive.sources {
            try database.run(
                "INSERT INTO source (name, kind, url) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", source.name, source.kind.rawValue,
                source.url)
            count(database.changes > 0)
        }
        for (key, value) in [("source", archive.currentSource), ("value.volume", archive.volume)] {
            guard let value else { continue }
            try database.run("INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING", key, value)
        }
    }

    private mutating func take(_ mark: LibraryArchive.Mark, into marks: MarkTable.Marks) throws {
        count(try MarkTable(database: database, marks: marks).add(mark.item, at: mark.since))
    }

    private mutating func take(_ setting: ProgramSetting) throws {
        try database.run(
            "INSERT INTO program_setting (program, key, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", setting.program.number,
            setting.key,
            setting.value)
        count(database.changes > 0)
    }

    /// One that has its name already and other items comes under `NAME (2)`.
    private mutating func take(_ list: LibraryArchive.List) throws {
        let table = PlaylistTable(database: database)
        for number in 1...1000 {
            let name = number == 1 ? list.name : "\(list.name) (\(number))"
            if let known = try table.id(of: name) {
                if try table.items(of: known) == list.items { return count(false) }
            } else {
                try table.write(list.items, into: try table.insert(name, at: list.changed), at: list.changed)
                return count(true)
            }
        }
        merge.leftOut += 1
    }

    private mutating func take(_ queue: QueueState) throws {
        let table = QueueTable(database: database)
        let (old, places) = try table.read()
        if old == QueueState() {
            try table.write(queue, over: old, places: places)
            merge.added += queue.entries.count
            return
        }
        let known = Set(old.entries.map(\.item))
        var new = old
        for row in queue.entries {
            count(!known.contains(row.item))
            if known.contains(row.item) { continue }
            var row = row
            (row.entry, row.shuffleOrder) = (new.nextEntry, nil)
            new.nextEntry &+= 1
            new.entries.append(row)
        }
        try table.write(new, over: old, places: places)
    }

    private mutating func take(_ progress: LibraryArchive.Progress) throws {
        try database.run(
            """
            INSERT INTO progress (episode, position, duration, played, changed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (episode) DO UPDATE SET position = excluded.position, duration = coalesce(excluded.duration, duration),
                played = excluded.played, changed = excluded.changed WHERE excluded.changed > progress.changed
            """, progress.episode.number, progress.position, progress.duration, progress.played, progress.changed)
        count(database.changes > 0)
    }

    private mutating func take(_ listen: LibraryArchive.Listen) throws {
        let kind = String(listen.item.kind.rawValue)
        try database.run(
            """
            INSERT INTO listen (kind, item, began, began_at, ended, position, heard) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
            WHERE NOT EXISTS (SELECT 1 FROM listen WHERE kind = ?1 AND item = ?2 AND began = ?3 AND began_at = ?4)
            """, kind, listen.item.number, listen.began, listen.beganAt, listen.ended, listen.position, listen.heard)
        count(database.changes > 0)
    }

    private mutating func take(_ bookmarks: [LibraryArchive.Place]) throws {
        struct Place: Hashable {
            var item: String
            var position: Double
            var note: [UInt8]?

            init(_ item: String, _ position: Double, _ note: String?) {
                (self.item, self.position, self.note) = (item, position, note.map { Array($0.utf8) })
            }
        }
        if bookmarks.isEmpty { return }
        var known = Set(
            try database.all("SELECT kind, item, position, note FROM bookmark") {
                Place($0.text() + String($0.int()), $0.realOrNil() ?? 0, $0.textOrNil())
            })
        for bookmark in bookmarks {
            let isNew = known.insert(Place(bookmark.item.description, bookmark.position, bookmark.note)).inserted
            count(isNew)
            guard isNew else { continue }
            try database.run(
                "INSERT INTO bookmark (kind, item, position, note, made) VALUES (?, ?, ?, ?, ?)", String(bookmark.item.kind.rawValue),
                bookmark.item.number, bookmark.position, bookmark.note, bookmark.made)
        }
    }
}
