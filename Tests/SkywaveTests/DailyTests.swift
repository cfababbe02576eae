import TestSupport
import Testing

/// The stories of a daily news service, with the built program.
@Suite struct DailyStories {
    private func reader(_ service: DailyNews) async throws -> Skywave {
        let skywave = try Skywave()
        #expect(try await skywave.run(["source", "add", "news", service.url, "--kind", "daily"]).status == 0)
        #expect(try await skywave("source use news").status == 0)
        return skywave
    }

    @Test func moreGoesBackDayByDayWithoutGapOrRepeat() async throws {
        let service = try DailyNews()
        let skywave = try await reader(service)
        let run = try await skywave.script("daily\n" + String(repeating: "more\n", count: 35), ["--json"])
        #expect(run.status == 0, "\(run.errors)")
        let objects = try JSONObject.lines(run.out)
        #expect(objects.of("activity").map { $0.text("title") } == ["头条"])
        let stories = objects.of("story")
        let days = DailyNews.days.prefix(36).map { "\($0.prefix(4))-\($0.dropFirst(4).prefix(2))-\($0.suffix(2))" }
        #expect(stories.map { $0.text("date") } == days.flatMap { [$0, $0] })
        #expect(stories.map { $0.text("id") } == (2...73).map { "s\($0)" })
        #expect(stories.map { $0.count("n") } == Array(2...73))
        #expect(stories.first?.text("author") == "林远")
        // A day of one's choice, and the days that are none
        #expect(try await skywave.objects("daily 2024-02-29").of("story").map { $0.text("date") } == ["2024-02-29", "2024-02-29"])
        #expect(try await skywave("daily 2024-05-01").status == 3)
        #expect(try await skywave("daily 2024-02-30").status == 2)
    }

    @Test func aStoryIsReadLikedAndKept() async throws {
        let service = try DailyNews()
        let skywave = try await reader(service)
        try await skywave("daily")
        let read = try await skywave("read 2")
        #expect(read.status == 0 && read.out.contains("潮水为什么会退？") && read.out.contains("因为月亮[1]。"), "\(read.out)\(read.errors)")
        #expect(read.out.contains("[1] http://127.0.0.1/moon") && read.out.contains("• 一\n• 二"))
        #expect(try await skywave("art 1").out == "http://127.0.0.1/sea.jpg\n")
        #expect(try await skywave.objects("read 2").of("story").first?.text("text")?.contains("月亮") == true)
        // The numbers of the listing are as they were
        #expect(try await skywave("like 2-3").status == 0)
        #expect(try await skywave("favourite 3").status == 0)
        let kept = try await skywave.objects("favourites").of("story")
        #expect(kept.map { $0.text("id") } == ["s3"] && kept.first?.flag("liked") == true)
        #expect(try await skywave("like --off s3").status == 0)
        #expect(try await skywave.objects("info s3").of("story").first?.flag("liked") == false)
        // Of other kinds
        #expect(try await skywave("play s3").status == 1)
        #expect(try await skywave("--source demo daily").status != 2)
    }

    @Test func commentsComeInPages() async throws {
        let service = try DailyNews()
        let skywave = try await reader(service)
        try await skywave("daily")
        let run = try await skywave.script("comments 2\nmore\nmore\n", ["--json"])
        #expect(run.status == 0, "\(run.errors)")
        let comments = try JSONObject.lines(run.out).of("comment")
        #expect(comments.map { $0.text("id") } == ["900"] + (501...550).reversed().map(String.init))
        #expect(comments.last?.text("time") == "2024-03-09T16:00:00Z")
        // In later processes too; at the end `more` means the listing again
        try await skywave("comments 2")
        for _ in 0..<2 { #expect(try await skywave("more").out.contains("说 5")) }
        #expect(try await skywave("more").status == 3)
        #expect(try await skywave("more").out.contains("20240309"))
    }

    @Test func whatWasSeenIsThereWithoutTheNetwork() async throws {
        let service = try DailyNews()
        let skywave = try await reader(service)
        let seen = try await skywave.script("daily\nmore\nread 2\ncomments 2\n").out
        service.server.stop()
        let again = try await skywave.script("daily\nmore\nread 2\ncomments 2\nmore\n")
        #expect(again.out == seen && again.status == 4)
        #expect(again.errors.split(separator: "\n").count { $0.hasPrefix("shown from the store") } == 4, "\(again.errors)")
        #expect(try await skywave("daily 2024-02-01").status == 4)
    }

    @Test func theServiceIsKnownWithoutItsKind() async throws {
        let service = try DailyNews()
        let skywave = try Skywave()
        #expect(try await skywave.run(["source", "add", "news", service.url]).status == 0)
        #expect(try await skywave.objects("source list").of("source").last?.text("kind") == "daily")
    }
}
