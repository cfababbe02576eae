import Catalogue
import Transfer

/// Asks an FM-style service over HTTP.
struct FMClient: FMOrigin {
    let access: SourceAccess
    let transfer: TransferClient
    let now: @Sendable () -> Int64

    /// The categories of a service that gives no list of them.
    static let categories = [Category(ref: "329", title: "播客"), Category(ref: "330", title: "凤凰独家")]

    /// The service gives absolute URLs, or such without a scheme.
    var base: String? { nil }

    func reply(to question: FMQuestion, known: Answer?) async throws(DirectoryError) -> Reply {
        guard let endpoint = endpoint(question) else {
            throw .noSuchPage(source: access.source.name, kind: access.source.kind, page: question.name)
        }
        let url = endpoint.url(base: access.source.url.map(URLText.folder))
        do {
            return try await transfer.reply(to: request(endpoint, url), known: endpoint.method == .get ? known : nil)
        } catch {
            // The query may hold a signature, which belongs in no message; nor does a path that does.
            throw .transfer(error.withURLs(endpoint.isSecret ? URLText.host : URLText.withoutQuery), source: access.source.name)
        }
    }

    private func endpoint(_ question: FMQuestion) -> FMEndpoint? {
        if case .resource(let episode) = question { return FMEndpoint(resource: episode, for: access) }
        return FMEndpoint(first: question) ?? FMEndpoint(later: question)
    }

    /// The first clients' endpoint has no second page.
    func playList(of program: String, page: Int) -> FMQuestion {
        page == 1 ? .playList(program: program, page: 1) : .audioList(program: program, page: page)
    }

    func others(for question: FMQuestion, after error: DirectoryError) -> [FMQuestion] {
        // Where one base stands for all hosts, what can't be reached can't be reached there either.
        guard error.isAnswered || error.isUnreachable && (access.source.url == nil || error.isStatus) else { return [] }
        switch question {
        case .details(let program): return [.webPage(program: program)]
        case .playList(let program, let page): return [.audioList(program: program, page: page), .webList(program: program, page: page)]
        case .audioList(let program, let page): return [.webList(program: program, page: page)]
        case .list(let category, _, let page): return [.anyList(category: category, page: page)]
        default: return []
        }
    }

    /// The id behind a category's id or title; nil for what can't be one.
    static func category(_ words: String) -> String? {
        if let named = categories.first(where: { $0.title == words }) { return named.ref }
        let isNumber = !words.isEmpty && words.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isNumber ? words : nil
    }

    private func request(_ endpoint: FMEndpoint, _ url: String) -> HTTPRequest {
        var request = HTTPRequest(url)
        request.allowDowngrade = access.allowHTTP
        switch endpoint.method {
        case .get:
            if !endpoint.parameters.isEmpty { request.url += "?" + Self.query(endpoint.parameters) }
        case .form: request.method = .post(form: signed(endpoint.parameters))
        case .query:
            request.url += "?" + Self.query(signed(endpoint.parameters))
            request.method = .post(form: [])
        }
        return request
    }

    private static func query(_ parameters: [(name: String, value: String)]) -> String {
        parameters.map { "\($0.name)=\(URLText.escaped($0.value))" }.joined(separator: "&")
    }

    /// The parameters with what the user's settings add. Nothing is sent for what isn't set.
    private func signed(_ parameters: [(name: String, value: String)]) -> [(name: String, value: String)] {
        var all = parameters
        if let appid = access.appid { all.append(("appid", appid)) }
        all.append(("timestamp", String(now())))
        if let sign = access.sign ?? access.key.flatMap({ FMSignature.of(all, key: $0) }) { all.append(("sign", sign)) }
        return all
    }
}
