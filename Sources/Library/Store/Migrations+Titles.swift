extension Migrations {
    /// What a station said to be playing while it was heard; `at` is seconds since 1970.
    static let titles = """
        CREATE TABLE IF NOT EXISTS listen_title (
            id INTEGER PRIMARY KEY AUTOINCREMENT, listen INTEGER NOT NULL REFERENCES listen (id), at INTEGER NOT NULL, title TEXT NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS listen_title_by_listen ON listen_title (listen, id);
        """
}
