/// What a service finds by words, and its answers about one thing (reference section A2).
extension FMReader {
    /// What a search found (`search`): programmes first, then episodes. `total` is how many there are together, where it is said.
    public static func search(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> (items: [Item], total: Int?, skipped: [String]) {
        guard let data = try FMEnvelope(body, charset: charset).contents(expecting: "search results") else { return ([], nil, []) }
        guard data.kind == .array || data.members.isEmpty || FMShape.isSearch(data) else {
            throw .notThisService(expected: "search results")
        }
        let found = found(in: data, base: base)
        return (found.values, FMEntry(json: data, base: base).count(.count, .totalCount), found.skipped)
    }

    /// One episode (`getResourceByRid`).
    public static func resource(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> Episode {
        let envelope = try FMEnvelope(body, charset: charset)
        guard let data = try envelope.contents(expecting: "an episode")?.objectOrNil else { throw .nothing(message: envelope.message) }
        guard let episode = FMEntry(json: data, base: base).episode else { throw .notThisService(expected: "an episode") }
        return episode
    }

    /// The programme of a page of the web's (`getProgramData`), which doesn't say its own id: `ref` is what was asked for.
    public static func programData(
        _ body: [UInt8], ref: String, base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> Program {
        let envelope = try FMEnvelope(body, charset: charset)
        guard let program = program(inPage: envelope.data ?? envelope.root, ref: ref, base: base) else {
            throw .notThisService(expected: "a programme")
        }
        return program
    }

    /// The signed address of a file (`getSignAudio`).
    public static func signedAudio(_ body: [UInt8], charset: String? = nil) throws(CatalogueError) -> String {
        let envelope = try FMEnvelope(body, charset: charset)
        guard let data = envelope.data else { throw .nothing(message: envelope.message) }
        guard let file = audioFile(data)?.audio.first else { throw .notThisService(expected: "a signed address") }
        return file.url
    }

    static func program(inPage data: JSON, ref: String, base: String?) -> Program? {
        let entry = FMEntry(json: data, base: base)
        guard entry.line(.programName) != nil else { return nil }
        var program = entry.programFacts(ref: ref)
        if let newest = entry.object(.newestResource) {
            program.latestTitle = newest.line(.title) ?? program.latestTitle
            program.updated = newest.time(.publishTime, .createTime, .updateTime) ?? program.updated
        }
        return program
    }

    /// A file that is known by no more than its address: named by it, without a signature.
    static func audioFile(_ data: JSON) -> Episode? {
        guard let url = data.text.flatMap({ WebAddress.absolute($0) }) else { return nil }
        let place = String(url.prefix { $0 != "?" && $0 != "#" })
        let name = place.split(separator: "/").last.map(String.init) ?? place
        return Episode(ref: place, title: PlainText.verbatim(name), audio: [AudioFile(url: url)])
    }
}
