import Catalogue

/// What an FM-style catalogue can be asked: each has one answer, from a service or from a file of a static tree.
enum FMQuestion: Hashable, Sendable {
    case banner, cards, leaderboard, categories
    case details(program: String)
    case playList(program: String, page: Int)
    case list(category: String, PageRequest.List, page: Int)

    /// Where its answer lies in a static tree, without the ending `.json`.
    var path: [String] {
        switch self {
        case .banner: ["banner"]
        case .cards: ["cards"]
        case .leaderboard: ["leaderboard"]
        case .categories: ["categories"]
        case .details(let program): ["program", program]
        case .playList(let program, let page): ["playlist", program, String(page)]
        case .list(let category, let list, let page): ["list", category, list.rawValue, String(page)]
        }
    }

    /// Names the answer in the store, within its source.
    var key: String { path.joined(separator: "/") }

    /// What it asks for, as errors and notes call it.
    var name: String {
        switch self {
        case .banner: "banner"
        case .cards: "cards"
        case .leaderboard: "charts"
        case .categories: "categories"
        case .details: "details"
        case .playList: "play list"
        case .list: "list"
        }
    }
}
