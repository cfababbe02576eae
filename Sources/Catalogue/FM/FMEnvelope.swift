/// What every answer of an FM-style service is wrapped in: `{"msg", "code", "data"}`, now and then within a call of a script function.
struct FMEnvelope {
    /// Nil where the answer has none, or null.
    let data: JSON?
    let message: String
    let root: JSON

    /// Opens an answer; throws where it is no JSON, or where its code is not 0 (sent as number or text; a missing code is 0).
    init(_ body: [UInt8], charset: String? = nil) throws(CatalogueError) {
        let root: JSON
        do { root = try JSON.parse(body, charset: charset, mayBeCall: true) } catch { throw CatalogueError(error) }
        try self.init(root: root)
    }

    /// The same of an answer that was parsed.
    init(root: JSON) throws(CatalogueError) {
        self.root = root
        message = PlainText.clean(root["msg"]?.text ?? "")
        let code = root["code"]?.text ?? "0"
        guard Double(code) == 0 else { throw .refused(code: PlainText.verbatim(code), message: message) }
        let data = root["data"]
        self.data = data?.kind == .null || data?.kind == .string && data?.text == nil ? nil : data
    }

    /// The data of an answer that was asked for a list: nil where the service says there is nothing. Throws where it is another's answer.
    func contents(expecting what: String) throws(CatalogueError) -> JSON? {
        guard root.kind == .object, root["data"] != nil || root["code"] != nil else { throw .notThisService(expected: what) }
        if let data, data.kind != .object, data.kind != .array { throw .notThisService(expected: what) }
        return data
    }
}
