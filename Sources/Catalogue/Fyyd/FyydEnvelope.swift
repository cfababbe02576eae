/// What every answer of fyyd is wrapped in: `{"status", "msg", "meta", "data"}`, or `{"errors", "meta"}` where it can't answer.
struct FyydEnvelope {
    let data: JSON
    /// The page after this one, counted from 0; nil at the end, and where the answer has no pages.
    let next: Int?

    /// Opens an answer that was asked for. Throws where the service refuses, and where it is another's answer: `what` was expected.
    init(_ body: [UInt8], charset: String?, expecting what: String) throws(CatalogueError) {
        let root: JSON
        do { root = try JSON.parse(body, charset: charset) } catch { throw CatalogueError(error) }
        guard let envelope = try FyydEnvelope(root: root) else { throw .notThisService(expected: what) }
        self = envelope
    }

    /// The same of an answer that was parsed; nil where it is another's.
    init?(root: JSON) throws(CatalogueError) {
        if root["status"] == nil, root["meta"] != nil, let errors = root["errors"]?.objectOrNil { throw Self.refusal(errors) }
        guard root["code"] == nil, root["meta"] != nil || root["msg"] != nil, let status = root["status"]?.int else { return nil }
        if status != 1 { throw .refused(code: String(status), message: PodcastFields(json: root).line("msg") ?? "") }
        guard let data = root["data"] else { return nil }
        self.data = data
        next = root["meta"]?["paging"]?["next_page"]?.int.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Its own code is often 0, and then HTTP's says more.
    private static func refusal(_ errors: JSON) -> CatalogueError {
        let fields = PodcastFields(json: errors)
        let code = fields.id("code").flatMap { $0 == "0" ? nil : $0 } ?? fields.id("http_code") ?? "0"
        return .refused(code: code, message: fields.line("message", "http_message") ?? "")
    }
}
