import Catalogue
import Testing

/// Chapters as podcasts publish them beside their feeds.
struct ChapterTests {
    private let file = """
        {"version":"1.2.0","chapters":[
          {"startTime":"94.5","title":"Main &amp; more","img":"https://i.test/c.jpg","toc":true},
          {"startTime":0,"title":"Opening"},
          {"startTime":1200,"endTime":1230,"title":"Advertisement","toc":false},
          {"startTime":1300,"endTime":1400.25}, {"title":"nowhere"}, {"startTime":-1}, {"startTime":1500,"endTime":1500,"title":"End"}]}
        """

    @Test func theyStandInTheOrderOfTheirStarts() throws {
        let (chapters, skipped) = try ChapterReader.read(body(file))
        #expect(
            chapters == [
                Chapter(number: 1, title: "Opening", start: 0), Chapter(number: 2, title: "Main & more", start: 94.5),
                Chapter(number: 3, title: "", start: 1300, end: 1400.25), Chapter(number: 4, title: "End", start: 1500),
            ])
        #expect(skipped == ["chapter 5 has no start", "chapter 6 has no start"])
    }

    @Test func theyAreToldByTheirShape() throws {
        let page = try Inspection.read(body(file))
        #expect(page.chapters.map(\.number) == [1, 2, 3, 4] && page.skipped.count == 2 && page.items.isEmpty)
        #expect(try Inspection.read(body(#"{"chapters":[{"startTime":1,"title":"a"}]}"#)).chapters.count == 1)
        #expect(try ChapterReader.read(body(#"{"version":"1.2.0","chapters":[]}"#)).chapters.isEmpty)
    }

    @Test(arguments: [#"{"chapters":[{"title":"of a book"}]}"#, #"{"version":"1","chapters":{}}"#, "[]", #"{"version":"1.2.0"}"#])
    func whatIsNoneIsRefused(source: String) {
        #expect(throws: CatalogueError.notThisService(expected: "chapters")) { _ = try ChapterReader.read(body(source)) }
        #expect(throws: CatalogueError.notThisService(expected: "the answer of a known service")) { _ = try Inspection.read(body(source)) }
    }
}
