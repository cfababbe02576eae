import Catalogue
import Glibc

extension LibraryStore {
    /// Looks at the whole library and, with `mends`, repairs what can be; a damaged file is not repaired here but by opening the library
    /// anew after `abandon`, which this prepares. Reads the whole file, so it takes as long as the disk does.
    public func examine(mends: Bool) throws -> [LibraryCheck] {
        let file = fileCheck()
        guard file.isGood else { return [file, backupCheck(mends: false), spaceCheck()] }
        var checks = [file]
        try checks.append(check(.references, mends, { try $0.brokenReferences() }, { try $0.repairReferences() }))
        try checks.append(check(.ids, mends, { try $0.brokenNames() }, { try $0.repairNames() }))
        try checks.append(check(.queue, mends, { try $0.queueFaults() }, { try $0.repairQueue() }))
        try checks.append(check(.listing, mends, { try $0.listingFaults() }, { try $0.repairListing() }))
        checks.append(try searchCheck(mends: mends))
        try checks.append(downloadCheck(mends: mends))
        checks += [backupCheck(mends: mends), spaceCheck(), try leftoverCheck(mends: mends)]
        if let packed = try reading({ try stored(RescueReport.key) }), let report = RescueReport(packed: packed) {
            checks.append(LibraryCheck(.rescue, isGood: true, .rescued(report)))
        }
        return checks
    }
}

extension LibraryStore {
    private func fileCheck() -> LibraryCheck {
        do {
            guard let fault = try database.firstFault(isQuick: false) else {
                return LibraryCheck(.file, faults: 0, of: Int(clamping: try database.size()))
            }
            paths.markDamage()
            return LibraryCheck(.file, isGood: false, .damaged(fault))
        } catch let error as SQLiteError {
            return LibraryCheck(.file, isGood: false, .failed(LibraryError(error, path: paths.database)))
        } catch {
            return LibraryCheck(.file, isGood: false, .failed(error))
        }
    }

    private func check(
        _ name: CheckName, _ mends: Bool, _ count: (LibraryRepair) throws -> Int, _ repair: (LibraryRepair) throws -> Int
    ) throws -> LibraryCheck {
        let work = LibraryRepair(database: database)
        var found = LibraryCheck(name, faults: try reading { try count(work) })
        if found.isGood || !mends { return found }
        try writing { _ = try repair(work) }
        found.isMended = try reading { try count(work) } == 0
        return found
    }

    /// What waits for the index is no fault; mended, it is indexed, after the index was made anew where it doesn't fit.
    private func searchCheck(mends: Bool) throws -> LibraryCheck {
        let fault = try verifyIndex()
        if mends {
            if fault != nil { try rebuildIndex() }
            while try indexPending(limit: 1 << 20) {}
        }
        if let fault { return LibraryCheck(.search, isGood: false, isMended: mends, .faults(1, [fault])) }
        let waiting = try waitingForIndex()
        return LibraryCheck(.search, isGood: true, .good(waiting.items + waiting.notes))
    }

    /// Those that are done, but whose file has gone or is of another length; mended, they are to be fetched again. What a killed process
    /// left running waits again.
    private func downloadCheck(mends: Bool) throws -> LibraryCheck {
        let done = try downloads().filter { $0.state == .done }
        let bad = done.filter { record in
            guard let facts = record.path.flatMap({ FileFacts($0) }), facts.isRegular else { return true }
            return record.size.map { $0 != facts.size } ?? (facts.size == 0)
        }
        var found = LibraryCheck(.downloads, faults: bad.count, names: bad.prefix(3).map(\.title), of: done.count)
        guard mends else { return found }
        try resetRunning()
        for var record in bad {
            (record.state, record.received) = (.failed, 0)
            record.error = "the file was not as it was downloaded"
            try keepDownload(record)
        }
        found.isMended = !bad.isEmpty
        return found
    }

    /// Each backup is read to its end. One that can't be is put aside by another name; and one is made where there is none.
    private func backupCheck(mends: Bool) -> LibraryCheck {
        let shelf = BackupShelf(folder: paths.backups, now: now)
        let files = shelf.files()
        let bad = files.filter { (try? BackupShelf.check($0.path)) == nil }
        var good = files.filter { !bad.contains($0) }
        var isMended = false
        if mends {
            for file in bad { rename(file.path, file.path + ".damaged") }
            if good.isEmpty, let made = try? makeBackup() { good = [made] }
            isMended = !good.isEmpty
        }
        // None at all is no fault: the first is made by itself after a command.
        return LibraryCheck(
            .backups, isGood: bad.isEmpty, isMended: isMended && !bad.isEmpty,
            .backups(newest: good.first, count: good.count, bad: bad.map(\.name)))
    }

    private func spaceCheck() -> LibraryCheck {
        let needed = (FileFacts(paths.database)?.size ?? 0) + 10_000_000
        let free = DiskSpace.free(in: paths.folder) ?? Int64.max
        return LibraryCheck(.space, isGood: free >= needed, .room(free: free, needed: needed))
    }

    /// Parts of downloads that none goes on with. Copies of the library that a killed process has begun just go.
    private func leftoverCheck(mends: Bool) throws -> LibraryCheck {
        let wanted = Set(
            try downloads().filter { $0.state != .done }.compactMap(\.path).flatMap {
                [$0 + ".part", $0 + ".part.info", $0 + ".part.next"]
            })
        shelf.sweep()
        let besides = FolderNames.all(in: paths.beside)
        for name in CopyLeftovers.of(FileAtPath(paths.database).name, in: besides) { unlink(paths.beside + "/" + name) }
        let stray = Self.parts(below: paths.downloads, depth: 8).filter { !wanted.contains($0) }
        var found = LibraryCheck(
            .leftovers, faults: stray.count, names: stray.prefix(3).map { String($0.dropFirst(paths.folder.count + 1)) })
        if mends, !stray.isEmpty {
            for path in stray { unlink(path) }
            found.isMended = stray.allSatisfy { access($0, F_OK) != 0 }
        }
        return found
    }

    private static func parts(below folder: String, depth: Int) -> [String] {
        let names = FolderNames.all(in: folder)
        let known = Set(names)
        // A part without a note of where it comes from is none of ours: browsers call theirs the same.
        func isPart(_ name: String) -> Bool {
            if [".part.info", ".part.next"].contains(where: name.hasSuffix) { return true }
            return name.hasSuffix(".part") && (known.contains(name + ".info") || known.contains(name + ".next"))
        }
        return names.sorted().flatMap { name -> [String] in
            let path = folder + "/" + name
            // What is behind a link is not ours.
            guard let facts = FileFacts(path, following: false) else { return [] }
            if facts.isRegular { return isPart(name) ? [path] : [] }
            guard depth > 0, facts.isFolder else { return [] }
            return parts(below: path, depth: depth - 1)
        }
    }
}
