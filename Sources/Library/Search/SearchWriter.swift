import Catalogue

/// Gathers what a transaction changes in the full-text index, and writes it at the transaction's end: FTS5 takes rows fast only in the order of
/// their numbers. Rows are written without notes, for which the item waits in `search_waiting` until `LibraryStore.indexPending`.
///
/// FTS5 keeps no text here, so that to take a row out it needs the words that were put in.
final class SearchWriter {
    private struct Change {
        var item: SearchItem
        /// In `fields`: as the index has it, the notes where they aren't waiting; nil for a new item.
        var old: Int?
        var new: Int
    }

    private let database: SQLiteDatabase
    private var fields: [SearchFields] = []
    private var changes: [Change] = []
    /// Where a change stands, by its item; nil until one is asked for, as in most transactions nothing is changed twice.
    private var known: [SearchItem: Int]?

    init(database: SQLiteDatabase) { self.database = database }

    func add(_ id: ItemID, _ fields: SearchFields) { take(SearchItem(id), from: nil, to: fields) }

    /// Within a transaction the first `old` counts, as the index has it, and the last `new`.
    func change(_ id: ItemID, from old: SearchFields, to new: SearchFields) {
        let item = SearchItem(id)
        if let change = place(of: item) {
            fields[changes[change].new] = new
        } else if old != new {
            take(item, from: old, to: new)
        }
    }

    /// A programme's title stands with each of its episodes.
    func rename(_ program: ItemID, from old: String, to new: String) throws {
        guard old != new else { return }
        try database.statement("SELECT id, title, hosts, published, summary FROM episode WHERE program = ?").each(program.number) { row in
            let id = ItemID(.episode, row.int())
            let before = SearchFields(title: row.text(), host: row.text(), program: old, time: row.intOrNil(), notes: row.text())
            var after = place(of: SearchItem(id)).map { fields[changes[$0].new] } ?? before
            after.program = new
            change(id, from: before, to: after)
        }
    }

    private func take(_ item: SearchItem, from old: SearchFields?, to new: SearchFields) {
        known?[item] = changes.count
        changes.append(Change(item: item, old: old.map(append), new: append(new)))
    }

    private func place(of item: SearchItem) -> Int? {
        if known == nil { known = Dictionary(changes.indices.map { (changes[$0].item, $0) }) { _, last in last } }
        return known?[item]
    }

    private func append(_ new: SearchFields) -> Int {
        fields.append(new)
        return fields.count - 1
    }
}

extension SearchWriter {
    /// Writes all that was gathered. Throws `SQLiteError`.
    func flush() throws {
        guard !changes.isEmpty else { return }
        var places = SearchPlaces(database: database)
        var rows: [SearchRow] = []
        rows.reserveCapacity(changes.count)
        let isWaiting = try changes.map { $0.old == nil ? false : try takeNotes($0, places) }
        try places.wait(takeNewNotes())
        for (wanted, index) in inOrder() {
            try place(changes[index], at: wanted, wasWaiting: isWaiting[index], in: &places, &rows)
        }
        try SearchTable(database: database).write(rows, of: fields)
        (fields, changes, known) = ([], [], nil)
    }

    /// Puts the notes of what is new off for later; gives which have some.
    private func takeNewNotes() -> [SearchItem] {
        var items: [SearchItem] = []
        for change in changes where change.old == nil && !fields[change.new].notes.isEmpty {
            fields[change.new].notes = ""
            items.append(change.item)
        }
        return items
    }

    /// Puts a change's notes off for later; true where those that it had were waiting too.
    private func takeNotes(_ change: Change, _ places: SearchPlaces) throws -> Bool {
        let hasNotes = !fields[change.new].notes.isEmpty
        fields[change.new].notes = ""
        let wasWaiting = try !places.wait(change.item)
        // What waits for its place is indexed later, as it is then.
        if !hasNotes, try places.place(of: change.item) != nil { try places.endWait(change.item) }
        return wasWaiting
    }

    /// The changes' indices in the order of the places they would like to have.
    private func inOrder() -> [(wanted: Int64, index: Int)] {
        changes.indices.map { (SearchPlace.wanted(changes[$0].item, time: fields[changes[$0].new].time), $0) }.sorted { $0 < $1 }
    }

    private func place(
        _ change: Change, at wanted: Int64, wasWaiting: Bool, in places: inout SearchPlaces, _ rows: inout [SearchRow]
    ) throws {
        guard let old = change.old else {
            rows.append(SearchRow(place: try places.give(to: change.item, wanted: wanted), isNew: true, fields: change.new))
            return
        }
        guard let place = try places.place(of: change.item) else { return }
        if wasWaiting { fields[old].notes = "" }
        rows.append(SearchRow(place: place, isNew: false, fields: old))
        let isMoved = fields[old].time != fields[change.new].time
        let newPlace = isMoved ? try places.move(change.item, wanted: wanted) : place
        rows.append(SearchRow(place: newPlace, isNew: true, fields: change.new))
    }
}
