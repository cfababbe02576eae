public import Catalogue

extension LibraryStore {
    /// Keeps where the listener stopped in an episode, in seconds; nil takes the place away. `duration` is the length that playing it
    /// measured, nil where it is not known. Throws `noSuchItem`.
    public func keepPosition(_ id: ItemID, seconds: Double?, duration: Double?) throws {
        try writing {
            try database.run(ProgressSQL.keepPosition, try requireEpisode(id), seconds, duration, now)
        }
    }

    /// Marks an episode as heard, which also takes its place away, or as unheard. Throws `noSuchItem`.
    public func markPlayed(_ id: ItemID, _ played: Bool) throws {
        try writing {
            try database.run(ProgressSQL.markPlayed, try requireEpisode(id), played, now)
        }
    }

    /// Marks episodes so in one transaction. Gives those that weren't so already. With `step` it can be undone. Throws `noSuchItem`; then none
    /// is marked.
    public func markPlayed(_ ids: [ItemID], _ played: Bool, step: String?) throws -> [ItemID] {
        try writing {
            let numbers = try ids.map(requireEpisode)
            return try recording(step, .progress, of: ids) {
                try zip(ids, numbers).filter { _, number in
                    if try isPlayed(number) == played { return false }
                    try database.run(ProgressSQL.markPlayed, number, played, now)
                    return true
                }.map(\.0)
            }
        }
    }

    private func isPlayed(_ episode: Int64) throws -> Bool {
        try database.first("SELECT played FROM progress WHERE episode = ?", episode) { $0.flag() } ?? false
    }
}

private enum ProgressSQL {
    static let keepPosition = """
        INSERT INTO progress (episode, position, duration, changed) VALUES (?, ?, ?, ?)
        ON CONFLICT (episode) DO UPDATE SET position = excluded.position, duration = coalesce(excluded.duration, duration),
            changed = excluded.changed
        """
    static let markPlayed = """
        INSERT INTO progress (episode, played, changed) VALUES (?, ?, ?)
        ON CONFLICT (episode) DO UPDATE SET played = excluded.played, changed = excluded.changed,
            position = CASE WHEN excluded.played THEN NULL ELSE position END
        """
}
