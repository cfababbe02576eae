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

    /// The same of several in one transaction; false for each whose place is another's, be it in other case. Throws `noSuchItem`, and has
    /// kept none then.
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

    /// Takes downloads on for this process: all but those that another that lives has or, where it throws, none. Gives all that other
    /// processes have taken on, with the number of each. Throws `noSuchItem`.
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

    /// Lets go of those of these that this process has taken on and that wait still: they are nobody's.
    public func leaveDownloads(_ ids: [ItemID]) throws {
        let own = ProcessMark.own()
        try writing { for id in ids { try downloadTable.leave(id.number, owner: own, at: now) } }
    }

    /// The downloads that other living processes have taken on, with the number of each.
    public func downloadsElsewhere() throws -> [ItemID: Int32] {
        try reading { try others() }
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
