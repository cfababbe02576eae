import Catalogue

/// Brings a row of the listener's back to what it was, without losing what came later.
struct RowMerge {
    let table: ListenersTable
    let item: ItemID
    /// What it is to be, and what the step that is turned back had left; nil for no row.
    let wanted: RowImage?
    let left: RowImage?

    /// False where there was nothing to do.
    func apply(in database: SQLiteDatabase) throws -> Bool {
        let now = try RowImage(table, of: item, in: database)
        let merged = merged(over: now)
        if merged == now { return false }
        if let merged { try merged.write(table, in: database) } else { try RowImage.remove(table, of: item, in: database) }
        return true
    }

    /// Where nothing has been changed since, it is what it was. Else a mark is only there or not: one that was set anew stays as it was set.
    /// Of an episode's progress each column is looked at: the played mark goes back, a place that was kept since stays.
    private func merged(over now: RowImage?) -> RowImage? {
        guard let now, now != left else { return wanted }
        if table != .progress { return wanted == nil ? nil : now }
        var merged = now
        for column in now.columns.keys where now[column] == left?[column] {
            merged[column] = wanted.map { $0[column] } ?? (column == "played" ? .int(0) : column == "position" ? .null : now[column])
        }
        return merged
    }
}
