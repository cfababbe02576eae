/// What can be asked of a catalogue. `text` names a request in the library's store and is the cursor that `more` goes on from.
public enum PageRequest: Hashable, Sendable {
    /// One of a category's lists.
    public enum List: String, Sendable, CaseIterable {
        case recommended, hot, new
    }

    /// Where a list of comments goes on.
    public enum CommentPlace: Hashable, Sendable {
        case start
        /// After the comment of this id.
        case after(String)
        case end
    }

    /// The home page; of a daily news service the newest day.
    case featured
    /// All charts with their beginning.
    case charts
    /// One chart, of a service that has it in pages; `page` from 1.
    case chart(name: String, page: Int)
    case categories
    /// `page` from 1.
    case browse(category: String, list: List, page: Int)
    /// A programme's details and episodes, newest first; `page` from 1.
    case program(ref: String, page: Int)
    case search(words: String, page: Int)
    /// The stories of a day, YYYY-MM-DD.
    case day(String)
    /// A story with its text.
    case story(ref: String)
    /// What readers said of a story: its long and its short comments, each from a place on.
    case comments(story: String, long: CommentPlace, short: CommentPlace)

    /// Stable and reversible: `featured`, `browse/hot/2/329`, `program/1/5101`. What comes from outside stands last, as it may hold anything.
    public var text: String {
        switch self {
        case .featured: "featured"
        case .charts: "charts"
        case .chart(let name, let page): "chart/\(page)/\(name)"
        case .categories: "categories"
        case .browse(let category, let list, let page): "browse/\(list.rawValue)/\(page)/\(category)"
        case .program(let ref, let page): "program/\(page)/\(ref)"
        case .search(let words, let page): "search/\(page)/\(words)"
        case .day(let day): "day/\(day)"
        case .story(let ref): "story/\(ref)"
        case .comments(let story, let long, let short): "comments/\(long.text)/\(short.text)/\(story)"
        }
    }

    /// Reads what `text` wrote; nil for anything else. By scalars: a slash with an accent behind it is still a slash.
    public init?(text: String) {
        let parts = text.unicodeScalars.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        switch (parts[0], parts.count) {
        case ("featured", 1): self = .featured
        case ("charts", 1): self = .charts
        case ("categories", 1): self = .categories
        case (_, 2):
            guard let request = Self.named(parts[0], parts[1]) else { return nil }
            self = request
        default: return nil
        }
    }

    /// A request whose word is followed by something.
    private static func named(_ word: String, _ rest: String) -> PageRequest? {
        switch word {
        case "day": return .day(rest)
        case "story": return .story(ref: rest)
        case "browse":
            guard let fields = fields(rest, 3), let list = List(rawValue: fields[0]), let page = page(fields[1]) else { return nil }
            return .browse(category: fields[2], list: list, page: page)
        case "comments":
            guard let fields = fields(rest, 3), let long = CommentPlace(text: fields[0]), let short = CommentPlace(text: fields[1]) else {
                return nil
            }
            return .comments(story: fields[2], long: long, short: short)
        default:
            guard let fields = fields(rest, 2), let page = page(fields[0]) else { return nil }
            switch word {
            case "chart": return .chart(name: fields[1], page: page)
            case "program": return .program(ref: fields[1], page: page)
            case "search": return .search(words: fields[1], page: page)
            default: return nil
            }
        }
    }

    private static func fields(_ text: String, _ count: Int) -> [String]? {
        let fields = text.unicodeScalars.split(separator: "/", maxSplits: count - 1, omittingEmptySubsequences: false).map(String.init)
        return fields.count == count ? fields : nil
    }

    private static func page(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }
}

extension PageRequest.CommentPlace {
    /// `start`, `end`, or `=` and the comment's id with its slashes written otherwise.
    fileprivate var text: String {
        switch self {
        case .start: "start"
        case .end: "end"
        case .after(let ref):
            "=" + ref.unicodeScalars.map { $0 == "/" ? "%2F" : $0 == "%" ? "%25" : String($0) }.joined()
        }
    }

    fileprivate init?(text: String) {
        switch text {
        case "start": self = .start
        case "end": self = .end
        default:
            guard text.utf8.first == UInt8(ascii: "=") else { return nil }
            let parts = text.unicodeScalars.dropFirst().split(separator: "%", omittingEmptySubsequences: false).map(String.init)
            let rest = parts.dropFirst().map { ($0.utf8.starts(with: "2F".utf8) ? "/" : "%") + String($0.unicodeScalars.dropFirst(2)) }
            self = .after((parts.first ?? "") + rest.joined())
        }
    }
}
