import Catalogue
import Foundation
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

    @Test(arguments: [
        ("รายการวิทยุตอนเช้า", ["วิทยุ", "ตอนเช้า", "รายการ", "ว", "รายการวิทยุตอนเช้า"], ["วก"]),
        ("ﾗｼﾞｵ体操", ["ラジオ", "ﾗｼﾞｵ", "ラシ\u{3099}オ", "ジ", "体操"], ["ラシ"]),
        ("ラジオ", ["ﾗｼﾞｵ", "ジオ"], []), ("か\u{3099}き", ["がき", "が"], ["か"]), ("ぱん ヴ ヷ", ["は\u{309a}ん", "ウ\u{3099}", "ワ\u{3099}"], ["はん"]),
        ("\u{1112}\u{1161}\u{11ab}국어", ["한국", "한", "국어"], ["하"]), ("한국", ["\u{1112}\u{1161}\u{11ab}국"], []),
        ("Αθήνα ΣΑΣ", ["αθηνα", "σας", "σασ", "ΑΘΉΝΑ"], []), ("Йод ёж", ["и\u{306}од", "еж"], []), ("мой", ["мои\u{306}", "мой"], []),
        ("ﬁne ﬂow", ["fine", "FLOW", "ﬁne"], []), ("مُحَمَّد أحمد", ["محمد", "احمد"], []), ("שָׁלוֹם", ["שלום"], []),
    ]) func findsWhatIsWrittenDifferently(_ title: String, _ words: [String], _ others: [String]) async throws {
        let store = try await LibraryStore.scratch()
        _ = try await store.keep(Sample.page([Episode(ref: "1", title: title)]), from: "fm")
        for word in words { #expect(try await store.search(word, limit: 9).count == 1, "\(word)") }
        for word in others { #expect(try await store.search(word, limit: 9).isEmpty, "\(word)") }
    }

    @Test(arguments: [
        "", "-", "\"", "\"\"", "-\"\"", "-\"", "*", "^", ":", "title:", "title:\"\"", "NEAR(", "NEAR(旅行 night, 5", "旅行 AND", "\"旅行",
        "{title} : x", "a* OR b",
        "is:", "before:", "before:2020-02-30", "sort:", "--", "- - -", "\u{0}", "\u{301}", "\u{200d}", "-title:-x", "title:title:x",
    ]) func anyTextIsAQuery(_ words: String) async throws {
        try await search(words, in: store())
    }

    /// By the piece that is repeated, as the whole would fill pages of a log.
    @Test(arguments: ["旅行 ", "旅", "-a ", "\"", "is:new "]) func anyLengthIsAQuery(_ piece: String) async throws {
        try await search(String(repeating: piece, count: 20_000), in: store())
        let numbered = (1...2_000).map { piece.trimmingCharacters(in: .whitespaces) + String($0) }
        try await search(numbered.joined(separator: " "), in: store())
    }

    private func search(_ words: String, in store: LibraryStore) async throws {
        for ending in ["", " sort:date", " is:favourite", " -is:played before:2030"] {
            _ = try await store.search(words + ending, limit: 9)
        }
    }

    @Test func wordsAfterTheFirstHundredDontCount() {
        #expect(SearchQuery("a b a \"b\" -a is:new is:new").terms.map(\.text) == ["a", "b", "b", "a"])
        #expect(SearchQuery("is:new is:new -is:played -is:played") == SearchQuery("is:new -is:played"))
        #expect(SearchQuery((1...2000).map(String.init).joined(separator: " ")).terms.map(\.text) == (1...100).map(String.init))
    }

    @Test func whatIsNotMarkedCanBeAskedForAlone() async throws {
        let store = try await store()
        try await store.markPlayed(ItemID(.episode, 2), true)
        #expect(try await store.search("-is:played", limit: 10).map(\.id.description) == ["p1", "e4", "e3", "e1"])
    }

    @Test func givesNoMoreThanAskedFor() async throws {
        #expect(try await store().search("旅行", limit: 2).map(\.id.description) == ["p1", "e1"])
        #expect(try await store().search("旅行", limit: 0).isEmpty)
    }
}
