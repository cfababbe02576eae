import Testing

@testable import Library
@testable import Prompt

@Suite struct NamesOfTables {
    @Test func whatEachTableHoldsHasANameInAListenersWords() {
        let index: Set = Migrations.searchTables.subtracting(["story_text"])
        #expect(Set(TableNames.words.keys) == Migrations.tables.subtracting(index))
        #expect(TableNames.list(["queue", "bookmark", "queue_entry", "other"]) == "the queue, the bookmarks, other")
    }
}
