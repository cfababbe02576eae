extension Migrations {
    /// The full-text index. `search_place` gives each item (number × 4 + 0 episode, 1 story, 2 programme, 3 station) its row in the FTS5 table,
    /// which keeps no text of its own; `search_waiting` has those whose notes, or which themselves, aren't indexed yet; `search_word` all words,
    /// to find those with which one begins. `story_text` is the text of a story that was read. All but that can be made anew from the rest.
    static let search = """
        CREATE TABLE IF NOT EXISTS search_place (place INTEGER PRIMARY KEY, item INTEGER NOT NULL UNIQUE) STRICT;
        CREATE TABLE IF NOT EXISTS search_waiting (item INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE IF NOT EXISTS search_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS story_text (story INTEGER PRIMARY KEY REFERENCES story (id), text TEXT NOT NULL) STRICT;
        CREATE VIRTUAL TABLE IF NOT EXISTS search_text
            USING fts5(title, host, program, tag, notes, content='', columnsize=0, tokenize='ascii', prefix='1');
        INSERT INTO search_text (search_text, rank) VALUES ('automerge', 8);
        \(searchWaiting)
        """

    /// All that has no place yet waits for one.
    static let searchWaiting = """
        INSERT OR IGNORE INTO search_waiting SELECT id << 2 FROM episode WHERE id << 2 NOT IN (SELECT item FROM search_place);
        INSERT OR IGNORE INTO search_waiting SELECT id << 2 | 1 FROM story WHERE id << 2 | 1 NOT IN (SELECT item FROM search_place);
        INSERT OR IGNORE INTO search_waiting SELECT id << 2 | 2 FROM program WHERE id << 2 | 2 NOT IN (SELECT item FROM search_place);
        INSERT OR IGNORE INTO search_waiting SELECT id << 2 | 3 FROM station WHERE id << 2 | 3 NOT IN (SELECT item FROM search_place);
        """

    static let searchTables: Set = [
        "search_place", "search_waiting", "search_word", "story_text", "search_text", "search_text_data", "search_text_idx",
        "search_text_config",
    ]
}
