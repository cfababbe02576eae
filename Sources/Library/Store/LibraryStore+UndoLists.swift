import Catalogue

// Undoing what was done to the queue and to playlists, which are more than a row.
extension LibraryStore {
    /// Within a transaction: keeps what a change has taken out of the queue as a step, or the order that it took away.
    func recordRemoval(_ step: String, from old: QueueState, to new: QueueState) throws {
        let removal = QueueRemoval(from: old, to: new)
        guard removal.count > 0 else { return try recordOrder(step, QueueOrder(old), QueueOrder(new)) }
        var rows = removal.runs.enumerated().map { UndoRow(part: UndoPart.queueRun.rawValue, key: "\($0)", old: $1.packed, new: nil) }
        rows.append(
            UndoRow(
                part: UndoPart.current.rawValue, key: "", old: removal.currentBefore.map(String.init),
                new: removal.currentAfter.map(String.init)))
        let only = removal.count == 1 ? removal.runs.first?.rows.first?.item : nil
        try addStep(step, items: removal.count, title: only.flatMap(find)?.title, rows)
    }

    /// Within a transaction. The queue is put together with what has become of it since.
    func applyQueue(_ rows: [UndoRow], keepsCurrent: Bool, _ turn: inout UndoTurn) throws {
        let runs = rows.filter { $0.part == UndoPart.queueRun.rawValue }.compactMap { QueueRemoval.Run(packed: $0.old) }
        guard !runs.isEmpty else { return }
        let current = rows.first { $0.part == UndoPart.current.rawValue }
        let removal = QueueRemoval(
            runs: runs, currentBefore: current?.old.flatMap { Int64($0) }, currentAfter: current?.new.flatMap { Int64($0) })
        let table = QueueTable(database: database)
        let (old, places) = try table.read()
        var new = old
        turn.outcome.items += turn.isUndone ? removal.putBack(into: &new, keepsCurrent: keepsCurrent) : removal.takeOut(of: &new)
        try table.write(new, over: old, places: places)
    }

    private func recordOrder(_ step: String, _ old: QueueOrder, _ new: QueueOrder) throws {
        if old == new { return }
        let row = UndoRow(part: UndoPart.order.rawValue, key: "", old: old.packed, new: new.packed)
        try addStep(step, items: old.entries.count, [row])
    }

    /// Within a transaction. Entries that came since stay where they stand.
    func applyOrder(_ row: UndoRow, _ turn: inout UndoTurn) throws {
        let table = QueueTable(database: database)
        let (old, places) = try table.read()
        var new = old
        turn.outcome.items += QueueOrder(packed: turn.isUndone ? row.old : row.new).apply(to: &new)
        try table.write(new, over: old, places: places)
    }

    /// Within a transaction: keeps what was done to a playlist as a step. `items` is what it held; nil where there was none.
    func recordPlaylist(_ step: String, _ name: String, _ old: [ItemID]?, _ new: [ItemID]?) throws {
        if old == new { return }
        try addStep(step, items: 1, title: name, [UndoRow(part: UndoPart.playlist.rawValue, key: name, old: pack(old), new: pack(new))])
    }

    /// Within a transaction. One that has become another since keeps its name, and what it was comes back beside it.
    func applyPlaylist(_ row: UndoRow, _ turn: inout UndoTurn) throws {
        let table = PlaylistTable(database: database)
        let (wanted, left) = turn.isUndone ? (items(row.old), items(row.new)) : (items(row.new), items(row.old))
        let known = try table.id(of: row.key)
        let now = try known.map { try table.items(of: $0) }
        if now == wanted { return }
        if let wanted {
            let name = now == left ? row.key : try freeName(row.key, table)
            if name != row.key { turn.outcome.name = name }
            try table.write(wanted, into: try table.id(of: name) ?? table.insert(name, at: self.now), at: self.now)
        } else if let known, now == left {
            try table.remove(known)
        } else {
            return
        }
        turn.outcome.items += 1
    }

    private func freeName(_ name: String, _ table: PlaylistTable) throws -> String {
        var number = 2
        while try table.id(of: "\(name) (\(number))") != nil { number += 1 }
        return "\(name) (\(number))"
    }

    /// An empty playlist is not none.
    private func pack(_ items: [ItemID]?) -> String? { items.flatMap { PackedText.pack(["items"] + $0.map(\.description)) } }

    private func items(_ packed: String?) -> [ItemID]? { packed.map { PackedText.list($0).dropFirst().compactMap { ItemID($0) } } }
}
