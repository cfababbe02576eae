import Catalogue

/// The downloads' rows. The state `gone` is one that failed for good; what isn't known, as that to older programs, has failed. Of one whose file
/// was deleted a row of the state `deleted` stays, so that it isn't fetched again by itself; otherwise it is as if there were none.
struct DownloadTable {
    let database: SQLiteDatabase
    let paths: LibraryPaths

    func all() throws -> [DownloadRecord] { try database.all(Self.selection + " ORDER BY d.id", read: record) }

    func record(_ episode: Int64) throws -> DownloadRecord? {
        try database.first(Self.selection + " AND d.episode = ?", episode, read: record)
    }

    /// `owner` marks the process that runs it.
    func keep(_ record: DownloadRecord, owner: String?, at now: Int64) throws {
        try database.run("DELETE FROM download WHERE episode = ? AND state = '\(Self.deleted)'", record.id.number)
        try database.run(
            Self.change, record.id.number, record.url, record.isGone ? Self.gone : record.state.rawValue, record.received, record.size,
            record.path.map(paths.stored),
            record.sha256, record.error, now, owner)
    }

    /// Where all are to lie.
    func places() throws -> DownloadPlaces {
        DownloadPlaces(
            try database.all("SELECT path, episode FROM download WHERE path IS NOT NULL") { (path: $0.text(), episode: $0.int()) })
    }

    /// Forgets all but that there was one.
    func noteDeletion(_ episode: Int64, at now: Int64) throws {
        try database.run(
            """
            UPDATE download SET state = '\(Self.deleted)', received = 0, size = NULL, path = NULL, sha256 = NULL, error = NULL, owner = NULL,
                updated = ? WHERE episode = ?
            """, now, episode)
    }

    /// The running ones, each with the mark of the process that runs it.
    func running() throws -> [(episode: Int64, owner: String)] {
        try database.all("SELECT episode, owner FROM download WHERE state = 'running'") { ($0.int(), $0.text()) }
    }

    /// The marks of those who have taken on what is not done, by episode.
    func owners() throws -> [Int64: String] {
        let rows = try database.all("SELECT episode, owner FROM download WHERE owner IS NOT NULL AND state IN ('waiting', 'running')") {
            (episode: $0.int(), owner: $0.text())
        }
        return Dictionary(rows.map { ($0.episode, $0.owner) }) { first, _ in first }
    }

    /// One of that owner's that waits is nobody's.
    func leave(_ episode: Int64, owner: String, at now: Int64) throws {
        try database.run(
            "UPDATE download SET owner = NULL, updated = ? WHERE episode = ? AND owner = ? AND state = 'waiting'", now, episode, owner)
    }

    func wait(_ episode: Int64, at now: Int64) throws {
        try database.run("UPDATE download SET state = 'waiting', owner = NULL, updated = ? WHERE episode = ?", now, episode)
    }
}

extension DownloadTable {
    private static let gone = "gone"
    private static let deleted = "deleted"
    private static let selection = """
        SELECT d.episode, d.url, d.state, d.received, d.size, d.path, d.sha256, d.error, d.updated, e.title
        FROM download d JOIN episode e ON e.id = d.episode WHERE d.state <> '\(deleted)'
        """
    private static let change = """
        INSERT INTO download (episode, url, state, received, size, path, sha256, error, updated, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (episode) DO UPDATE SET url = excluded.url, state = excluded.state, received = excluded.received, size = excluded.size,
            path = excluded.path, sha256 = excluded.sha256, error = excluded.error, updated = excluded.updated, owner = excluded.owner
        """

    private func record(_ row: inout SQLiteColumns) -> DownloadRecord {
        let (id, url, state) = (ItemID(.episode, row.int()), row.text(), row.text())
        return DownloadRecord(
            id: id, url: url, state: DownloadState(rawValue: state) ?? .failed, received: row.int(), size: row.intOrNil(),
            path: row.textOrNil().map(paths.absolute), sha256: row.textOrNil(), error: row.textOrNil(), isGone: state == Self.gone,
            updated: row.int(), title: row.text())
    }
}
