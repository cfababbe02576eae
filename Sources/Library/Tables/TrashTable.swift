import Catalogue

/// A deleted file in the trash.
struct TrashRow: Hashable {
    var id: Int64
    var episode: ItemID
    /// Where it lies, and where it lay, as paths are stored.
    var name: String
    var path: String
    /// Bytes.
    var size: Int64
    /// Seconds since 1970.
    var since: Int64
    var step: Int64
}

/// The rows of the files in the trash. A row is written before its file is moved there, and goes with the file's coming back or its end.
struct TrashTable {
    let database: SQLiteDatabase

    /// The latest first.
    func all() throws -> [TrashRow] { try database.all(Self.selection + " ORDER BY id DESC", read: Self.row) }

    func rows(of step: Int64) throws -> [TrashRow] { try database.all(Self.selection + " WHERE step = ?", step, read: Self.row) }

    func row(of episode: ItemID, step: Int64) throws -> TrashRow? {
        try database.first(
            Self.selection + " WHERE episode = ? AND step = ? ORDER BY id DESC LIMIT 1", episode.number, step, read: Self.row)
    }

    func add(_ row: TrashRow) throws {
        try database.run(
            "INSERT INTO trash (episode, name, path, size, since, step) VALUES (?, ?, ?, ?, ?, ?)", row.episode.number, row.name, row.path,
            row.size, row.since, row.step)
    }

    func move(_ row: TrashRow, toPath path: String) throws { try database.run("UPDATE trash SET path = ? WHERE id = ?", path, row.id) }

    func remove(_ row: TrashRow) throws { try database.run("DELETE FROM trash WHERE id = ?", row.id) }

    func hasName(_ name: String) throws -> Bool { try database.first("SELECT 1 FROM trash WHERE name = ?", name) { $0.int() } != nil }

    /// Whether a download has its place there, finished or not; with `episode` another one's than that.
    func isDownloadPath(_ path: String, besides episode: ItemID? = nil) throws -> Bool {
        try database.first("SELECT 1 FROM download WHERE path = ? AND episode IS NOT ?", path, episode?.number) { $0.int() } != nil
    }

    private static let selection = "SELECT id, episode, name, path, size, since, step FROM trash"

    private static func row(_ row: inout SQLiteColumns) -> TrashRow {
        TrashRow(
            id: row.int(), episode: ItemID(.episode, row.int()), name: row.text(), path: row.text(), size: row.int(), since: row.int(),
            step: row.int())
    }
}
