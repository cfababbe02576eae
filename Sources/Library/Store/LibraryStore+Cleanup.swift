import Catalogue

extension LibraryStore {
    /// Moves downloaded files to the trash by these rules, as one step for `undo`, chosen in the transaction that notes it. No more is
    /// taken than the trash holds, so that all of it can be had back. Files that are not as they were downloaded are left alone. With `isDry`
    /// nothing is done.
    public func cleanUp(_ rules: CleanupRules, isDry: Bool = false) throws -> CleanupOutcome {
        var outcome = try reading { try chooseFiles(by: rules) }
        if isDry || outcome.items.isEmpty { return outcome }
        let deleted = try writing {
            outcome = try chooseFiles(by: rules)
            return try recordDeletion(of: outcome.items.map(\.id), "cleanup")
        }
        let (moved, gone) = moveDeleted(deleted)
        let there = Set(moved)
        outcome.items.removeAll { !there.contains($0.id) }
        outcome.gone = gone
        return outcome
    }

    /// Within a transaction.
    private func chooseFiles(by rules: CleanupRules) throws -> CleanupOutcome {
        if rules.rules.isEmpty { return CleanupOutcome() }
        let files = try database.all(CleanupSQL.files, read: cleanupFile).filter { file in
            StoredFile(at: file.item.path, size: file.item.size) == .whole
        }
        var (outcome, room) = (CleanupOutcome(), TrashLimit.bytes)
        for item in rules.choose(from: files, now: now) {
            // One that is larger than the trash alone would never go.
            if item.size <= room || outcome.items.isEmpty {
                room -= min(room, item.size)
                outcome.items.append(item)
            } else {
                outcome.later.append(item)
            }
        }
        return outcome
    }

    private func cleanupFile(_ row: inout SQLiteColumns) -> CleanupFile {
        let (id, path, size) = (ItemID(.episode, row.int()), row.text(), row.int())
        let item = CleanupItem(id: id, title: row.text(), path: paths.absolute(path), size: size)
        return CleanupFile(item: item, since: row.int(), playedSince: row.intOrNil(), isKept: row.flag())
    }
}

private enum CleanupSQL {
    /// Finished downloads, the oldest first. What was played stays in the queue, and counts as there where it is current or will come round again.
    static let files = """
        SELECT d.episode, d.path, d.size, e.title, d.updated, CASE WHEN g.played <> 0 THEN g.changed END,
            coalesce(g.position, 0) > 0
            OR d.episode IN (SELECT item FROM favourite WHERE kind = 'e')
            OR d.episode IN (SELECT item FROM bookmark WHERE kind = 'e')
            OR d.episode IN (
                SELECT item FROM queue_entry WHERE kind = 'e'
                    AND (played = 0 OR entry IN (SELECT current FROM queue) OR EXISTS (SELECT 1 FROM queue WHERE repeats <> 0)))
        FROM download d JOIN episode e ON e.id = d.episode LEFT JOIN progress g ON g.episode = d.episode
        WHERE d.state = 'done' AND d.path IS NOT NULL AND d.size IS NOT NULL ORDER BY d.updated, d.id
        """
}
