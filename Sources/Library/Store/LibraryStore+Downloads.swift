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

    /// Keeps how far a download has come; its time is set to now, its title is not stored. A running one, and one that is held, counts as
    /// this process's. Throws `noSuchItem`.
    public func keepDownload(_ record: DownloadRecord, isHeld: Bool = false) throws {
        let owner = isHeld || record.state == .running ? ProcessMark.own() : nil
        try writing {
            _ = try requireEpisode(record.id)
            try downloadTable.keep(record, owner: owner, at: now)
        }
    }

    /// Keeps where a download of this process is to lie, unless that is another's place, be it in other case: false then. Throws `noSuchItem`.
    public func placeDownload(_ record: DownloadRecord) throws -> Bool {
        try writing {
            _ = try requireEpisode(record.id)
            if let path = record.path, try downloadTable.isTaken(path, for: record.id.number) { return false }
            try downloadTable.keep(record, owner: ProcessMark.own(), at: now)
            return true
        }
    }

    /// Takes a download on for this process, unless another that lives has: gives the number of that one. Throws `noSuchItem`.
    public func beginDownload(_ record: DownloadRecord) throws -> Int32? {
        try writing {
            _ = try requireEpisode(record.id)
            if let other = try downloadTable.owners()[record.id.number].flatMap(ProcessMark.other) { return other }
            try downloadTable.keep(record, owner: ProcessMark.own(), at: now)
            return nil
        }
    }

    /// The downloads that other living processes have taken on, with the number of each.
    public func downloadsElsewhere() throws -> [ItemID: Int32] {
        let owners = try reading { try downloadTable.owners() }.compactMapValues(ProcessMark.other)
        return Dictionary(uniqueKeysWithValues: owners.map { (ItemID(.episode, $0), $1) })
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

    var downloadTable: DownloadTable { DownloadTable(database: database, paths: paths) }
}
