extension Migrations {
    /// Places that the listener marked, with a note, and settings for single programmes. `made` and `position` are seconds, since 1970 and from the start of the item. And of a sitting
    /// how many seconds of it were really heard; NULL in those of older programs.
    static let bookmarks = """
        CREATE TABLE IF NOT EXISTS bookmark (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, item INTEGER NOT NULL,
            position REAL NOT NULL, note TEXT, made INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS program_setting (
            program INTEGER NOT NULL REFERENCES program (id), key TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (program, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS listen_by_item ON listen (kind, item, began);
        ALTER TABLE listen ADD COLUMN heard REAL;
        """
}
