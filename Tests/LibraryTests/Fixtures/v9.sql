-- A library of version 9, as that version made it, with something in each table.
-- step 1
PRAGMA application_id = 1397446999;

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
-- step 2
CREATE TABLE IF NOT EXISTS subscription (
    program INTEGER PRIMARY KEY REFERENCES program (id), url TEXT, since INTEGER NOT NULL, checked INTEGER,
    etag TEXT, last_modified TEXT, error TEXT, failures INTEGER NOT NULL DEFAULT 0, not_before INTEGER
) STRICT;
-- step 3
CREATE TABLE IF NOT EXISTS playlist (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, changed INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS playlist_entry (
    playlist INTEGER NOT NULL REFERENCES playlist (id) ON DELETE CASCADE, place INTEGER NOT NULL,
    kind TEXT NOT NULL, item INTEGER NOT NULL,
    PRIMARY KEY (playlist, place)
) STRICT, WITHOUT ROWID;
-- step 4
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
-- step 5
CREATE TABLE IF NOT EXISTS chart (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,
    UNIQUE (source, name)
) STRICT;
CREATE TABLE IF NOT EXISTS chart_look (
    id INTEGER PRIMARY KEY AUTOINCREMENT, chart INTEGER NOT NULL REFERENCES chart (id),
    first INTEGER NOT NULL, last INTEGER NOT NULL, occasions INTEGER NOT NULL, ranks TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS chart_look_by_chart ON chart_look (chart, id);
-- step 6
ALTER TABLE program ADD COLUMN is_serial INTEGER;
ALTER TABLE program ADD COLUMN explicit INTEGER;
ALTER TABLE episode ADD COLUMN chapters TEXT;
ALTER TABLE episode ADD COLUMN transcripts TEXT;
ALTER TABLE episode ADD COLUMN episode_type TEXT;
ALTER TABLE episode ADD COLUMN explicit INTEGER;
-- step 7
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
-- step 8
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
-- step 9
CREATE TABLE IF NOT EXISTS search_place (place INTEGER PRIMARY KEY, item INTEGER NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS search_waiting (item INTEGER PRIMARY KEY) STRICT;
CREATE TABLE IF NOT EXISTS search_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS story_text (story INTEGER PRIMARY KEY REFERENCES story (id), text TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE IF NOT EXISTS search_text
    USING fts5(title, host, program, tag, notes, content='', columnsize=0, tokenize='ascii', prefix='1');
INSERT INTO search_text (search_text, rank) VALUES ('automerge', 8);
PRAGMA user_version = 9;

INSERT INTO program (id, source, ref, title, feed, added) VALUES (1, 'fm', '5101', '夜听 Night Radio', 'http://h/f.xml', 1780000000);
INSERT INTO episode (id, source, ref, title, program, is_video, added) VALUES (1, 'fm', 'a', '第一期', 1, 0, 1780000000), (2, 'fm', 'b', '第二期', 1, 0, 1780000000), (7, 'file', '/music/x.mp3', 'x', NULL, 0, 1780000000);
INSERT INTO answer (source, key, seen, body) VALUES ('fm', 'k', 1780000000, x'7b7d');
INSERT INTO source (name, kind, url) VALUES ('mirror', 'fm', 'http://h/');
INSERT INTO favourite (kind, item, since) VALUES ('e', 2, 1780000001), ('p', 1, 1780000002);
INSERT INTO progress (episode, position, duration, played, changed) VALUES (1, 61.5, 900.0, 0, 1780000003);
INSERT INTO listen (kind, item, began, began_at, ended, position) VALUES ('e', 1, 1780000003, 0.0, 1780000064, 61.5);
INSERT INTO queue (id, current, next_entry, random, repeats, single, consume, seed) VALUES (1, 2, 4, 0, 1, 0, 0, 17);
INSERT INTO queue_entry (entry, place, kind, item, played) VALUES (1, 1048576, 'e', 1, 1), (2, 2097152, 'e', 2, 0), (3, 3145728, 'e', 7, 0);
INSERT INTO download (episode, url, state, received, updated) VALUES (1, 'http://h/a.mp3', 'waiting', 17, 1780000004);
INSERT INTO listing (id, source, addresses) VALUES (1, 'fm', 'e1' || char(31) || 'e2');
INSERT INTO state (key, value) VALUES ('value.volume', '70');
INSERT INTO subscription (program, since) VALUES (1, 1780000005);
INSERT INTO playlist (id, name, changed) VALUES (1, 'evening', 1780000006);
INSERT INTO playlist_entry (playlist, place, kind, item) VALUES (1, 0, 'e', 2), (1, 1, 'e', 1);
INSERT INTO story (id, source, ref, title, added) VALUES (1, 'daily', '9', '瞎扯', 1780000007);
INSERT INTO liked (kind, item, since) VALUES ('s', 1, 1780000008);
INSERT INTO chart (id, source, name, title) VALUES (1, 'fm', 'hot', 'Hot');
INSERT INTO chart_look (chart, first, last, occasions, ranks) VALUES (1, 1780000009, 1780000009, 1, 'e2 e1');
UPDATE program SET is_serial = 1;
INSERT INTO undo_step (id, action, items, title, time) VALUES (1, 'unfavourite', 1, '第一期', 1780000010), (2, 'delete', 1, '第二期', 1780000011);
INSERT INTO undo_row (step, place, part, key, old) VALUES (1, 0, 'favourite', 'e1', 'id' || char(31) || 'i9' || char(31) || 'item' || char(31) || 'i1' || char(31) || 'kind' || char(31) || 'te' || char(31) || 'since' || char(31) || 'i1780000000');
INSERT INTO undo_row (step, place, part, key) VALUES (2, 0, 'download', 'e2');
INSERT INTO trash (episode, name, path, size, since, step) VALUES (2, 'trash/b.mp3', 'downloads/b.mp3', 5, 1780000011, 2);
INSERT INTO bookmark (kind, item, position, note, made) VALUES ('e', 1, 30.5, 'here', 1780000012);
INSERT INTO program_setting (program, key, value) VALUES (1, 'speed', '1.25');
UPDATE listen SET heard = 60.0;
INSERT OR IGNORE INTO search_waiting SELECT id << 2 FROM episode WHERE id << 2 NOT IN (SELECT item FROM search_place);
INSERT OR IGNORE INTO search_waiting SELECT id << 2 | 1 FROM story WHERE id << 2 | 1 NOT IN (SELECT item FROM search_place);
INSERT OR IGNORE INTO search_waiting SELECT id << 2 | 2 FROM program WHERE id << 2 | 2 NOT IN (SELECT item FROM search_place);
INSERT OR IGNORE INTO search_waiting SELECT id << 2 | 3 FROM station WHERE id << 2 | 3 NOT IN (SELECT item FROM search_place);
