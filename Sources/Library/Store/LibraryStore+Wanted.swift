public import Catalogue

extension LibraryStore {
    /// What is to be fetched by itself of a programme: of its `count` newest episodes that can be had those that were neither heard nor had,
    /// cancelled or given up before.
    public func wantedEpisodes(of program: ItemID, newest count: Int) throws -> [EpisodeRecord] {
        guard program.kind == .program, count > 0 else { return [] }
        return try reading {
            try database.all(Self.wanted, program.number, count) { $0.int() }.compactMap { try episodes.record($0) }
        }
    }

    /// One that failed after it had been there once was given up: it was found to be gone, or another.
    private static let wanted = """
        SELECT e.id FROM (
            SELECT id FROM episode WHERE program = ? AND (audio IS NOT NULL OR source <> 'feed') ORDER BY published DESC, id LIMIT ?
        ) e LEFT JOIN progress g ON g.episode = e.id LEFT JOIN download d ON d.episode = e.id
        WHERE coalesce(g.played, 0) = 0 AND (d.id IS NULL OR d.state = 'waiting' OR d.state = 'failed' AND d.sha256 IS NULL)
        """
}
