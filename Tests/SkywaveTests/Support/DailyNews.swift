import TestSupport

/// A daily news service on the loopback: 40 days up to 2024-03-10, two stories each, of which the newest has three pages of short comments.
final class DailyNews: Sendable {
    let server: LoopbackServer
    var url: String { server.url }

    /// The days, newest first, as the service writes them.
    static let days: [String] =
        (1...10).reversed().map { "202403" + twoDigits($0) } + (1...29).reversed().map { "202402" + twoDigits($0) } + ["20240131"]

    static let newestStory = "100"

    init() throws {
        server = try LoopbackServer { request in
            let parts = request.path.split(separator: "/").map(String.init)
            guard parts.starts(with: ["api", "4"]), parts.count > 2 else { return .text("not here", status: 404) }
            return .json(Self.answer(parts.dropFirst(2).map { $0 }))
        }
    }

    private static func answer(_ parts: [String]) -> String {
        switch parts {
        case ["news", "latest"]:
            let top = #"{"id":7,"title":"头条","image":"http://127.0.0.1/top.jpg","hint":"作者 / 顾闻"}"#
            return #"{"date":"\#(days[0])","stories":[\#(stories(0))],"top_stories":[\#(top)]}"#
        case let parts where parts.starts(with: ["news", "before"]) && parts.count == 3:
            guard let index = days.firstIndex(where: { $0 < parts[2] }) else { return "null" }
            return #"{"date":"\#(days[index])","stories":[\#(stories(index))]}"#
        case let parts where parts[0] == "news" && parts.count == 2: return article(parts[1])
        case let parts where parts[0] == "story-extra":
            return #"{"long_comments":1,"short_comments":50,"comments":51,"popularity":9}"#
        case let parts where parts[0] == "story" && parts.count > 2:
            return comments(parts[2], before: parts.count > 4 ? Int(parts[4]) : nil)
        default: return "{}"
        }
    }

    private static func stories(_ day: Int) -> String {
        (0..<2).map { number in
            let id = day * 2 + number + 100
            return
                #"{"id":\#(id),"title":"\#(days[day]) 第 \#(number + 1) 条","hint":"林远 · 3 分钟阅读","images":["http://127.0.0.1/\#(id).jpg"],"type":0}"#
        }.joined(separator: ",")
    }

    private static func article(_ id: String) -> String {
        let body =
            #"<div class=\"question\"><h2 class=\"question-title\">潮水为什么会退？</h2><div class=\"answer\"><div class=\"meta\"><span class=\"author\">林远，</span></div>"#
            + #"<div class=\"content\"><p>因为<a href=\"http://127.0.0.1/moon\">月亮</a>。</p><ul><li>一</li><li>二</li></ul>"#
            + #"<p><img class=\"content-image\" src=\"http://127.0.0.1/sea.jpg\" alt=\"\"></p></div></div></div>"#
        return #"{"id":\#(id),"title":"读这一条","body":"\#(body)","share_url":"http://127.0.0.1/s/\#(id)"}"#
    }

    /// Fifty short comments, 20 a page, newest first; one long one.
    private static func comments(_ kind: String, before: Int?) -> String {
        let all = kind == "long-comments" ? [900] : Array((501...550).reversed())
        let rest = before.map { last in all.filter { $0 < last } } ?? all
        let texts = rest.prefix(20).map { #"{"id":\#($0),"author":"读者","content":"说 \#($0)","likes":1,"time":1710000000}"# }
        return #"{"comments":[\#(texts.joined(separator: ","))]}"#
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
