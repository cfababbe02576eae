public import Catalogue

extension LibraryStore {
    /// How an item stood in each chart that it was ever seen in; empty where it was in none.
    public func chartTraces(of item: ItemID) throws -> [ChartTrace] {
        try reading {
            guard let record = try find(item) else { return [] }
            return try ChartTable(database: database).traces(of: item, source: record.source)
        }
    }
}
