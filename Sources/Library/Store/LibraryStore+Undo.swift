import Catalogue

extension LibraryStore {
    /// The steps that can be undone, the latest first.
    public func undoSteps() throws -> [UndoStep] { try reading { try undoTable.steps() } }

    /// Undoes the latest step, in one transaction; nil where there is none. What has been changed since, by whichever process, stays as it is
    /// now. With `keepsCurrent`, while something plays, the queue's current entry stays. Throws `notBroughtBack` for a file.
    public func undo(keepsCurrent: Bool) throws -> UndoOutcome? {
        try settleTrash()
        try makeRoom()
        return try turnNext(isUndone: true, keepsCurrent: keepsCurrent)
    }

    /// Does once more what was undone last; nil where nothing was, or something was taken away since.
    public func redo() throws -> UndoOutcome? {
        try settleTrash()
        guard var outcome = try turnNext(isUndone: false, keepsCurrent: false) else { return nil }
        outcome.gone = (try? settleTrash()) ?? []
        outcome.items -= outcome.gone.count(where: \.isStillThere)
        return outcome
    }
}

extension LibraryStore {
    var undoTable: UndoTable { UndoTable(database: database) }

    /// Within a transaction: keeps a step, with the name of what it took away where that is one thing with an id.
    @discardableResult
    func addStep(_ action: String, items: Int, title: String? = nil, _ rows: [UndoRow]) throws -> Int64 {
        let named = try rows.count == 1 && title == nil ? rows.first.flatMap { ItemID($0.key) }.flatMap(find)?.title : title
        return try undoTable.add(UndoStep(id: 0, action: action, items: items, title: named, time: now), rows)
    }

    /// Within a transaction: makes a change, and keeps what it did to the rows of these items as a step, where it did anything. Without a
    /// name for the step nothing is kept.
    func recording<R>(_ step: String?, _ table: ListenersTable, of items: [ItemID], _ change: () throws -> R) throws -> R {
        guard let step else { return try change() }
        var seen: Set<ItemID> = []
        let before = try items.filter { seen.insert($0).inserted }.map { ($0, try RowImage(table, of: $0, in: database)) }
        let result = try change()
        let rows = try before.compactMap { item, old -> UndoRow? in
            let new = try RowImage(table, of: item, in: database)
            return old == new ? nil : UndoRow(part: table.rawValue, key: item.description, old: old?.packed, new: new?.packed)
        }
        if !rows.isEmpty { try addStep(step, items: rows.count, rows) }
        return result
    }

    /// Files whose places were taken since get others, before one is moved: so a kill at any moment leaves each file where a row says.
    private func makeRoom() throws {
        let taken = try reading {
            try undoTable.next(isUndone: false).map { try trashTable.rows(of: $0.id).filter(isPlaceTaken) } ?? []
        }
        if taken.isEmpty { return }
        try writing {
            for row in taken {
                let file = FileAtPath(paths.absolute(row.path))
                guard let other = try file.free({ try !trashTable.isDownloadPath(paths.stored($0)) }) else { continue }
                try trashTable.move(row, toPath: paths.stored(other.path))
            }
        }
    }

    /// By a file, or by a download that has yet to write it.
    private func isPlaceTaken(_ row: TrashRow) throws -> Bool {
        guard trashed(row).exists else { return false }
        return try FileAtPath(paths.absolute(row.path)).exists || trashTable.isDownloadPath(row.path, besides: row.episode)
    }

    private func turnNext(isUndone: Bool, keepsCurrent: Bool) throws -> UndoOutcome? {
        let next = try reading { () -> (UndoStep, UndoRow)? in
            guard let step = try undoTable.next(isUndone: !isUndone), let row = try exchanged(by: step) else { return nil }
            return (step, row)
        }
        if let (step, row) = next { return try turnLibrary(step, row, isUndone: isUndone) }
        return try turn(isUndone: isUndone, keepsCurrent: keepsCurrent)
    }

