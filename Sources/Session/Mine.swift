import Catalogue
public import Library

extension RadioSession {
    /// Marks or unmarks favourites; what was so already is counted as skipped.
    public func setFavourite(_ words: [String], _ on: Bool) async throws -> ChangeReport {
        let resolved = try await resolveEach(words)
        let ids = resolved.records.map(\.id)
        let library = try await library()
        let changed = try await library.setFavourite(ids, on)
        let action = on ? "favourite" : "unfavourite"
        let records = try await library.records(ids)
        return ChangeReport(
            action: action, items: changed, skipped: ids.count - changed, records: records, failures: resolved.failures)
    }

    /// What was heard from when to when, newest first. It becomes the last listing, but where `listing` is false.
    public func history(listing: Bool = true) async throws -> [ListenRecord] {
        let listens = try await library().history(limit: nil)
        if listing, !listens.isEmpty { try await keepListing(listens.map(\.item.id.description), source: nil, next: nil) }
        return listens
    }
}
