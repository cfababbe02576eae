import Catalogue
import Foundation
import Testing

@testable import Library

@Suite struct TheSearchIndex {
    private func found(_ store: LibraryStore, _ words: String) async throws -> [String] {
        try await store.search(words, limit: 50).map(\.id.description)
    }

    private func indexAll(_ store: LibraryStore) async throws {
        for _ in 0..<1000 where try await !store.indexPending() { return }
    }

    private func sample() async throws -> LibraryStore {
        let store = try await LibraryStore.scratch()
        let first = Episode(
            ref: "1", title: "Old sea stories", programRef: "p", programTitle: "Tide", hosts: ["Mara Quill"],
            summary: "About a lighthouse keeper,\nand his cat.", published: 1_735_700_000, duration: 60, audio: [AudioFile(url: "u")])
        let second = Episode(
            ref: "2", title: "The sea, old and new", hosts: ["Tobias"], summary: "猫和灯塔的故事", published: 1_767_300_000,
            duration: 900)
        let third = Episode(ref: "3", title: "Mara", published: nil, duration: 90)
        _ = try await store.keep(Sample.page([first, second, third].map(Item.episode)), from: "fm")
        return store
    }

    @Test(arguments: [
        ("old sea", ["e2", "e1"]), (#""old sea""#, ["e1"]), ("sea -stories", ["e2"]), (#"sea -"old sea""#, ["e2"]), ("title:mara", ["e3"]),
        ("host:mara", ["e1"]), ("program:tid", ["p1", "e1"]), ("mara", ["e3", "e1"]), ("old sort:date", ["e2", "e1"]),
        ("sea sort:duration", ["e2", "e1"]), ("sort:duration -nothing", ["e2", "e3", "e1", "p1"]), ("-sea", ["p1", "e3"]),
        ("-sea -mara", ["p1"]), ("sort:date", []), ("-! -\"\"", []), ("before:2026", ["e1"]), ("sea after:2026-01", ["e2"]),
        ("after:2024 before:2026-01-02", ["e2", "e1"]), ("is:played", ["e2"]), ("sea -is:played", ["e1"]), ("is:favourite", ["e3"]),
        ("is:new", ["e1"]), ("is:downloaded", ["e1"]), ("lighthouse", ["e1"]), ("light", ["e1"]), ("灯塔", ["e2"]), ("猫", ["e2"]),
        ("灯猫", []), ("sea cat", ["e1"]), (#""keeper and""#, ["e1"]), (#""light""#, []), ("is:favourite mara", ["e3"]),
    ])
    func operators(_ query: String, _ ids: [String]) async throws {
        let store = try await sample()
        try await store.markPlayed(ItemID(.episode, 2), true)
        _ = try await store.setFavourite([ItemID(.episode, 3)], true)
        _ = try await store.subscribe(ItemID(.program, 1), url: nil)
        try await store.writeSQL("INSERT INTO download (episode, url, state, received, updated) VALUES (1, 'u', 'done', 1, 0)")
        try await indexAll(store)
        #expect(try await found(store, query) == ids)
    }

    @Test func notesWaitUntilTheyAreIndexed() async throws {
        let store = try await sample()
        #expect(try await store.waitingForIndex() == (0, 2))
        #expect(try await found(store, "lighthouse") == [])
        #expect(try await found(store, "old").count == 2)
        #expect(try await store.indexPending(limit: 1))
        #expect(try await store.waitingForIndex() == (0, 1))
        #expect(try await found(store, "灯塔") == ["e2"])
        try await indexAll(store)
        #expect(try await store.waitingForIndex() == (0, 0))
        #expect(try await found(store, "lighthouse") == ["e1"])
        #expect(try await store.verifyIndex() == nil)
    }

    @Test func whatALargeChangeLeavesInPartsIsMergedLater() async throws {
        let store = try await LibraryStore.scratch()
        func setting(_ name: String) async throws -> Int64? {
            try await store.number("SELECT v FROM search_text_config WHERE k = '\(name)'")
        }
        func parts() async throws -> Int64 { try await store.number("SELECT count(DISTINCT segid) FROM search_text_idx") ?? 0 }
        for round in 0..<10 {
            let episodes = (0..<1200).map { Episode(ref: "\(round)-\($0)", title: "Tide \(round) \($0)", summary: "Note \($0)") }
            _ = try await store.keep(Sample.page(episodes.map(Item.episode)), from: "fm")
        }
        #expect(try await (setting("automerge"), setting("crisismerge")) == (64, 500))
        #expect(try await parts() >= 10)
        #expect(try await found(store, "\"tide 7\" 1199") == ["e9600"])
        try await indexAll(store)
        #expect(try await (setting("automerge"), setting("crisismerge")) == (8, 16))
        #expect(try await parts() < 8)
        #expect(try await found(store, "\"tide 7\" \"note 1199\"") == ["e9600"])
        #expect(try await store.verifyIndex() == nil)
        #expect(try await !store.indexPending())
    }

    @Test func aHitInTheNotesHasItsContext() async throws {
        let store = try await sample()
        try await indexAll(store)
        let hits = try await store.search(SearchQuery("sea Keeper"), limit: 9)
        #expect(hits.map(\.context) == [SearchContext(before: "About a lighthouse ", match: "keeper", after: ", and his cat.")])
        #expect(try await store.search(SearchQuery("sea"), limit: 9).allSatisfy { $0.context == nil })
    }

    @Test func theContextIsCutBetweenCharacters() throws {
        func context(_ words: String..., in text: String) -> SearchContext? { SearchContext(of: words.map(FoldedText.init), in: text) }
        #expect(context("cafe", in: "decafe, Ｃafé!") == SearchContext(before: "decafe, ", match: "Ｃafé", after: "!"))
        #expect(context("nothing", in: "text") == nil && context("", in: "") == nil && context("", in: "text") == nil)
        // Marks that stand by themselves belong to the character before them, also the last one's.
        let tree = context("arbol", "verde", in: "un\te\u{301}l a\u{301}rbol\u{301}\r\nverde")
        #expect(tree == SearchContext(before: "un e\u{301}l ", match: "a\u{301}rbol\u{301}", after: " verde"))
        #expect(context("bol", in: "arbol bol") == SearchContext(before: "arbol ", match: "bol", after: ""))
        #expect(context("国", in: "中国") == SearchContext(before: "中", match: "国", after: ""))
        let far = context("far", in: String(repeating: "ñ", count: 30) + " far " + String(repeating: "国", count: 70))
        #expect(far?.before == "…" + String(repeating: "ñ", count: 23) + " " && far?.after == " " + String(repeating: "国", count: 59) + "…")
    }

    @Test func whatChangesIsFoundAsItIsNow() async throws {
        // Given an indexed library
        let store = try await sample()
        try await indexAll(store)
        // When title, notes and date of an episode change, and its programme gets another name, in one page
        let changed = Episode(ref: "1", title: "Young rivers", programRef: "p", summary: "About a mill.", published: 1_780_000_000)
        let page = Sample.page([.program(Program(ref: "p", title: "Evening", hosts: ["Quill"])), .episode(changed)])
        _ = try await store.keep(page, from: "fm")
        try await indexAll(store)
        // Then the new words find it and the old ones don't
        for word in ["young", "mill", "evening", "program:evening"] { #expect(try await found(store, word).contains("e1"), "\(word)") }
        for word in ["stories", "lighthouse", "tide", "program:tide", "before:2026 about"] { #expect(try await found(store, word) == []) }
        #expect(try await found(store, "sort:date after:2024") == ["e1", "e2"])
        #expect(try await store.verifyIndex() == nil)
        // And nothing is left of the old rows
        #expect(try await store.number("SELECT count(*) FROM search_place") == 4)
    }

    @Test func aStorysTextIsFoundOnceItWasRead() async throws {
        let store = try await LibraryStore.scratch()
        let story = Story(ref: "9", title: "为什么", day: "2026-07-28")
        _ = try await store.keep(Sample.page([.story(story)]), from: "daily")
        #expect(try await found(store, "月亮") == [])
        for text in ["太阳和月亮", "只有星星"] {
            let article = Article(story: story, text: RichText(blocks: [.init(.paragraph, text)]))
            _ = try await store.keep(Page(article: article), from: "daily")
            try await indexAll(store)
            #expect(try await found(store, "月亮") == (text.contains("月亮") ? ["s1"] : []))
        }
        #expect(try await found(store, "星") == ["s1"])
    }

    @Test func itIsMadeAnew() async throws {
        let store = try await sample()
        try await indexAll(store)
        let before = try await found(store, "sea")
        try await store.rebuildIndex()
        #expect(try await store.waitingForIndex() == (4, 0))
        #expect(try await found(store, "sea") == [])
        // Something that changes meanwhile is indexed as it is then.
        _ = try await store.keep(Sample.page([Episode(ref: "3", title: "Nara", duration: 90)]), from: "fm")
        try await indexAll(store)
        #expect(try await found(store, "sea") == before)
        #expect(try await found(store, "nara") == ["e3"])
        #expect(try await found(store, "title:mara") == [])
        #expect(try await store.verifyIndex() == nil)
        try await store.writeSQL("DELETE FROM search_place WHERE item = 4")
        #expect(try await store.verifyIndex()?.contains("1 item") == true)
    }

    @Test func manyOfOneSecondAreAllFound() async throws {
        let store = try await LibraryStore.scratch()
        let episodes = (1...100).map { Episode(ref: "\($0)", title: "same \($0)", published: 1_700_000_000 + Int64($0 % 2)) }
        _ = try await store.keep(Sample.page(Array(episodes.prefix(60))), from: "fm")
        _ = try await store.keep(Sample.page(Array(episodes.suffix(40))), from: "fm")
        #expect(try await store.search("same", limit: 200).count == 100)
        #expect(try await store.search("same sort:date", limit: 50).allSatisfy { $0.id.number % 2 == 1 })
        #expect(try await store.search("before:2023-11-14", limit: 200).isEmpty)
    }

    @Test func datesBeyondAllMeasureDoNoHarm() async throws {
        let store = try await LibraryStore.scratch()
        let dates: [Int64] = [.max, .min, 0]
        _ = try await store.keep(
            Sample.page(dates.enumerated().map { Episode(ref: "\($0)", title: "same", published: $1) }), from: "fm")
        #expect(try await store.search("same sort:date", limit: 2).map(\.id.number) == [1, 3])
        #expect(try await store.search("same", limit: 1).map(\.id.number) == [1])
        #expect(try await store.search("before:1800", limit: 9).map(\.id.number) == [2])
    }

    /// Runs of Chinese with what can stand between them, of few characters, so that each pair stands somewhere.
    private static func text(_ random: inout SystemRandomNumberGenerator) -> String {
        let characters = "新闻历史故事市中国的一".map { String($0) } + ["，", " ", "A", "广播", "カナ", "7", "！", "é"]
        return (0..<Int.random(in: 0...12, using: &random)).map { _ in characters.randomElement(using: &random) ?? "市" }.joined()
    }

    @Test func chineseIsFoundAsLIKEFindsIt() async throws {
        var random = SystemRandomNumberGenerator()
        let store = try await LibraryStore.scratch()
        let episodes = (1...400).map {
            Episode(
                ref: "\($0)", title: Self.text(&random), summary: Self.text(&random) + "\n" + Self.text(&random), published: Int64($0 % 50))
        }
        _ = try await store.keep(Sample.page(episodes), from: "fm")
        try await indexAll(store)
        let characters = Array("新闻历史故事市中国的一广播カナ")
        let pairs = characters.flatMap { first in characters.map { String([first, $0]) } }
        for query in characters.map(String.init) + pairs + ["历史故事", "新闻历", "中国的一"] {
            let like = "SELECT 'e' || id FROM episode WHERE title LIKE '%\(query)%' OR summary LIKE '%\(query)%'"
            #expect(try await Set(store.search(query, limit: 1000).map(\.id.description)) == Set(store.texts(like)), "\(query)")
        }
    }
}

extension LibraryStore {
    fileprivate func texts(_ sql: String) throws -> [String] { try database.all(sql) { $0.text() } }
}
