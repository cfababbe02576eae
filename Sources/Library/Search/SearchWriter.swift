import Catalogue

/// Gathers what a transaction changes in the full-text index, and writes it at the transaction's end: FTS5 takes rows fast only in the order of
/// their numbers. Rows are written without notes, for which the item waits in `search_waiting` until `LibraryStore.indexPending`.
///
/// FTS5 keeps no text here, so that to take a row out it needs the words that were put in.
final class SearchWriter {
    /// What an item has now.
    private struct Change {
        var item: SearchItem
        var time: Int64?
        var hasNotes: Bool
        /// Their number in `columns`.
        var row: Int
        /// In `olds`; nil for a new item.
        var old: Int?
    }

    /// What the index has of an item, the notes where they aren't waiting.
    private struct Old {
        var time: Int64?
        var notes: String
        var row: Int
    }

    private let database: SQLiteDatabase
    private var columns = SearchTokenizer()
    private var changes: [Change] = []
    private var olds: [Old] = []
    /// Where a change stands, by its item; nil until one is asked for, as in most transactions nothing is changed twice.
    private var known: [SearchItem: Int]?

    init(database: SQLiteDatabase) { self.database = database }

    func add(_ id: ItemID, _ fields: SearchFields) { take(SearchItem(id), fields, old: nil) }

    /// Within a transaction the first `old` counts, as the index has it, and the last `new`.
    func change(_ id: ItemID, from old: SearchFields, to new: SearchFields) {
        let item = SearchItem(id)
        if let place = place(of: item) {
            changes[place] = change(item, new, old: changes[place].old)
        } else if old != new {
            olds.append(Old(time: old.time, notes: old.notes, row: columns.add(old, isNew: false)))
            take(item, new, old: olds.count - 1)
        }
    }

    /// A programme's title stands with each of its episodes, whose rows are as they were said last.
    func rename(_ program: ItemID, from old: String, to new: String) throws {
        guard old != new else { return }
        try database.statement("SELECT id, title, hosts, published, summary FROM episode WHERE program = ?").each(program.number) { row in
            let id = ItemID(.episode, row.int())
            let before = SearchFields(title: row.text(), host: row.text(), program: old, time: row.intOrNil(), notes: row.text())
            var after = before
            after.program = new
            change(id, from: before, to: after)
        }
    }

    private func take(_ item: SearchItem, _ fields: SearchFields, old: Int?) {
        known?[item] = changes.count
        changes.append(change(item, fields, old: old))
    }

    private func change(_ item: SearchItem, _ fields: SearchFields, old: Int?) -> Change {
        Change(item: item, time: fields.time, hasNotes: !fields.notes.isEmpty, row: columns.add(fields), old: old)
    }

    private func place(of item: SearchItem) -> Int? {
        if known == nil { known = Dictionary(changes.indices.map { (changes[$0].item, $0) }) { _, last in last } }
        return known?[item]
    }
}

extension SearchWriter {
    /// Writes all that was gathered. Throws `SQLiteError`.
    func flush() throws {
        guard !changes.isEmpty else { return }
        var places = SearchPlaces(database: database)
        var rows: [SearchRow] = []
        rows.reserveCapacity(changes.count + olds.count)
        try addNew(&rows, in: &places)
        for change in changes {
            if let old = change.old { try addChanged(change, from: olds[old], in: &places, &rows) }
        }
        let (table, isLarge) = (SearchTable(database: database), rows.count >= 1000)
        try isLarge ? table.writeInParts(rows, of: columns.finish()) : table.write(rows, of: columns.finish())
        (columns, changes, olds, known) = (SearchTokenizer(), [], [], nil)
    }

    /// What is new gets its places in their order; its notes are put off for later.
    private func addNew(_ rows: inout [SearchRow], in places: inout SearchPlaces) throws {
        let order = changes.indices.filter { changes[$0].old == nil }
            .map { (wanted: SearchPlace.wanted(changes[$0].item, time: changes[$0].time), index: $0) }
            .sorted { $0 < $1 }
        try places.wait(order.filter { changes[$0.index].hasNotes }.map { changes[$0.index].item })
        let given = try places.give(to: order.map { (changes[$0.index].item, $0.wanted) })
        for (place, new) in zip(given, order) { rows.append(SearchRow(place: place, isNew: true, columns: changes[new.index].row)) }
    }

    private func addChanged(_ change: Change, from old: Old, in places: inout SearchPlaces, _ rows: inout [SearchRow]) throws {
        let wasWaiting = try !places.wait(change.item)
        // What waits for its place is indexed later, as it is then.
        guard let place = try places.place(of: change.item) else { return }
        if !change.hasNotes { try places.endWait(change.item) }
        rows.append(SearchRow(place: place, isNew: false, columns: old.row, notes: wasWaiting ? "" : old.notes))
        let isMoved = old.time != change.time
        let newPlace = isMoved ? try places.move(change.item, wanted: SearchPlace.wanted(change.item, time: change.time)) : place
        rows.append(SearchRow(place: newPlace, isNew: true, columns: change.row))
    }
}
