import Catalogue

/// Episodes: what services say about them, read together with what the listener did.
struct EpisodeTable {
    let database: SQLiteDatabase
    let paths: LibraryPaths

    func record(_ id: Int64) throws -> EpisodeRecord? {
        try database.first(Self.byID, id, read: record)
    }

    func records(of program: Int64) throws -> [EpisodeRecord] {
        try database.all(Self.byProgram, program, read: record)
    }

    /// As the catalogue has it: without the length that playing it measured.
    func plainRecord(source: String, ref: String) throws -> EpisodeRecord? {
        try database.first(Self.byRef, source, ref) { plainRecord(&$0) }
    }

    /// Whether any is known of a programme.
    func has(program: Int64) throws -> Bool {
        try database.first("SELECT 1 FROM episode WHERE program = ?", program) { _ in true } ?? false
    }

    /// Gives the id; nil where the source's episode is known already. `program` is the programme's row; without one the programme's title is kept
    /// with the episode.
    func insert(_ episode: Episode, source: String, program: Int64?, at now: Int64) throws -> Int64? {
        try database.statement(Self.insertion).run { Self.give(new: episode, source: source, program: program, at: now, to: &$0) }
        return database.changes > 0 ? database.lastID : nil
    }

    /// How many rows one statement takes: starting one costs as much as a row.
    static let atOnce = 50

    /// The same for just `atOnce` episodes of one programme. Gives the first one's id, which the others' follow; nil where some were known
    /// already, or come twice.
    func insert(all given: [Episode], source: String, program: Int64, at now: Int64) throws -> Int64? {
        try database.statement(Self.manyInsertion).run { row in
            let given = given.span
            for index in given.indices { Self.give(new: given[index], source: source, program: program, at: now, to: &row) }
        }
        return database.changes == given.count ? database.lastID &- Int64(given.count - 1) : nil
    }

    func id(source: String, ref: String) throws -> Int64? {
        try database.first("SELECT id FROM episode WHERE source = ? AND ref = ?", source, ref) { $0.int() }
    }

    /// 0 where there are none.
    func lastID() throws -> Int64 { try database.first("SELECT max(id) FROM episode") { $0.int() } ?? 0 }

    func update(_ id: Int64, to episode: Episode, program: Int64?) throws {
        try database.statement(Self.change).run {
            Self.give(episode, program: program, to: &$0)
            $0.add(id)
        }
    }

    private static func give(new episode: Episode, source: String, program: Int64?, at now: Int64, to row: inout SQLiteParameters) {
        row.add(text: source)
        row.add(text: episode.ref)
        give(episode, program: program, to: &row)
        row.add(now)
    }

    /// What services say of it, in the order in which `insertion` and `change` name the columns.
    private static func give(_ episode: Episode, program: Int64?, to row: inout SQLiteParameters) {
        row.add(text: episode.title)
        row.add(program)
        row.add(text: program == nil ? episode.programTitle : nil)
        row.add(text: PackedText.pack(episode.hosts))
        row.add(text: PackedText.pack(episode.tags))
        row.add(episode.published)
        row.add(episode.duration)
        row.add(episode.number)
        row.add(episode.season)
        row.add(text: episode.guid)
        episode.audio.isEmpty ? row.addNull() : row.add { PackedText.pack(episode.audio, into: &$0) }
        row.add(text: episode.image)
        row.add(text: episode.web)
        row.add(episode.isVideo)
        row.add(text: PackedText.pack(episode.counters))
        row.add(text: episode.kind?.rawValue)
        row.add(episode.isExplicit)
        row.add(text: episode.chapters)
        row.add(text: PackedText.pack(episode.transcripts))
        row.add(text: episode.summary)
    }
}

