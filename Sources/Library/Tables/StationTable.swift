import Catalogue

/// Radio stations: what services say about them, read together with what the listener did.
struct StationTable {
    let database: SQLiteDatabase

    func record(_ id: Int64) throws -> StationRecord? {
        try database.first(Self.byID, id, read: Self.record)
    }

    func record(source: String, ref: String) throws -> StationRecord? {
        try database.first(Self.byRef, source, ref, read: Self.record)
    }

    func insert(_ station: Station, source: String, at now: Int64) throws -> Int64 {
        try database.run(
            Self.insertion, source, station.ref, station.title, PackedText.pack(station.audio), PackedText.pack(station.tags),
            station.country, station.language, station.codec, station.votes, station.clicks, station.trend, station.image, station.web,
            station.isHLS, now)
        return database.lastID
    }

    func update(_ id: Int64, to station: Station) throws {
        try database.run(
            Self.change, station.title, PackedText.pack(station.audio), PackedText.pack(station.tags), station.country, station.language,
            station.codec, station.votes, station.clicks, station.trend, station.image, station.web, station.isHLS, id)
    }
}

extension StationTable {
    private static let selection = """
        SELECT r.id, r.source, r.ref, r.title, r.audio, r.tags, r.country, r.language, r.codec, r.votes, r.clicks, r.trend, r.image, r.web,
            r.is_hls, f.id IS NOT NULL
        FROM station r LEFT JOIN favourite f ON f.kind = 'r' AND f.item = r.id
        """
    private static let byID = selection + " WHERE r.id = ?"
    private static let byRef = selection + " WHERE r.source = ? AND r.ref = ?"

    private static let insertion = """
        INSERT INTO station (source, ref, title, audio, tags, country, language, codec, votes, clicks, trend, image, web, is_hls, added)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    private static let change = """
        UPDATE station SET title = ?, audio = ?, tags = ?, country = ?, language = ?, codec = ?, votes = ?, clicks = ?, trend = ?, image = ?,
            web = ?, is_hls = ?
        WHERE id = ?
        """

    /// A row of `selection`. The arguments are in the order of the columns.
    private static func record(_ row: inout SQLiteColumns) -> StationRecord {
        StationRecord(
            id: ItemID(.station, row.int()), source: row.text(),
            station: Station(
                ref: row.text(), title: row.text(), audio: PackedText.audio(row.textOrNil()), tags: PackedText.list(row.textOrNil()),
                country: row.textOrNil(), language: row.textOrNil(), codec: row.textOrNil(), votes: row.intOrNil().map(Int.init),
                clicks: row.intOrNil().map(Int.init), trend: row.intOrNil().map(Int.init), image: row.textOrNil(), web: row.textOrNil(),
                isHLS: row.flag()),
            favourite: row.flag())
    }
}
