extension Migrations {
    /// Stories and radio stations, what the listener likes, and what was read since the last listing: where more comments are to be had, and
    /// the pictures that numbers mean. Rows of `story` and `station` are never deleted: their ids are given out once.
    static let stories = """
        CREATE TABLE IF NOT EXISTS story (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, ref TEXT NOT NULL, title TEXT NOT NULL,
            author TEXT, hint TEXT, day TEXT, image TEXT, web TEXT, counters TEXT,
            added INTEGER NOT NULL,
            UNIQUE (source, ref)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS station (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, ref TEXT NOT NULL, title TEXT NOT NULL,
            audio TEXT, tags TEXT, country TEXT, language TEXT, codec TEXT, votes INTEGER, clicks INTEGER, trend INTEGER,
            image TEXT, web TEXT, is_hls INTEGER NOT NULL,
            added INTEGER NOT NULL,
            UNIQUE (source, ref)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS liked (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, item INTEGER NOT NULL, since INTEGER NOT NULL,
            UNIQUE (kind, item)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS reading (
            id INTEGER PRIMARY KEY CHECK (id = 1), source TEXT, next TEXT, images TEXT
        ) STRICT;
        """
}
