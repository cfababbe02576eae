/// What can be asked of a catalogue. `text` names a request in the library's store and is the cursor that `more` goes on from.
public enum PageRequest: Hashable, Sendable {
    /// One of a category's lists.
    public enum List: String, Sendable, CaseIterable {
        case recommended, hot, new
    }

    case featured
    case charts
    case categories
    /// `page` from 1.
    case browse(category: String, list: List, page: Int)
    /// A programme's details and episodes, newest first; `page` from 1.
    case program(ref: String, page: Int)
    case search(words: String, page: Int)

    /// Stable and reversible: `featured`, `browse/hot/2/329`, `program/1/5101`. What comes from outside stands last, as it may hold anything.
    public var text: String {
        switch self {
        case .featured: "featured"
        case .charts: "charts"
        case .categories: "categories"
        case .browse(let category, let list, let page): "browse/\(list.rawValue)/\(page)/\(category)"
        case .program(let ref, let page): "program/\(page)/\(ref)"
        case .search(let words, let page): "search/\(page)/\(words)"
        }
    }

    /// Reads what `text` wrote; nil for anything else. By scalars: a slash with an accent behind it is still a slash.
    public init?(text: String) {
        let parts = text.unicodeScalars.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        switch (parts[0], parts.count) {
        case ("featured", 1): self = .featured
        case ("charts", 1): self = .charts
        case ("categories", 1): self = .categories
        case ("browse", 2):
            let fields = rest.unicodeScalars.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3, let list = List(rawValue: fields[0]), let page = Int(fields[1]), page > 0 else { return nil }
            self = .browse(category: fields[2], list: list, page: page)
        case ("program", 2):
            guard let (page, ref) = Self.pageAndRest(rest) else { return nil }
            self = .program(ref: ref, page: page)
        case ("search", 2):
            guard let (page, words) = Self.pageAndRest(rest) else { return nil }
            self = .search(words: words, page: page)
        default: return nil
        }
    }

    private static func pageAndRest(_ text: String) -> (Int, String)? {
        let fields = text.unicodeScalars.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 2, let page = Int(fields[0]), page > 0 else { return nil }
        return (page, fields[1])
    }
}
