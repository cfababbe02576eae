public import Catalogue

extension LibraryStore {
    /// All downloads in the order in which they were asked for.
    public func downloads() throws -> [DownloadRecord] {
        try reading { try downloadTable.all() }
    }

    public func download(_ id: ItemID) throws -> DownloadRecord? {
        guard id.kind == .episode else { return nil }
        return try reading { try downloadTable.record(id.number) }
    }

    /// Those of these episodes' that there are.
    public func downloads(_ ids: [ItemID]) throws -> [ItemID: DownloadRecord] {
        let records = try reading { try ids.compactMap { try downloadTable.record($0.number) } }
        return Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Keeps how far a download has come; its time is set to now, its title is not stored. A running one, and one that is held, counts as
    /// this process's. Throws `noSuchItem`.
    public func keepDownload(_ record: DownloadRecord, isHeld: Bool = false) throws {
        _ = try keepDownloads([DownloadNote(record, isHeld ? .held : .told)])
    }

    /// Keeps where a download of this process is to lie, unless that is another's place, be it in other case: false then. Throws `noSuchItem`.
    public func placeDownload(_ record: DownloadRecord) throws -> Bool { try keepDownloads([DownloadNote(record, .placed)]).first ?? false }

    /// The same of several in one transaction; false for each whose place is another's. Throws `noSuchItem`, and has kept none then.
    public func keepDownloads(_ notes: [DownloadNote]) throws -> [Bool] {
        let own = ProcessMark.own()
        return try writing {
            var places = try notes.contains { $0.kind == .placed } ? downloadTable.places() : DownloadPlaces()
            return try notes.map { note in
                let record = note.record
                _ = try requireEpisode(record.id)
                if note.kind == .placed, let path = record.path, !places.take(paths.stored(path), for: record.id.number) { return false }
                try downloadTable.keep(record, owner: note.kind != .told || record.state == .running ? own : nil, at: now)
                return true
            }
        }
    }

    /// Takes a download on for this process, unless another that lives has: gives the number of that one. Throws `noSuchItem`.
    public func beginDownload(_ record: DownloadRecord) throws -> Int32? { try beginDownloads([record])[record.id] }

    /// The same of several, all but those of others or, where it throws, none. Gives all that other processes have taken on.
    public func beginDownloads(_ records: [DownloadRecord]) throws -> [ItemID: Int32] {
        if records.isEmpty { return [:] }
        let own = ProcessMark.own()
        return try writing {
            let others = try others()
            for record in records {
                _ = try requireEpisode(record.id)
                if others[record.id] == nil { try downloadTable.keep(record, owner: own, at: now) }
            }
            return others
        }
    }

    /// The downloads that other living processes have taken on, with the number of each.
    public func downloadsElsewhere() throws -> [ItemID: Int32] {
        try reading { try others() }
    }

    /// Forgets a download; the file is not touched. False where there was none.
    @discardableResult
    public func forgetDownload(_ id: ItemID) throws -> Bool {
        guard id.kind == .episode else { return false }
        return try writing { try downloadTable.forget(id.number) }
    }

    /// Lets the downloads wait again that a killed process has left running; those of a living process go on. Returns how many.
    @discardableResult
    public func resetRunning() throws -> Int {
        let left = try reading { try downloadTable.running() }.filter { !ProcessMark.isAlive($0.owner) }
        if left.isEmpty { return 0 }
        return try writing {
            // Looked at again: another process may have taken one over meanwhile.
            let left = try downloadTable.running().filter { !ProcessMark.isAlive($0.owner) }
            for download in left { try downloadTable.wait(download.episode, at: now) }
            return left.count
        }
    }

    private func others() throws -> [ItemID: Int32] {
        let owners = try downloadTable.owners()
        // Many have one owner.
        let numbers = Dictionary(uniqueKeysWithValues: Set(owners.values).map { ($0, ProcessMark.other($0)) })
        return Dictionary(
            uniqueKeysWithValues: owners.compactMap { episode, owner in
                (numbers[owner] ?? nil).map { (ItemID(.episode, episode), $0) }
            })
    }

    var downloadTable: DownloadTable { DownloadTable(database: database, paths: paths) }
}
