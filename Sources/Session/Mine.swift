import Catalogue
public import Library

extension RadioSession {
    /// Marks or unmarks favourites; what was so already is counted as skipped.
    public func setFavourite(_ words: [String], _ on: Bool) async throws -> ChangeReport {
        let resolved = try await resolveEach(words)
        let ids = resolved.records.map(\.id)
        let library = try await library()
        let action = on ? "favourite" : "unfavourite"
        let changed = try await library.setFavourite(ids, on, step: on ? nil : action)
        let records = try await library.records(ids)
        return ChangeReport(
            action: action, items: changed, skipped: ids.count - changed, records: records, failures: resolved.failures)
    }

    /// Marks episodes as heard, which takes their places away, or as unheard; a programme stands for all of its own that are known. What was so
    /// already is counted as skipped. Throws SessionError.cannotBeMarked, .noEpisodes.
    public func mark(_ words: [String], played: Bool) async throws -> ChangeReport {
        let library = try await library()
        let resolved = try await resolveEach(words)
        var (ids, failures) = ([ItemID](), resolved.failures)
        for record in resolved.records {
            do { ids += try await marked(by: record) } catch {
                if error is LibraryError || resolved.records.count == 1 && failures.isEmpty { throw error }
                failures.append(ItemFailure(title: record.title, error: error))
            }
        }
        var seen: Set<ItemID> = []
        ids.removeAll { !seen.insert($0).inserted }
        let changed = try await library.markPlayed(ids, played, step: "mark")
        return ChangeReport(
            action: "mark", items: changed.count, skipped: ids.count - changed.count, records: try await library.records(changed),
            failures: failures, variant: played ? "played" : "unplayed")
    }

    private func marked(by record: ItemRecord) async throws -> [ItemID] {
        switch record {
        case .episode(let episode): return [episode.id]
        case .story, .station: throw SessionError.cannotBeMarked(title: record.title)
        case .program(let program):
            let episodes = try await library().episodes(of: program.id)
            if episodes.isEmpty { throw SessionError.noEpisodes(title: record.title) }
            return episodes.map(\.id)
        }
    }

    /// What was heard from when to when, newest first. It becomes the last listing, but where `listing` is false.
    public func history(listing: Bool = true) async throws -> [ListenRecord] {
        let listens = try await library().history(limit: nil)
        if listing, !listens.isEmpty { try await keepListing(listens.map(\.item.id.description), source: nil, next: nil) }
        return listens
    }
}
