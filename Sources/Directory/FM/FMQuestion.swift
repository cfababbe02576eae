import Catalogue

/// What an FM-style catalogue can be asked: each has one answer, from a service or (the first seven) from a file of a static tree.
enum FMQuestion: Question, Hashable {
    case banner, cards, leaderboard, categories
    case details(program: String)
    case playList(program: String, page: Int)
    case list(category: String, PageRequest.List, page: Int)
    case search(words: String, page: Int)
    /// A programme's episodes by another way: the service's list for Android, and the one for web pages.
    case audioList(program: String, page: Int)
    case webList(program: String, page: Int)
    /// A category's programmes without a choice of list.
    case anyList(category: String, page: Int)
    /// What the web page of a programme is made from.
    case webPage(program: String)
    /// One episode.
    case resource(String)
    /// The signed address of a file.
    case signedAudio(path: String)

    /// Where its answer lies in a static tree, without the ending `.json`. What comes from outside stands last or between slashes.
    var path: [String] {
        switch self {
        case .banner: ["banner"]
        case .cards: ["cards"]
        case .leaderboard: ["leaderboard"]
        case .categories: ["categories"]
        case .details(let program): ["program", program]
        case .playList(let program, let page): ["playlist", program, String(page)]
        case .list(let category, let list, let page): ["list", category, list.rawValue, String(page)]
        case .search(let words, let page): ["search", String(page), words]
        case .audioList(let program, let page): ["audiolist", program, String(page)]
        case .webList(let program, let page): ["weblist", program, String(page)]
        case .anyList(let category, let page): ["list", category, "any", String(page)]
        case .webPage(let program): ["webpage", program]
        case .resource(let episode): ["episode", episode]
        case .signedAudio(let path): ["signed", path]
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
        case .details, .webPage: "details"
        case .playList, .audioList, .webList: "play list"
        case .list, .anyList: "list"
        case .search: "search"
        case .resource: "episode"
        case .signedAudio: "signed address"
        }
    }
}

/// Where FM-style answers come from: a service, or a static tree.
protocol FMOrigin: AnswerOrigin<FMQuestion> {
    /// What relative URLs in its answers are against; nil where there are none.
    var base: String? { get }

    /// Where a page of a programme's episodes is had from.
    func playList(of program: String, page: Int) -> FMQuestion
}

extension FMOrigin {
    func playList(of program: String, page: Int) -> FMQuestion { .playList(program: program, page: page) }
}