extension EpisodeTable {
    private static let selection = """
        SELECT e.id, e.source, p.id, e.ref, e.title, p.ref, coalesce(nullif(p.title, ''), e.program_title), e.hosts, e.tags, e.summary,
            e.published, e.duration, e.number, e.season, e.guid, e.audio, e.image, e.web, e.is_video, e.counters, e.episode_type, e.explicit,
            e.chapters, e.transcripts, f.id IS NOT NULL, l.id IS NOT NULL, g.played, g.position, d.path, d.size, g.duration
        FROM episode e LEFT JOIN program p ON p.id = e.program LEFT JOIN favourite f ON f.kind = 'e' AND f.item = e.id
            LEFT JOIN liked l ON l.kind = 'e' AND l.item = e.id
            LEFT JOIN progress g ON g.episode = e.id LEFT JOIN download d ON d.episode = e.id AND d.state = 'done'
        """
    private static let byID = selection + " WHERE e.id = ?"
    private static let byRef = selection + " WHERE e.source = ? AND e.ref = ?"
    // Newest first, those of unknown date last; among equals as the service has them.
    private static let byProgram = selection + " WHERE e.program = ? ORDER BY e.published DESC, e.id"

    private static let insertion = insertion(of: 1)
    private static let manyInsertion = insertion(of: atOnce)

    private static func insertion(of count: Int) -> String {
        let row = "(" + Array(repeating: "?", count: 23).joined(separator: ", ") + ")"
        return """
            INSERT INTO episode (source, ref, title, program, program_title, hosts, tags, published, duration, number, season, guid, audio,
                image, web, is_video, counters, episode_type, explicit, chapters, transcripts, summary, added)
            VALUES \(Array(repeating: row, count: count).joined(separator: ", ")) ON CONFLICT (source, ref) DO NOTHING
            """
    }

    private static let change = """
        UPDATE episode SET title = ?, program = ?, program_title = ?, hosts = ?, tags = ?, published = ?, duration = ?, number = ?, season = ?,
            guid = ?, audio = ?, image = ?, web = ?, is_video = ?, counters = ?, episode_type = ?, explicit = ?, chapters = ?,
            transcripts = ?, summary = ?
        WHERE id = ?
        """

    /// A row of `selection`.
    private func record(_ row: inout SQLiteColumns) -> EpisodeRecord {
        var record = plainRecord(&row)
        let measured = row.realOrNil()
        if record.episode.duration == nil { record.episode.duration = measured }
        return record
    }

    /// A row of `selection` but for its last column. The arguments are in the order of the columns.
    private func plainRecord(_ row: inout SQLiteColumns) -> EpisodeRecord {
        EpisodeRecord(
            id: ItemID(.episode, row.int()), source: row.text(), programID: row.intOrNil().map { ItemID(.program, $0) },
            episode: Self.episode(&row), favourite: row.flag(), liked: row.flag(), played: row.flag(),
            position: row.realOrNil(), downloaded: file(&row))
    }

    /// The downloaded file, if it is still there as it was stored.
    private func file(_ row: inout SQLiteColumns) -> String? {
        let (path, size) = (row.textOrNil().map(paths.absolute), row.intOrNil())
        return path.flatMap { StoredFile(at: $0, size: size).isThere ? $0 : nil }
    }

    private static func episode(_ row: inout SQLiteColumns) -> Episode {
        Episode(
            ref: row.text(), title: row.text(), programRef: row.textOrNil(), programTitle: row.textOrNil(),
            hosts: PackedText.list(row.textOrNil()), tags: PackedText.list(row.textOrNil()), summary: row.textOrNil(),
            published: row.intOrNil(), duration: row.realOrNil(), number: row.intOrNil().map(Int.init),
            season: row.intOrNil().map(Int.init), guid: row.textOrNil(), audio: PackedText.audio(row.textOrNil()), image: row.textOrNil(),
            web: row.textOrNil(), isVideo: row.flag(), counters: PackedText.counters(row.textOrNil()),
            kind: row.textOrNil().flatMap(Episode.Kind.init), isExplicit: row.flagOrNil(), chapters: row.textOrNil(),
            transcripts: PackedText.transcripts(row.textOrNil()))
    }
}
