import Catalogue
public import Library

extension RadioSession {
    /// Marks or unmarks favourites; what was so already is counted as skipped.
    public func setFavourite(_ words: [String], _ on: Bool) async throws -> ChangeReport {
        let ids = try await resolve(words).map(\.id)
        let library = try await library()
        let changed = try await library.setFavourite(ids, on)
        let action = on ? "favourite" : "unfavourite"
        return ChangeReport(action: action, items: changed, skipped: ids.count - changed, records: try await library.records(ids))
    }

    /// What was heard from when to when, newest first.
    public func history() async throws -> [ListenRecord] {
        let listens = try await library().history(limit: nil)
        if !listens.isEmpty { try await keepListing(listens.map(\.item.id.description), source: nil, next: nil) }
        return listens
    }
}
