import Catalogue

/// What a radio directory is asked (reference section D1). Broken stations are left out everywhere.
enum RadioQuestions {
    /// How many stations a page has.
    static let pageSize = 20
    /// How many categories are asked for: the world has some 250 countries.
    static let categories = 100
    static let countries = 300

    /// The interface's charts, by name.
    static let charts: [(name: String, title: String)] = [
        ("clicks", "Most played today"), ("votes", "Most voted for"), ("trend", "On the rise"),
    ]

    /// Nil for a chart that there isn't.
    static func chart(_ name: String, page: Int) -> WebQuestion? {
        switch name {
        case "clicks": WebQuestion("chart of clicks", "json/stations/topclick", paging(page))
        case "votes": WebQuestion("chart of votes", "json/stations/topvote", paging(page))
        case "trend": WebQuestion("trend", "json/stations/search", [("order", "clicktrend"), ("reverse", "true")] + paging(page))
        default: nil
        }
    }

    static func shelf(_ shelf: RadioReader.Shelf) -> WebQuestion {
        let limit = shelf == .countries ? countries : categories
        let query = [("order", "stationcount"), ("reverse", "true"), ("hidebroken", "true"), ("limit", String(limit))]
        return WebQuestion(shelf.rawValue, "json/\(shelf.rawValue)", query)
    }

    /// A list of a category's stations; a ref that names no shelf is a tag.
    static func browse(_ ref: String, _ list: PageRequest.List, page: Int) -> WebQuestion {
        let order =
            switch list {
            case .recommended: "votes"
            case .hot: "clickcount"
            case .new: "changetimestamp"
            }
        return WebQuestion("list", "json/stations/search", category(ref) + [("order", order), ("reverse", "true")] + paging(page))
    }

    static func search(_ words: String, page: Int) -> WebQuestion {
        WebQuestion("search", "json/stations/search", [("name", words), ("order", "clickcount"), ("reverse", "true")] + paging(page))
    }

    /// Counts that a station is played.
    static func click(_ ref: String) -> WebQuestion { WebQuestion("click", "json/url/" + URLText.escaped(ref)) }

    private static func category(_ ref: String) -> [(name: String, value: String)] {
        let parts = ref.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let shelf = parts.count == 2 ? RadioReader.Shelf.allCases.first { $0.word == parts[0] } : nil
        switch shelf {
        case .countries: return [("countrycode", parts[1])]
        case .languages: return [("language", parts[1]), ("languageExact", "true")]
        case .tags: return [("tag", parts[1]), ("tagExact", "true")]
        case nil: return [("tag", ref), ("tagExact", "true")]
        }
    }

    private static func paging(_ page: Int) -> [(name: String, value: String)] {
        // A page's number may come from a stored listing: no sum of it may overflow.
        let offset = min(max(page, 1) - 1, Int.max / pageSize) * pageSize
        return [("hidebroken", "true"), ("offset", String(offset)), ("limit", String(pageSize))]
    }
}
