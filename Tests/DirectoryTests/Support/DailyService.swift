import Synchronization
import TestSupport

@testable import Catalogue
@testable import Directory

/// A daily news service on the loopback, with three stories a day up to its newest day; single answers can be changed.
final class DailyService: Sendable {
    typealias Change = @Sendable (LoopbackServer.Request) -> LoopbackServer.Response?

    static let newest = "2024-03-10"
    let server: LoopbackServer
    private let changes: Changes

    private final class Changes: Sendable {
        let all = Mutex<[Change]>([])
    }

    init() throws {
        let changes = Changes()
        self.changes = changes
        server = try LoopbackServer { request in
            for change in changes.all.withLock({ $0 }) {
                if let response = change(request) { return response }
            }
            return DailyService.answer(request.path)
        }
    }

    var source: Source { Source(name: "mirror", kind: .daily, url: server.url) }

    /// What is answered instead at a path; nil leaves it as it is. The last change is asked first.
    func change(_ change: @escaping Change) {
        changes.all.withLock { $0.insert(change, at: 0) }
    }

    func change(_ path: String, _ response: LoopbackServer.Response) { change { $0.path == path ? response : nil } }

    var paths: [String] { server.requests.map(\.path) }

    /// The list of a day: its stories are called by it and count down.
    static func list(_ day: DailyDay) -> String {
        let stories = [3, 2, 1].map { #"{"id":\#(day.compact)\#($0),"title":"\#(day.text) \#($0)"}"# }
        return #"{"date":"\#(day.compact)","stories":[\#(stories.joined(separator: ","))]}"#
    }

    private static func answer(_ path: String) -> LoopbackServer.Response {
        guard let newest = DailyDay(newest) else { return LoopbackServer.Response(status: 500) }
        let parts = path.split(separator: "/").map(String.init)
        switch (parts.dropFirst(2).first, parts.dropFirst(3).first) {
        case ("news", "latest"):
            let top = #","top_stories":[{"id":9,"title":"top","hint":"作者 / 某人"}]}"#
            return .json(list(newest).dropLast() + top)
        case ("news", "before"):
            guard let asked = parts.last.flatMap({ DailyDay($0) }) else { return LoopbackServer.Response(status: 404) }
            if asked <= .first { return .json(#"{"date":"\#(asked.before.compact)","stories":[]}"#) }
            return .json(list(min(asked.before, newest)))
        case ("news", let id?): return .json(#"{"id":\#(id),"title":"t\#(id)","body":"<p>文</p>","share_url":"http://d.test/\#(id)"}"#)
        case ("story-extra", _): return .json(#"{"popularity":8,"comments":47,"long_comments":3,"short_comments":44}"#)
        case ("story", _) where parts.contains("long-comments"): return comments(3, parts)
        case ("story", _) where parts.contains("short-comments"): return comments(44, parts)
        default: return LoopbackServer.Response(status: 404)
        }
    }

    /// Pages of twenty, ids counting down from `count`.
    private static func comments(_ count: Int, _ parts: [String]) -> LoopbackServer.Response {
        let first = parts.contains("before") ? (parts.last.flatMap { Int($0) } ?? 0) - 1 : count
        let ids = (max(1, first - 19)..<max(1, first + 1)).reversed()
        return .json(#"{"comments":[\#(ids.map { #"{"id":\#($0),"content":"c\#($0)"}"# }.joined(separator: ","))]}"#)
    }
}

extension FetchedPage {
    var stories: [Story] { page.items.compactMap { if case .story(let story) = $0 { story } else { nil } } }

    func comments(isLong: Bool) -> [Catalogue.Comment] {
        let sections = page.sections.filter { if case .comments(isLong, _) = $0.kind { true } else { false } }
        return sections.flatMap(\.items).compactMap { if case .comment(let comment) = $0 { comment } else { nil } }
    }
}
