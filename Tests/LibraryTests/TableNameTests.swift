import Testing

@testable import Library

/// Each table of a library is known wherever tables are named.
@Suite struct NamedTables {
    @Test func eachOfTheSchemaIsKnown() async throws {
        let store = try await LibraryStore.scratch()
        let all = Set(try await store.tables().filter { !$0.hasPrefix("sqlite_") })
        #expect(all == Migrations.tables)
        // All that isn't made of other tables is rescued
        let index: Set = Migrations.searchTables.subtracting(["story_text"])
        #expect(Set(try await store.rescuedTables()) == all.subtracting(index))
        #expect(
            Set(try await store.naming()) == ["favourite", "liked", "listen", "queue_entry", "playlist_entry", "bookmark"])
    }
}

extension LibraryStore {
    func tables() throws -> [String] { try database.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text() } }
    func rescuedTables() throws -> [String] { try RescueTables(database).names() }
    func naming() throws -> [String] { try LibraryRepair(database: database).naming() }
}
