import Library
import Testing

@Suite struct ReadingASearch {
    private typealias Term = SearchQuery.Term

    @Test(arguments: [
        ("night tide", [Term("night"), Term("tide")]),
        (#""night tide" old"#, [Term("night tide", isPhrase: true), Term("old")]),
        (#"-sea -"old sea""#, [Term("sea", isExcluded: true), Term("old sea", isPhrase: true, isExcluded: true)]),
        (
            #"title:sea host:"Mara Quill" -program:x PROGRAMME:y"#,
            [
                Term("sea", field: .title), Term("Mara Quill", field: .host, isPhrase: true),
                Term("x", field: .program, isExcluded: true), Term("y", field: .program),
            ]
        ),
        // What is no operator is a word.
        (
            "is:great before:soon sort:up -sort:date title: a:b :c",
            ["is:great", "before:soon", "sort:up"].map { Term($0) }
                + [Term("sort:date", isExcluded: true)] + ["title:", "a:b", ":c"].map { Term($0) }
        ),
        (#"- "" "open"#, [Term("-"), Term("open", isPhrase: true)]),
        ("before:2026-13 after:2026-1-32 before:26", ["before:2026-13", "after:2026-1-32", "before:26"].map { Term($0) }),
    ])
    func terms(_ text: String, _ terms: [SearchQuery.Term]) {
        #expect(SearchQuery(text).terms == terms)
    }

    @Test func operators() {
        let query = SearchQuery("is:favorite IS:new -is:played before:2026 after:2025-03 after:2025-2-28 sort:duration sea")
        #expect(query.marks == [.favourite, .new] && query.excludedMarks == [.played])
        #expect(query.from == 1_740_787_200 && query.until == 1_767_225_600)
        #expect(query.order == .duration && query.terms.map(\.text) == ["sea"])
        #expect(query.hasOperators && query.plainWords == "sea")
        #expect(!SearchQuery(#"a "b c""#).hasOperators && SearchQuery(#"a "b c" -d title:e"#).plainWords == "a b c")
    }
}
