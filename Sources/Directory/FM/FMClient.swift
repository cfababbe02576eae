import Catalogue
import Transfer

/// Asks an FM-style service over HTTP.
struct FMClient: AnswerOrigin {
    let access: SourceAccess
    let transfer: TransferClient
    let now: @Sendable () -> Int64

    /// The categories of a service whose own list this program can't ask for yet.
    static let categories = [Category(ref: "329", title: "播客"), Category(ref: "330", title: "凤凰独家")]

    var isRemote: Bool { true }
    /// The service gives absolute URLs, or such without a scheme.
    var base: String? { nil }

    func reply(to question: FMQuestion, known: Answer?) async throws(DirectoryError) -> Reply {
        guard let endpoint = FMEndpoint(question) else { throw .notYet(what: question.name, source: access.source.name) }
        let url = endpoint.url(base: access.source.url.map(URLText.folder))
        do {
            return try await transfer.reply(to: request(endpoint, url), known: endpoint.method == .get ? known : nil)
        } catch {
            // The query may hold a signature, which belongs in no message.
            throw .transfer(error.withoutQueries, source: access.source.name)
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
        case .get: break
        case .form: request.method = .post(form: signed(endpoint.parameters))
        case .query:
            let query = signed(endpoint.parameters).map { "\($0.name)=\(URLText.escaped($0.value))" }
            request.url += "?" + query.joined(separator: "&")
            request.method = .post(form: [])
        }
        return request
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
