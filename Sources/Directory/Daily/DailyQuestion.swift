import Catalogue

/// What a daily news service can be asked (reference section C).
enum DailyQuestion: Question {
    /// `isNewer`: under the names that the newer services have for the same.
    case latest(isNewer: Bool = false)
    /// The list of the day before this one.
    case before(DailyDay, isNewer: Bool = false)
    case story(String, isNewer: Bool = false)
    case extra(String, isNewer: Bool = false)
    /// Comments of a story; `after` is the last one's id of the page before.
    case comments(story: String, isLong: Bool, after: String?)
    case themes, sections
    /// `path`: `theme/12`, `section/2/before/1667926800`.
    case shelf(path: String)

    /// Both names of the same have one key, so that what was stored under it stands in for either.
    var key: String {
        switch self {
        case .latest: "latest"
        case .before(let day, _): "before/\(day.compact)"
        case .story(let ref, _): "story/\(ref)"
        case .extra(let ref, _): "extra/\(ref)"
        case .comments(let story, let isLong, let after): "\(isLong ? "long" : "short")/\(story)" + (after.map { "/\($0)" } ?? "")
        case .themes: "themes"
        case .sections: "sections"
        case .shelf(let path): "shelf/\(path)"
        }
    }

    var name: String {
        switch self {
        case .latest, .before, .shelf: "stories"
        case .story: "story"
        case .extra: "counts"
        case .comments(_, let isLong, _): isLong ? "long comments" : "short comments"
        case .themes: "themes"
        case .sections: "sections"
        }
    }

    /// Added to the service's base.
    var path: String {
        switch self {
        case .latest(let isNewer): "api/4/\(isNewer ? "stories" : "news")/latest"
        case .before(let day, let isNewer): "api/4/\(isNewer ? "stories" : "news")/before/\(day.compact)"
        case .story(let ref, let isNewer): "api/4/\(isNewer ? "story" : "news")/\(URLText.escaped(ref))"
        case .extra(let ref, let isNewer):
            isNewer ? "api/4/story/\(URLText.escaped(ref))/extra" : "api/4/story-extra/\(URLText.escaped(ref))"
        case .comments(let story, let isLong, let after):
            "api/4/story/\(URLText.escaped(story))/\(isLong ? "long" : "short")-comments"
                + (after.map { "/before/\(URLText.escaped($0))" } ?? "")
        case .themes: "api/4/themes"
        case .sections: "api/3/sections"
        case .shelf(let path): "api/4/\(URLText.escapedPath(path))"
        }
    }

    /// The same under its newer name; nil where it has none, or this is it.
    var newer: DailyQuestion? {
        switch self {
        case .latest(isNewer: false): .latest(isNewer: true)
        case .before(let day, isNewer: false): .before(day, isNewer: true)
        case .story(let ref, isNewer: false): .story(ref, isNewer: true)
        case .extra(let ref, isNewer: false): .extra(ref, isNewer: true)
        default: nil
        }
    }
}

/// Asks a daily news service; where it doesn't know a question under its old name, under the newer one.
struct DailyOrigin: AnswerOrigin {
    let web: WebOrigin

    /// Both answer the same.
    static let servers = ["https://news-at.zhihu.com/", "https://daily.zhihu.com/"]

    func others(for question: DailyQuestion, after error: DirectoryError) -> [DailyQuestion] {
        error.isMissing ? [question.newer].compactMap(\.self) : []
    }

    func reply(to question: DailyQuestion, known: Answer?) async throws(DirectoryError) -> Reply {
        try await web.reply(to: WebQuestion(question.name, question.path), known: known)
    }
}
