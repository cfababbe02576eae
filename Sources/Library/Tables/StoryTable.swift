import Catalogue

/// Stories: what services say about them, read together with what the listener did.
struct StoryTable {
    let database: SQLiteDatabase

    func record(_ id: Int64) throws -> StoryRecord? {
        try database.first(Self.selection + " WHERE s.id = ?", id, read: Self.record)
    }

    func record(source: String, ref: String) throws -> StoryRecord? {
        try database.first(Self.selection + " WHERE s.source = ? AND s.ref = ?", source, ref, read: Self.record)
    }

    func insert(_ story: Story, source: String, at now: Int64) throws -> Int64 {
        try database.run(
            "INSERT INTO story (source, ref, title, author, hint, day, image, web, counters, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            source, story.ref, story.title, story.author, story.hint, story.day, story.image, story.web, PackedText.pack(story.counters),
            now)
        return database.lastID
    }

    func update(_ id: Int64, to story: Story) throws {
        try database.run(
            "UPDATE story SET title = ?, author = ?, hint = ?, day = ?, image = ?, web = ?, counters = ? WHERE id = ?", story.title,
            story.author, story.hint, story.day, story.image, story.web, PackedText.pack(story.counters), id)
    }

    /// The text of a story that was read.
    func text(_ id: Int64) throws -> String? {
        try database.first("SELECT text FROM story_text WHERE story = ?", id) { $0.text() }
    }

    func setText(_ id: Int64, _ text: String) throws {
        try database.run("INSERT OR REPLACE INTO story_text (story, text) VALUES (?, ?)", id, text)
    }

    private static let selection = """
        SELECT s.id, s.source, s.ref, s.title, s.author, s.hint, s.day, s.image, s.web, s.counters, f.id IS NOT NULL, l.id IS NOT NULL
        FROM story s LEFT JOIN favourite f ON f.kind = 's' AND f.item = s.id LEFT JOIN liked l ON l.kind = 's' AND l.item = s.id
        """

    /// A row of `selection`. The arguments are in the order of the columns.
    private static func record(_ row: inout SQLiteColumns) -> StoryRecord {
        StoryRecord(
            id: ItemID(.story, row.int()), source: row.text(),
            story: Story(
                ref: row.text(), title: row.text(), author: row.textOrNil(), hint: row.textOrNil(), day: row.textOrNil(),
                image: row.textOrNil(), web: row.textOrNil(), counters: PackedText.counters(row.textOrNil())),
            favourite: row.flag(), liked: row.flag())
    }
}
