import Catalogue
import Transfer

/// A question that is asked by a plain GET.
struct WebQuestion: Question {
    let key: String
    let name: String
    /// Added to a server's base, which ends with a slash.
    let path: String
    /// In the order in which they are sent; unescaped.
    let query: [(name: String, value: String)]

    /// The store knows it by its path and query.
    init(_ name: String, _ path: String, _ query: [(name: String, value: String)] = []) {
        self.name = name
        self.path = path
        self.query = query
        key = path + Self.text(of: query)
    }

    func url(base: String) -> String { base + path + Self.text(of: query) }

    private static func text(of query: [(name: String, value: String)]) -> String {
        query.isEmpty ? "" : "?" + query.map { "\($0.name)=\(URLText.escaped($0.value))" }.joined(separator: "&")
    }
}

/// A service with one or more servers that say the same: they are asked in turn until one can be reached.
struct WebOrigin: AnswerOrigin {
    let access: SourceAccess
    let transfer: TransferClient
    /// Each with a slash at its end; the first is asked first.
    let bases: [String]

    /// The source's own URL stands for all of the service's servers.
    init(access: SourceAccess, transfer: TransferClient, servers: [String]) {
        self.access = access
        self.transfer = transfer
        bases = access.source.url.map { [URLText.folder($0)] } ?? servers
    }

    func reply(to question: WebQuestion, known: Answer?) async throws(DirectoryError) -> Reply {
        var failure: TransferError?
        for base in bases {
            var request = HTTPRequest(question.url(base: base))
            request.allowDowngrade = access.allowHTTP
            do throws(TransferError) {
                return try await transfer.reply(to: request, known: known)
            } catch {
                failure = failure ?? error
                if !error.isUnreachable { throw .transfer(error.withURLs(URLText.withoutQuery), source: access.source.name) }
            }
        }
        throw .transfer((failure ?? .badURL("")).withURLs(URLText.withoutQuery), source: access.source.name)
    }
}

extension PageRequest {
    /// The command's word for it.
    var word: String {
        switch self {
        case .featured: "featured"
        case .charts, .chart: "charts"
        case .categories: "categories"
        case .browse: "browse"
        case .program: "open"
        case .search: "search"
        case .day: "daily"
        case .story: "read"
        case .comments: "comments"
        }
    }
}
