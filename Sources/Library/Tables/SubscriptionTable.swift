import Catalogue

/// The subscriptions' rows: the listener's wish and what came of it, apart from what the feed says.
struct SubscriptionTable {
    let database: SQLiteDatabase
    let programs: ProgramTable

    func add(_ program: Int64, url: String?, at now: Int64) throws -> Bool {
        try database.run("INSERT INTO subscription (program, url, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", program, url, now)
        return database.changes > 0
    }

    func remove(_ program: Int64) throws -> Bool {
        try database.run("DELETE FROM subscription WHERE program = ?", program)
        return database.changes > 0
    }

    /// Oldest first.
    func all(counted: Bool) throws -> [Subscription] {
        let rows = try database.all((counted ? Self.selection : Self.uncounted) + " ORDER BY s.since, s.program", read: Self.row)
        return try rows.compactMap(subscription)
    }

    func note(_ program: Int64, _ check: SubscriptionCheck, at now: Int64) throws {
        switch check {
        case .news(let url, let etag, let lastModified):
            try database.run(Self.news, url, etag, lastModified, now, program)
        case .unchanged:
            try database.run(
                "UPDATE subscription SET checked = ?, error = NULL, failures = 0, not_before = NULL WHERE program = ?", now, program)
        case .failed(let words, let notBefore):
            try database.run(
                "UPDATE subscription SET checked = ?, error = ?, failures = failures + 1, not_before = ? WHERE program = ?", now, words,
                notBefore, program)
        }
    }

    /// Unheard episodes of what is subscribed, newest first, those of unknown date last.
    func unheard() throws -> [Int64] {
        try database.all(Self.unheardEpisodes) { $0.int() }
    }
}

extension SubscriptionTable {
    private static let columns = "s.program, s.url, s.since, s.checked, s.etag, s.last_modified, s.error, s.failures, s.not_before"
    private static let uncounted = "SELECT \(columns), 0, 0 FROM subscription s"
    private static let selection = """
        SELECT \(columns),
            (SELECT count(*) FROM episode e WHERE e.program = s.program),
            (SELECT count(*) FROM episode e LEFT JOIN progress g ON g.episode = e.id
                WHERE e.program = s.program AND coalesce(g.played, 0) = 0 AND (e.audio IS NOT NULL OR e.source <> 'feed'))
        FROM subscription s
        """
    private static let news = """
        UPDATE subscription SET url = coalesce(?, url), etag = ?, last_modified = ?, checked = ?, error = NULL, failures = 0, not_before = NULL
        WHERE program = ?
        """
    private static let unheardEpisodes = """
        SELECT e.id FROM episode e JOIN subscription s ON s.program = e.program LEFT JOIN progress g ON g.episode = e.id
        WHERE coalesce(g.played, 0) = 0 AND (e.audio IS NOT NULL OR e.source <> 'feed') ORDER BY e.published DESC, e.id
        """

    private struct Row {
        var program: Int64
        var url: String?
        var since: Int64
        var checked: Int64?
        var etag: String?
        var lastModified: String?
        var error: String?
        var failures: Int
        var notBefore: Int64?
        var episodes: Int
        var unheard: Int
    }

    private static func row(_ row: inout SQLiteColumns) -> Row {
        Row(
            program: row.int(), url: row.textOrNil(), since: row.int(), checked: row.intOrNil(), etag: row.textOrNil(),
            lastModified: row.textOrNil(), error: row.textOrNil(), failures: Int(clamping: row.int()), notBefore: row.intOrNil(),
            episodes: Int(clamping: row.int()), unheard: Int(clamping: row.int()))
    }

    private func subscription(_ row: Row) throws -> Subscription? {
        guard let program = try programs.record(row.program) else { return nil }
        return Subscription(
            program: program, url: row.url, since: row.since, checked: row.checked, etag: row.etag, lastModified: row.lastModified,
            error: row.error, failures: row.failures, notBefore: row.notBefore, episodes: row.episodes, unheard: row.unheard)
    }
}
