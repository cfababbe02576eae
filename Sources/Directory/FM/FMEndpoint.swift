import Catalogue
import Transfer

/// Where an FM-style service answers a question, and what it wants with it (the service's mobile API as public clients use it).
struct FMEndpoint: Sendable {
    enum Method: Sendable {
        /// The parameters in the query, as they are.
        case get
        /// The parameters and a signature in a form body.
        case form
        /// The parameters and a signature in the query, with an empty body.
        case query
    }

    let method: Method
    /// The service's own host for this endpoint, with scheme and slash; another base stands in for it.
    let host: String
    let path: String
    /// What is asked for; appid, sign and timestamp are added where the method has them.
    let parameters: [(name: String, value: String)]
    /// The path names the user's id and signature.
    private(set) var isSecret = false

    /// The shelves of the home screen, in its order. The list is not JSON: its keys have no quotes.
    private static let cardIDs = [64, 72, 81, 69, 93, 113, 111, 38, 65, 37, 100, 103, 105, 60, 88]
    static let cards = "[" + cardIDs.map { "{id:\($0)}" }.joined(separator: ",") + "]"

    /// The endpoints of the first clients, which are asked first.
    init?(first question: FMQuestion) {
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
        default: return nil
        }
    }

    /// The endpoints of later clients, for what the first ones have not, or don't answer.
    init?(later question: FMQuestion) {
        switch question {
        case .categories:
            self.init(.get, Self.later, "static/categoryTvGet_100.html", [])
        case .search(let words, let page):
            self.init(
                .get, Self.later, "public/search_720.html", [("keyWord", words), ("searchType", "1"), ("pageNum", String(page))])
        case .audioList(let program, let page):
            self.init(.get, Self.later, "android/600/getProgramAudioList.html", [("pid", program), ("pagenum", String(page))])
        case .webList(let program, let page):
            let parameters = [("pid", program), ("isFree", "2"), ("pageNum", String(page)), ("pageSize", "20")]
            self.init(.get, Self.later, "h5/getPayResourceList_714.html", parameters)
        case .anyList(let category, let page):
            self.init(.get, Self.later, "android/600/getProgramList.html", [("cid", category), ("pagenum", String(page))])
        case .webPage(let program):
            self.init(.get, Self.web, folder: "fm/read/", URLText.escaped(program) + "_BackData/getProgramData.html", [])
        case .signedAudio(let path):
            self.init(.get, Self.later, "public/getSignAudio.html", [("filepath", path)])
        default: return nil
        }
    }

    /// The endpoint of one episode, which wants who asks in its path. Nil without an id and a signature, or a key to make one.
    init?(resource episode: String, for access: SourceAccess) {
        guard let appid = access.appid else { return nil }
        let parameters = [(name: "appid", value: appid), (name: "rid", value: episode)]
        guard let sign = access.sign ?? access.key.flatMap({ FMSignature.of(parameters, key: $0) }) else { return nil }
        let path = [appid, sign, episode].map(URLText.escaped).joined(separator: "/")
        self.init(.get, Self.lists, "api/\(path)/getResourceByRid_240.html", [])
        isSecret = true
    }

    /// The URL to ask, at `base` (with a slash at its end) or at the service's own host.
    func url(base: String?) -> String { (base ?? host) + path }

    private static let pages = "http://d.fm.ifeng.com/"
    private static let lists = "http://fm.ifeng.com/"
    private static let later = "https://d.fm.renbenai.com/"
    private static let web = "https://s.fm.renbenai.com/"

    private init(
        _ method: Method, _ host: String, folder: String = "fm/read/fmd/", _ path: String, _ parameters: [(name: String, value: String)]
    ) {
        self.method = method
        self.host = host
        self.path = folder + path
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
