import Catalogue

// Undoing the removal of what has a row of its own, and belongs to no item or to one several times.
extension LibraryStore {
    /// Within a transaction: keeps the bookmarks that are about to go as a step.
    func recordBookmarks(_ step: String, _ ids: [Int64]) throws {
        let images = try ids.compactMap { id in
            try RowImage("bookmark", where: "id = ?", [id], in: database).map { (id: id, image: $0) }
        }
        guard !images.isEmpty else { return }
        let rows = images.map { UndoRow(part: UndoPart.bookmark.rawValue, key: String($0.id), old: $0.image.packed, new: nil) }
        let only = images.count == 1 ? try images.first.flatMap { try item(of: $0.image) } : nil
        try addStep(step, items: rows.count, title: only?.title, rows)
    }

    /// Within a transaction. Where the same place with the same note was marked anew there is nothing to do.
    func applyBookmark(_ row: UndoRow, _ turn: inout UndoTurn) throws {
        guard let id = Int64(row.key), let image = RowImage(packed: row.old) else { return }
        if turn.isUndone {
            let same = "id = ? OR kind IS ? AND item IS ? AND position IS ? AND note IS ?"
            let values = [id] + ["kind", "item", "position", "note"].map { image[$0] as any SQLiteBindable }
            if try RowImage("bookmark", where: same, values, in: database) != nil { return }
            try image.write(into: "bookmark", in: database)
        } else {
            try database.run("DELETE FROM bookmark WHERE id = ?", id)
            if database.changes == 0 { return }
        }
        turn.outcome.items += 1
    }

    private func item(of bookmark: RowImage) throws -> ItemRecord? {
        guard case .text(let kind) = bookmark["kind"], case .int(let number) = bookmark["item"] else { return nil }
        return try ItemID(kind + String(number)).flatMap(find)
    }

    /// Within a transaction: keeps a source that is about to go as a step.
    func recordSource(_ step: String, _ name: String, isChosen: Bool) throws {
        guard let image = try sourceImage(name) else { return }
        var rows = [UndoRow(part: UndoPart.source.rawValue, key: name, old: image.packed, new: nil)]
        if isChosen { rows.append(UndoRow(part: UndoPart.chosenSource.rawValue, key: name, old: name, new: nil)) }
        try addStep(step, items: 1, title: name, rows)
    }

    /// Within a transaction. Another source that has got the name since keeps it.
    func applySource(_ row: UndoRow, _ turn: inout UndoTurn) throws {
        guard let image = RowImage(packed: row.old) else { return }
        if turn.isUndone {
            if try sourceImage(row.key) != nil { return }
            try image.write(into: "source", in: database)
        } else {
            guard try sourceImage(row.key) == image else { return }
            try dropSource(row.key)
        }
        turn.outcome.items += 1
    }

    /// Within a transaction, after `applySource`. What was chosen since stays so.
    func applyChosenSource(_ row: UndoRow, _ turn: UndoTurn) throws {
        guard turn.isUndone, turn.outcome.items > 0, try chosenSource() == nil else { return }
        try choose(source: row.key)
    }

    private func sourceImage(_ name: String) throws -> RowImage? {
        try RowImage("source", where: "name = ?", [name], in: database)
    }
}
