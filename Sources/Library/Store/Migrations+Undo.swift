extension Migrations {
    /// What was taken away and can be had back. A step is one command; its rows are what the listener's things were before it and after it, as
    /// `part` (a table, the queue, a playlist) has them. Steps that are undone are those that can be done again. `trash` has the
    /// deleted files: `name` is where one lies, `path` where it lay (both relative to the library), `step` the one that undoing takes back.
    static let undo = """
        CREATE TABLE IF NOT EXISTS undo_step (
            id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, items INTEGER NOT NULL, title TEXT,
            time INTEGER NOT NULL, is_undone INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE IF NOT EXISTS undo_row (
            step INTEGER NOT NULL REFERENCES undo_step (id) ON DELETE CASCADE, place INTEGER NOT NULL,
            part TEXT NOT NULL, key TEXT NOT NULL, old TEXT, new TEXT,
            PRIMARY KEY (step, place)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS trash (
            id INTEGER PRIMARY KEY AUTOINCREMENT, episode INTEGER NOT NULL REFERENCES episode (id), name TEXT NOT NULL UNIQUE,
            path TEXT NOT NULL, size INTEGER NOT NULL, since INTEGER NOT NULL, step INTEGER NOT NULL
        ) STRICT;
        """
}
