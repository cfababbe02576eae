import Catalogue
import Testing

struct DailyReaderTests {
    @Test func aDayHasCarouselAndStories() throws {
        let day = try DailyReader.day(
            body(
                #"""
                {"date":"20260301","stories":[
                  {"id":9700001,"title":"- 一\r\n- 二","hint":"某人 · 某地 · 12 分钟阅读","images":["https://i.test/1.jpg"],"url":"https://d.test/story/1"},
                  null,{"title":"无 id"},{"id":"0070","title":"<b>旧</b> &amp; 新","images":[],"ga_prefix":"030107"},{"id":5,"title":" "},7],
                 "top_stories":[{"id":3,"title":"头条","image":"//i.test/t.jpg","hint":"作者 / 某人"},{"title":"x"}]}
                """#))
        #expect(day.day?.text == "2026-03-01")
        #expect(
            day.stories == [
                Story(
                    ref: "9700001", title: "- 一 - 二", author: "某人 · 某地", hint: "某人 · 某地 · 12 分钟阅读", day: "2026-03-01",
                    image: "https://i.test/1.jpg", web: "https://d.test/story/1"),
                Story(ref: "0070", title: "旧 & 新", day: "2026-03-01"),
            ])
        let top = Story(ref: "3", title: "头条", author: "某人", hint: "作者 / 某人", image: "http://i.test/t.jpg")
        #expect(day.activities == [Activity(title: "头条", image: "http://i.test/t.jpg", target: .story(top))])
        #expect(
            day.skipped == ["activity 2 has no id", "story 2 is null", "story 3 has no id", "story 5 has no title", "story 6 is no object"])
    }

    @Test(
        arguments: [
            ("VOL.30", nil), ("某人 · 分钟阅读", nil), ("某人 · 3 分钟阅读", "某人"), (" · 3 分钟阅读", nil), ("某人 3 分钟阅读", nil), ("作者 / 甲 / 乙", "甲 / 乙"),
            ("作者 / ", nil),
        ] as [(String, String?)])
    func hintsNameAnAuthorOrNone(hint: String, author: String?) throws {
        let story = try #require(
            try DailyReader.day(body(#"{"date":"20260301","stories":[{"id":1,"title":"t","hint":"\#(hint)"}]}"#)).stories.first)
        #expect(story.author == author)
    }

    @Test func theOldestListIsRead() throws {
        let day = try DailyReader.day(
            body(
                #"{"date":"20150301","news":[{"id":7,"title":"t","url":"http://n.test/api/1.2/news/7","share_url":"http://d.test/7","image":"http://i.test/b.jpg","thumbnail":"http://i.test/s.jpg"}]}"#
            ))
        #expect(day.stories == [Story(ref: "7", title: "t", day: "2015-03-01", image: "http://i.test/b.jpg", web: "http://d.test/7")])
    }

    @Test(arguments: ["", " \n", "null", "{}", "[]", #"{"date":"20130518","stories":[]}"#, #"{"stories":null}"#])
    func aDayWithoutStoriesIsNoFault(source: String) throws {
        let day = try DailyReader.day(body(source))
        #expect(day.stories.isEmpty && day.skipped.isEmpty)
    }

    @Test func theNewestDayIsNeverNothing() throws {
        for source in ["", " \n", "null", "{}", "[]"] {
            #expect(throws: CatalogueError.self, "\(source)") { _ = try DailyReader.day(body(source), isNewest: true) }
        }
        let day = try DailyReader.day(body(#"{"date":"20260301","stories":[]}"#), isNewest: true)
        #expect(day.day?.text == "2026-03-01" && day.stories.isEmpty)
    }

    @Test func whatIsNoDayIsRefused() {
        for source in ["<html></html>", "{", #"{"comments":[]}"#, "7", #"{"code":"0","data":[]}"#, #"{"stories":"x"}"#] {
            #expect(throws: CatalogueError.self) { _ = try DailyReader.day(body(source)) }
        }
        #expect(throws: CatalogueError.refused(code: "1", message: "不行")) {
            _ = try DailyReader.day(body(#"{"status":1,"error_msg":"不\u001b[1m行"}"#))
        }
    }

    @Test func anArticleHasText() throws {
        let article = try DailyReader.article(
            body(
                #"""
                {"id":8,"title":"题","body":"<div class=\"meta\"><span class=\"author\">某人，</span></div>\r\n<p>文<a href=\"/x\">链</a></p>",
                 "image":"https://i.test/b.jpg","share_url":"http://d.test/story/7","css":[],"type":0}
                """#), ref: "7")
        #expect(article.story == Story(ref: "7", title: "题", author: "某人", image: "https://i.test/b.jpg", web: "http://d.test/story/7"))
        #expect(article.text.blocks == [.init(.byline, "某人"), .init(.paragraph, "文链[1]")])
        #expect(article.text.links == ["http://d.test/x"])
    }

    @Test func ofSeveralAuthorsNoneIsTheStorys() throws {
        let name = { (name: String) in #"<div class='meta'><span class='author'>\#(name)，</span></div><p>x</p>"# }
        let both = try DailyReader.article(body(#"{"id":1,"title":"t","body":"\#(name("甲") + name("乙"))"}"#), ref: "1")
        #expect(both.story.author == nil && both.text.blocks.count == 4)
        let same = try DailyReader.article(body(#"{"id":1,"title":"t","body":"\#(name("甲") + name("甲"))"}"#), ref: "1")
        #expect(same.story.author == "甲")
    }

    @Test func anArticleElsewhereHasAnAddressOnly() throws {
        let article = try DailyReader.article(body(#"{"type":1,"id":7,"title":"外","share_url":"http://d.test/7","theme_id":3}"#), ref: "7")
        #expect(article == Article(story: Story(ref: "7", title: "外", web: "http://d.test/7")))
        #expect(throws: CatalogueError.nothing(message: "")) { _ = try DailyReader.article(body("null"), ref: "7") }
        #expect(throws: CatalogueError.notThisService(expected: "a story")) { _ = try DailyReader.article(body("{}"), ref: "7") }
    }

    @Test func countsHaveTheirNames() throws {
        let counters = try DailyReader.extras(body(#"{"long_comments":"1","popularity":64,"short_comments":13,"comments":null}"#))
        #expect(
            counters == [
                Counter(name: "likes", text: "64"), Counter(name: "longComments", text: "1"), Counter(name: "shortComments", text: "13"),
            ])
        #expect(throws: CatalogueError.self) { _ = try DailyReader.extras(body(#"{"stories":[]}"#)) }
    }

    @Test func commentsKeepLinesAndReplies() throws {
        let read = try DailyReader.comments(
            body(
                #"""
                {"comments":[
                  {"id":33,"author":"甲","content":"一\n二 &lt;b&gt; 🙂\u001b[2J","likes":3,"time":1785225600,"avatar":"http://i.test/a.jpg",
                   "reply_to":{"id":1,"author":"乙","content":"原文","status":0}},
                  {"id":"32","author":"丙","content":"","likes":-1,"reply_to":{"id":2,"status":1,"error_msg":"已经被删除"}},{"author":"x"},
                  {"id":31,"author":"丁","content":"y","reply_to":{"error_msg":"gone"}},{"id":30,"content":"z","reply_to":null}]}
                """#))
        #expect(
            read.comments == [
                Comment(
                    ref: "33", author: "甲", text: "一\n二 <b> 🙂", likes: 3, time: 1_785_225_600,
                    replyTo: Comment.Reply(author: "乙", text: "原文")),
                Comment(ref: "32", author: "丙", text: "", replyTo: Comment.Reply(isDeleted: true)),
                Comment(ref: "31", author: "丁", text: "y", replyTo: Comment.Reply(isDeleted: true)), Comment(ref: "30", text: "z"),
            ])
        #expect(read.skipped == ["comment 3 has no id"])
        #expect(try DailyReader.comments(body(#"{"comments":[]}"#)).comments.isEmpty)
        #expect(throws: CatalogueError.self) { _ = try DailyReader.comments(body(#"{"comments":4,"popularity":1}"#)) }
    }

    @Test func themesAndSectionsAreCategories() throws {
        let themes = try DailyReader.categories(
            body(#"{"limit":9,"subscribed":[{"id":3,"name":"丙"}],"others":[{"id":12,"name":"甲","color":1},{"id":13}]}"#))
        #expect(themes.categories == [Category(ref: "theme/3", title: "丙"), Category(ref: "theme/12", title: "甲")])
        #expect(themes.skipped == ["theme 2 has no id or no name"])
        let sections = try DailyReader.categories(body(#"{"data":[{"id":2,"name":"乙","description":"x"}]}"#))
        #expect(sections.categories == [Category(ref: "section/2", title: "乙")])
        #expect(try DailyReader.categories(body(#"{"data":[]}"#)).categories.isEmpty)
    }

    @Test func shelvesSayHowTheyGoOn() throws {
        let section = try DailyReader.shelf(
            body(#"{"timestamp":1667926800,"name":"乙","stories":[{"id":5,"title":"t","date":"20221109","display_date":"x"}]}"#))
        #expect(
            section.title == "乙" && section.cursor == "1667926800" && section.stories == [Story(ref: "5", title: "t", day: "2022-11-09")])
        let theme = try DailyReader.shelf(
            body(#"{"name":"甲","stories":[{"id":6,"title":"a"},{"id":5,"title":"b","type":2}],"editors":[]}"#))
        #expect(theme.cursor == "5" && theme.stories.map(\.ref) == ["6", "5"])
        #expect(try DailyReader.shelf(body(#"{"timestamp":1,"stories":[]}"#)).cursor == nil)
        let hot = try DailyReader.shelf(body(#"{"recent":[{"news_id":8,"title":"h","url":"http://n.test/api/2/news/8"}]}"#))
        #expect(hot.stories == [Story(ref: "8", title: "h")] && hot.cursor == nil)
    }
}

struct DailyDayTests {
    @Test func readsBothSpellings() {
        #expect(DailyDay("20260728")?.text == "2026-07-28" && DailyDay("2026-07-28")?.compact == "20260728")
        for text in ["", "2026-7-28", "20260230", "2026-02-29", "20261301", "202607280", "2026/07/28", "2026--728", "-2026728", "２０２６0728"]
        {
            #expect(DailyDay(text) == nil)
        }
        #expect(DailyDay("2024-02-29") != nil)
    }

    @Test(arguments: [
        ("2026-03-01", "2026-02-28"), ("2024-03-01", "2024-02-29"), ("2027-01-01", "2026-12-31"), ("2000-03-01", "2000-02-29"),
        ("2100-03-01", "2100-02-28"),
    ])
    func goesOverTheEndsOfMonths(day: String, before: String) {
        #expect(DailyDay(day)?.before.text == before && DailyDay(before)?.after.text == day)
    }

    @Test func beginsOnItsBirthday() { #expect(DailyDay.first.text == "2013-05-19") }
}

struct DailyInspectionTests {
    private func page(_ source: String) throws -> Page { try Inspection.read(body(source)) }

    @Test func tellsAnswersByTheirShape() throws {
        let story = #"{"id":1,"title":"t"}"#
        #expect(
            try page(#"{"date":"20260301","stories":[\#(story)],"top_stories":[\#(story)]}"#).sections.map(\.kind) == [.activities, .plain])
        #expect(try page(#"{"stories":[\#(story),{}]}"#).skipped == ["story 2 has no id"])
        #expect(try page(#"{"comments":[{"id":1,"content":"c"}]}"#).sections.map(\.kind) == [.comments(isLong: false, total: nil)])
        #expect(try page(#"{"popularity":5,"comments":0}"#).article?.story.counters.map(\.text) == ["5", "0"])
        #expect(try page(#"{"limit":1,"others":[{"id":1,"name":"n"}]}"#).items == [.category(Category(ref: "theme/1", title: "n"))])
        #expect(try page(#"{"data":[{"id":1,"name":"n"}]}"#).items == [.category(Category(ref: "section/1", title: "n"))])
        #expect(try page(#"{"recent":[{"news_id":1,"title":"t"}]}"#).items == [.story(Story(ref: "1", title: "t"))])
        let article = try page(#"{"id":1,"title":"t","body":"<p>x</p>","ga_prefix":"030107"}"#).article
        #expect(article?.text.blocks.map(\.text) == ["x"])
    }

    @Test(arguments: ["null", #"{"stories":[]}"#, #"{"comments":[]}"#, #"{"date":"20130518","stories":[]}"#])
    func nothingIsAnEmptyPage(source: String) throws { #expect(try page(source) == Page()) }

    @Test func leavesTheAnswersOfOthersAlone() throws {
        #expect(try page(#"{"code":"0","data":[{"id":1,"name":"n","title":"t"}]}"#).items == [.episode(Episode(ref: "1", title: "t"))])
        #expect(throws: CatalogueError.self) { _ = try page(#"{"id":1,"title":"t"}"#) }
        #expect(throws: CatalogueError.self) { _ = try page(#"{"recent":[{"id":1}]}"#) }
    }
}
