import Catalogue
import Testing

@testable import Library

@Suite struct SearchInTheLibrary {
    private func store() async throws -> LibraryStore {
        let store = try await LibraryStore.scratch()
        let episodes = [
            Episode(ref: "1", title: "旅行的故事", programRef: "p", programTitle: "夜听", published: 1),
            Episode(ref: "2", title: "A Café in Łódź", published: 2),
            Episode(ref: "3", title: "Other", hosts: ["旅行者", "Ｊörg"], published: 3),
            Episode(ref: "4", title: "Straße nach Südtirol", published: 4),
        ]
        let program = Program(ref: "p", title: "旅行 Night", hosts: ["李明"])
        _ = try await store.keep(Sample.page([.program(program)] + episodes.map(Item.episode)), from: "fm")
        return store
    }

    @Test(arguments: [
        ("旅行", ["p1", "e1", "e3"]), ("故", ["e1"]), ("CAFE lodz", ["e2"]), ("café", ["e2"]), ("jorg", ["e3"]), ("strasse SUD", ["e4"]),
        ("night", ["p1", "e1"]), ("night 故事", ["e1"]), ("李明", ["p1"]), ("nothing", []), ("", []), ("  ", []), ("%", []), ("night李", []),
    ])
    func finds(_ words: String, _ ids: [String]) async throws {
        #expect(try await store().search(words, limit: 10).map(\.id.description) == ids)
    }

    @Test func givesNoMoreThanAskedFor() async throws {
        #expect(try await store().search("旅行", limit: 2).map(\.id.description) == ["p1", "e1"])
        #expect(try await store().search("旅行", limit: 0).isEmpty)
    }
}
