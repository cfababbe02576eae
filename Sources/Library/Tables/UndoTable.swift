import Catalogue

/// One thing that a step has changed: what it was before and after, nil where there was nothing. `part` says what `key` and the two mean.
struct UndoRow: Hashable {
    var part: String
    var key: String
    var old: String?
    var new: String?
}

/// The steps that can be undone, or done again, with their rows.
struct UndoTable {
    /// How many steps are kept.
    static let limit = 50

    let database: SQLiteDatabase

    /// Adds a step; what was undone before can't be done again after it, and the oldest steps go where there are too many. Gives its id.
    @discardableResult
    func add(_ step: UndoStep, _ rows: [UndoRow]) throws -> Int64 {
        try database.run("DELETE FROM undo_step WHERE is_undone")
        try database.run(
            "INSERT INTO undo_step (action, items, title, time) VALUES (?, ?, ?, ?)", step.action, step.items, step.title, step.time)
        let id = database.lastID
        let insertion = try database.statement("INSERT INTO undo_row (step, place, part, key, old, new) VALUES (?, ?, ?, ?, ?, ?)")
        for (place, row) in rows.enumerated() { try insertion.run(id, place, row.part, row.key, row.old, row.new) }
        try database.run("DELETE FROM undo_step WHERE id <= (SELECT id FROM undo_step ORDER BY id DESC LIMIT 1 OFFSET ?)", Self.limit)
        return id
    }

    /// Those that can be undone, the latest first.
    func steps() throws -> [UndoStep] {
        try database.all(Self.selection + " WHERE NOT is_undone ORDER BY id DESC", read: Self.step)
    }

    /// The step that undoing would undo, or doing again would do.
    func next(isUndone: Bool) throws -> UndoStep? {
        try database.first(
            Self.selection + " WHERE is_undone = ? ORDER BY \(isUndone ? "id" : "id DESC") LIMIT 1", isUndone, read: Self.step)
    }

    func rows(of step: Int64) throws -> [UndoRow] {
        try database.all("SELECT part, key, old, new FROM undo_row WHERE step = ? ORDER BY place", step) { row in
            UndoRow(part: row.text(), key: row.text(), old: row.textOrNil(), new: row.textOrNil())
        }
    }

    func turn(_ step: Int64, isUndone: Bool) throws {
        try database.run("UPDATE undo_step SET is_undone = ? WHERE id = ?", isUndone, step)
    }

    /// The names of backups that steps go back to.
    func backups() throws -> Set<String> {
        Set(
            try database.all("SELECT old, new FROM undo_row WHERE part = ?", UndoPart.library.rawValue) { row in
                [row.textOrNil(), row.textOrNil()].compactMap { $0 }
            }.joined())
    }

    /// Keeps a step that has put this library in another's place, of which `copy` is the backup, where that was undone or done again. It is
    /// known by `key`, where this library has had it.
    func exchange(_ step: UndoStep, _ key: String, to copy: String, isUndone: Bool) throws {
        let part = UndoPart.library.rawValue
        var id = try database.first("SELECT step FROM undo_row WHERE part = ? AND key = ?", part, key) { $0.int() }
        if id == nil { id = try add(step, [UndoRow(part: part, key: key, old: nil, new: nil)]) }
        guard let id else { return }
        try database.run("UPDATE undo_row SET \(isUndone ? "new" : "old") = ? WHERE step = ? AND part = ? AND key = ?", copy, id, part, key)
        try turn(id, isUndone: isUndone)
    }

    /// Says anew what one thing of a step is where it is undone, or done.
    func change(_ row: UndoRow, of step: Int64) throws {
        try database.run(
            "UPDATE undo_row SET old = ?, new = ? WHERE step = ? AND part = ? AND key = ?", row.old, row.new, step, row.part, row.key)
    }

    /// Takes one thing out of a step, and the step away where that was all.
    func forget(_ row: UndoRow, of step: Int64) throws {
        try database.run("DELETE FROM undo_row WHERE step = ? AND part = ? AND key = ?", step, row.part, row.key)
        try database.run("UPDATE undo_step SET items = items - 1 WHERE id = ?", step)
        try database.run("DELETE FROM undo_step WHERE id = ? AND NOT EXISTS (SELECT 1 FROM undo_row WHERE step = undo_step.id)", step)
    }

    private static let selection = "SELECT id, action, items, title, time FROM undo_step"

    private static func step(_ row: inout SQLiteColumns) -> UndoStep {
        UndoStep(id: row.int(), action: row.text(), items: Int(clamping: row.int()), title: row.textOrNil(), time: row.int())
    }
}