    private func turn(isUndone: Bool, keepsCurrent: Bool) throws -> UndoOutcome? {
        var moved: [(from: FileAtPath, to: FileAtPath)] = []
        do {
            return try writing {
                guard let step = try undoTable.next(isUndone: !isUndone) else { return nil }
                var turning = UndoTurn(step: step, isUndone: isUndone, moved: moved)
                defer { moved = turning.moved }
                let rows = try undoTable.rows(of: step.id)
                for row in rows { try apply(row, &turning) }
                try applyQueue(rows, keepsCurrent: keepsCurrent, &turning)
                try undoTable.turn(step.id, isUndone: isUndone)
                return turning.outcome
            }
        } catch {
            // Nothing was written; a kill here leaves what `settleTrash` finishes.
            for move in moved { _ = move.to.move(to: move.from) }
            throw error
        }
    }

    private func apply(_ row: UndoRow, _ turn: inout UndoTurn) throws {
        switch UndoPart(rawValue: row.part) {
        case .queueRun?, .current?, .library?: return
        case .order?: try applyOrder(row, &turn)
        case .playlist?: try applyPlaylist(row, &turn)
        case .bookmark?: try applyBookmark(row, &turn)
        case .source?: try applySource(row, &turn)
        case .chosenSource?: try applyChosenSource(row, turn)
        case nil:
            guard let table = ListenersTable(rawValue: row.part), let item = ItemID(row.key) else { return }
            if table == .download { return try applyDownload(row, of: item, &turn) }
            let (wanted, left) = turn.isUndone ? (row.old, row.new) : (row.new, row.old)
            let merge = RowMerge(table: table, item: item, wanted: RowImage(packed: wanted), left: RowImage(packed: left))
            if try merge.apply(in: database) { turn.outcome.items += 1 }
        }
    }

    private func applyDownload(_ row: UndoRow, of item: ItemID, _ turn: inout UndoTurn) throws {
        if !turn.isUndone {
            if try throwAway(row, step: turn.outcome.step.id) { turn.outcome.items += 1 }
            return
        }
        // Fetched again since, or about to be.
        if let record = try downloadTable.record(item.number), [.waiting, .running, .done].contains(record.state) { return }
        guard let trash = try trashTable.row(of: item, step: turn.outcome.step.id), var image = RowImage(packed: row.old) else {
            return turn.outcome.lost.append(item)
        }
        let (file, place) = (trashed(trash), FileAtPath(paths.absolute(trash.path)))
        let failure = file.move(to: place)
        if failure != 0 { throw LibraryError(notBroughtBack: place.path, errno: failure) }
        turn.moved.append((file, place))
        image["path"] = .text(trash.path)
        try image.write(.download, in: database)
        try trashTable.remove(trash)
        turn.outcome.items += 1
    }
}

/// What undoing a step, or doing it again, is about to do.
struct UndoTurn {
    var outcome: UndoOutcome
    let isUndone: Bool
    /// Files that are to go back where the transaction fails.
    var moved: [(from: FileAtPath, to: FileAtPath)]

    init(step: UndoStep, isUndone: Bool, moved: [(from: FileAtPath, to: FileAtPath)]) {
        outcome = UndoOutcome(step: step, items: 0)
        (self.isUndone, self.moved) = (isUndone, moved)
    }
}

/// Parts of a step that are more than a row of one item.
enum UndoPart: String {
    /// Entries that stood together in the queue, and what was current.
    case queueRun = "queue_run"
    case current = "queue_current"
    /// In which order the queue's entries stood.
    case order = "queue_order"
    /// A named playlist's items.
    case playlist
    /// The row of a bookmark, by its number.
    case bookmark
    /// The row of an added source, by its name, and that it was the chosen one.
    case source
    case chosenSource = "source_chosen"
    /// The whole library: `old` and `new` are the backups to exchange it for, `key` the one that was made first.
    case library
}
