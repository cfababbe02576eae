import Catalogue

/// Programmes: what services say about them, read together with what the listener did.
struct ProgramTable {
    let database: SQLiteDatabase

    func record(_ id: Int64) throws -> ProgramRecord? {
        try database.first(Self.byID, id, read: Self.record)
    }

    func record(source: String, ref: String) throws -> ProgramRecord? {
        try database.first(Self.byRef, source, ref, read: Self.record)
    }

    func id(source: String, ref: String) throws -> Int64? {
        try database.first("SELECT id FROM program WHERE source = ? AND ref = ?", source, ref) { $0.int() }
    }

    func insert(_ program: Program, source: String, at now: Int64) throws -> Int64 {
        try database.run(
            Self.insertion, source, program.ref, program.title, PackedText.pack(program.hosts), PackedText.pack(program.tags),
            program.summary, program.image, program.feed, program.web, program.language, program.episodeCount, program.latestTitle,
            program.updated, PackedText.pack(program.counters), program.isSerial, program.isExplicit, now)
        return database.lastID
    }

    func update(_ id: Int64, to program: Program) throws {
        try database.run(
            Self.change, program.title, PackedText.pack(program.hosts), PackedText.pack(program.tags), program.summary, program.image,
            program.feed, program.web, program.language, program.episodeCount, program.latestTitle, program.updated,
            PackedText.pack(program.counters), program.isSerial, program.isExplicit, id)
    }
}

extension ProgramTable {
    private static let selection = """
        SELECT p.id, p.source, p.ref, p.title, p.hosts, p.tags, p.summary, p.image, p.feed, p.web, p.language, p.episode_count,
            p.latest_title, p.updated, p.counters, p.is_serial, p.explicit, f.id IS NOT NULL, s.program IS NOT NULL
        FROM program p LEFT JOIN favourite f ON f.kind = 'p' AND f.item = p.id LEFT JOIN subscription s ON s.program = p.id
        """
    private static let byID = selection + " WHERE p.id = ?"
    private static let byRef = selection + " WHERE p.source = ? AND p.ref = ?"

    private static let insertion = """
        INSERT INTO program (source, ref, title, hosts, tags, summary, image, feed, web, language, episode_count, latest_title, updated,
            counters, is_serial, explicit, added)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let change = """
        UPDATE program SET title = ?, hosts = ?, tags = ?, summary = ?, image = ?, feed = ?, web = ?, language = ?, episode_count = ?,
            latest_title = ?, updated = ?, counters = ?, is_serial = ?, explicit = ?
        WHERE id = ?
        """

    /// A row of `selection`. The arguments are in the order of the columns.
    private static func record(_ row: inout SQLiteColumns) -> ProgramRecord {
        ProgramRecord(
            id: ItemID(.program, row.int()), source: row.text(),
            program: Program(
                ref: row.text(), title: row.text(), hosts: PackedText.list(row.textOrNil()), tags: PackedText.list(row.textOrNil()),
                summary: row.textOrNil(), image: row.textOrNil(), feed: row.textOrNil(), web: row.textOrNil(), language: row.textOrNil(),
                episodeCount: row.intOrNil().map(Int.init), latestTitle: row.textOrNil(), updated: row.intOrNil(),
                counters: PackedText.counters(row.textOrNil()), isSerial: row.flagOrNil(), isExplicit: row.flagOrNil()),
            favourite: row.flag(), subscribed: row.flag())
    }
}
