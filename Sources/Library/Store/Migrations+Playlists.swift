extension Migrations {
    /// Playlists of the listener's own, by name. The same item may stand in one several times; `place` counts from 0.
    static let playlists = """
        CREATE TABLE IF NOT EXISTS playlist (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, changed INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS playlist_entry (
            playlist INTEGER NOT NULL REFERENCES playlist (id) ON DELETE CASCADE, place INTEGER NOT NULL,
            kind TEXT NOT NULL, item INTEGER NOT NULL,
            PRIMARY KEY (playlist, place)
        ) STRICT, WITHOUT ROWID;
        """
}
