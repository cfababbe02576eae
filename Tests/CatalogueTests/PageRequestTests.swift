import Catalogue
import Testing

struct PageRequestTests {
    @Test(arguments: [
        PageRequest.featured, .charts, .categories, .browse(category: "3/2", list: .hot, page: 2), .program(ref: "5101", page: 1),
        .program(ref: "", page: 7), .search(words: "a/b 夜", page: 3), .search(words: "\u{301}a/\u{301}", page: 1),
        .browse(category: "\u{301}", list: .new, page: 1), .chart(name: "clicks", page: 2), .day("2026-07-28"), .story(ref: "9/1"),
        .comments(story: "a/b", long: .after("x/%2F\u{301}%"), short: .end), .comments(story: "", long: .start, short: .after("")),
    ])
    func whatIsWrittenIsReadAgain(request: PageRequest) {
        #expect(PageRequest(text: request.text) == request)
    }

    @Test(arguments: ["", "featured/", "browse/hot/0/3", "browse/warm/1/3", "program/5101", "search/x/y", "other/1/2", "comments/start/7", "chart/0/x"])
    func somethingElseIsNone(text: String) {
        #expect(PageRequest(text: text) == nil)
    }
}
