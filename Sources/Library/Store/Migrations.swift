/// The steps by which a library grew, oldest first; `user_version` counts those that were taken. A step that was ever released is not changed:
/// what is new is a new step at the end. Each is one transaction together with its number, and does no harm
/// where it was taken before.
enum Migrations {
    static let all = [first, subscriptions, playlists, stories, charts, feedFacts, undo, bookmarks, search, titles]

    /// "SKYW", in the file's header.
    static let applicationID = 0x534B_5957

    /// The tables that a library of any version may have.
    static let tables: Set = searchTables.union([
        "program", "episode", "answer", "source", "favourite", "progress", "listen", "queue", "queue_entry", "download", "listing", "state",
        "subscription", "playlist", "playlist_entry", "story", "station", "liked", "reading",
        "chart", "chart_look", "undo_step", "undo_row", "trash", "bookmark", "program_setting", "listen_title",
    ])

    /// What services say and what the listener did are kept apart, so that no answer of a server can touch the listener's things. Rows of `program`
    /// and `episode` are never deleted: their ids are given out once. An item of any kind is named by `kind` (`p`, `e` …) and `item`, its number.
    /// Lists of text are coded by `PackedText`; times are seconds since 1970; paths within the library are relative to it.
    private static let first = """
        PRAGMA application_id = \(applicationID);

        CREATE TABLE IF NOT EXISTS program (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, ref TEXT NOT NULL, title TEXT NOT NULL,
            hosts TEXT, tags TEXT, summary TEXT, image TEXT, feed TEXT, web TEXT, language TEXT,
            episode_count INTEGER, latest_title TEXT, updated INTEGER, counters TEXT,
            added INTEGER NOT NULL,
            UNIQUE (source, ref)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS episode (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, ref TEXT NOT NULL, title TEXT NOT NULL,
            program INTEGER REFERENCES program (id), program_title TEXT,
            hosts TEXT, tags TEXT, published INTEGER, duration REAL, number INTEGER, season INTEGER, guid TEXT,
            audio TEXT, image TEXT, web TEXT, is_video INTEGER NOT NULL, counters TEXT,
            added INTEGER NOT NULL, summary TEXT,
            UNIQUE (source, ref)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS episode_by_program ON episode (program, published DESC, id);
        CREATE TABLE IF NOT EXISTS answer (
            source TEXT NOT NULL, key TEXT NOT NULL, etag TEXT, last_modified TEXT, seen INTEGER NOT NULL, body BLOB NOT NULL,
            PRIMARY KEY (source, key)
        ) STRICT;

        CREATE TABLE IF NOT EXISTS source (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, url TEXT
        ) STRICT;
        CREATE TABLE IF NOT EXISTS favourite (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, item INTEGER NOT NULL, since INTEGER NOT NULL,
            UNIQUE (kind, item)
        ) STRICT;
        CREATE TABLE IF NOT EXISTS progress (
            episode INTEGER PRIMARY KEY REFERENCES episode (id),
            position REAL, duration REAL, played INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS listen (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, item INTEGER NOT NULL,
            began INTEGER NOT NULL, began_at REAL NOT NULL, ended INTEGER, position REAL NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS queue (
            id INTEGER PRIMARY KEY CHECK (id = 1), current INTEGER, next_entry INTEGER NOT NULL,
            random INTEGER NOT NULL, repeats INTEGER NOT NULL, single INTEGER NOT NULL, consume INTEGER NOT NULL, seed INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS queue_entry (
            entry INTEGER PRIMARY KEY, place INTEGER NOT NULL, kind TEXT NOT NULL, item INTEGER NOT NULL,
            played INTEGER NOT NULL, shuffle_order INTEGER
        ) STRICT;
        CREATE TABLE IF NOT EXISTS download (
            id INTEGER PRIMARY KEY AUTOINCREMENT, episode INTEGER NOT NULL UNIQUE REFERENCES episode (id),
            url TEXT NOT NULL, state TEXT NOT NULL, received INTEGER NOT NULL, size INTEGER, path TEXT, sha256 TEXT, error TEXT,
            updated INTEGER NOT NULL, owner TEXT
        ) STRICT;
        CREATE TABLE IF NOT EXISTS listing (
            id INTEGER PRIMARY KEY CHECK (id = 1), source TEXT, next TEXT, addresses TEXT
        ) STRICT;
        CREATE TABLE IF NOT EXISTS state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        """

    /// What the listener follows, and what came of looking for news. `url` is where a feed is now; without one the programme's source is asked.
    private static let subscriptions = """
        CREATE TABLE IF NOT EXISTS subscription (
            program INTEGER PRIMARY KEY REFERENCES program (id), url TEXT, since INTEGER NOT NULL, checked INTEGER,
            etag TEXT, last_modified TEXT, error TEXT, failures INTEGER NOT NULL DEFAULT 0, not_before INTEGER
        ) STRICT;
        """
}
