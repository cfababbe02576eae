import Catalogue
import Transfer

/// Where an FM-style service answers a question, and what it wants with it (the service's mobile API as public clients use it).
struct FMEndpoint: Sendable {
    enum Method: Sendable {
        case get
        /// The parameters in a form body.
        case form
        /// The parameters in the query, with an empty body.
        case query
    }

    let method: Method
    /// The service's own host for this endpoint, with scheme and slash; another base stands in for it.
    let host: String
    let path: String
    /// What is asked for; appid, sign and timestamp are added.
    let parameters: [(name: String, value: String)]

    /// The shelves of the home screen, in its order. The list is not JSON: its keys have no quotes.
    private static let cardIDs = [64, 72, 81, 69, 93, 113, 111, 38, 65, 37, 100, 103, 105, 60, 88]
    static let cards = "[" + cardIDs.map { "{id:\($0)}" }.joined(separator: ",") + "]"

    /// Nil where the service has no such endpoint that this program asks.
    init?(_ question: FMQuestion) {
        switch question {
        case .banner:
            self.init(.get, Self.pages, "public/getBanner_633.html", [])
        case .cards:
            self.init(.query, Self.pages, "ios/getCardById_634.html", [("cid", Self.cards)])
        case .leaderboard:
            self.init(.form, Self.lists, "public/getLeaderboard_631.html", [])
        case .details(let program):
            self.init(.form, Self.pages, "ios/getProgramDetails_610.html", [("pid", program)])
        case .playList(let program, page: 1):
            let parameters = [("num", "20"), ("pid", program), ("rid", "0"), ("type", "1")]
            self.init(.form, Self.lists, "ios/getProPlayList_620.html", parameters)
        case .list(let category, let list, let page):
            let parameters = [("cid", category), ("listtype", Self.listType(list)), ("pagenum", String(page))]
            self.init(.form, Self.pages, "ios/600/getProgramList.html", parameters)
        case .categories, .playList: return nil
        }
    }

    /// The URL to ask, at `base` (with a slash at its end) or at the service's own host.
    func url(base: String?) -> String { (base ?? host) + path }

    private static let pages = "http://d.fm.ifeng.com/"
    private static let lists = "http://fm.ifeng.com/"

    private init(_ method: Method, _ host: String, _ path: String, _ parameters: [(name: String, value: String)]) {
        self.method = method
        self.host = host
        self.path = "fm/read/fmd/" + path
        self.parameters = parameters
    }

    private static func listType(_ list: PageRequest.List) -> String {
        switch list {
        case .recommended: "1"
        case .new: "2"
        case .hot: "3"
        }
    }
}
