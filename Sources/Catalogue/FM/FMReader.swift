/// Reads the answers of an FM-style service (reference sections A1 and A2): from a body's bytes to values. Each function throws where the whole
/// answer can't be used and names single entries that can't in `skipped`. `base` is what relative addresses are resolved against (a static
/// station's root), `charset` what the server calls the body's charset. All may be called from any thread.
public enum FMReader {
    /// The carousel (`getBanner`).
    public static func banner(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> (activities: [Activity], skipped: [String]) {
        let data = try FMEnvelope(body, charset: charset).contents(expecting: "a carousel")
        let reading = activities(in: data.map { entries(in: $0, "list", "focus") } ?? [], base: base)
        return (reading.values, reading.skipped)
    }

    /// The home cards (`getCardById`), told apart by what they hold: only those with items, as `.card` sections.
    public static func cards(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> (cards: [Section], skipped: [String]) {
        let data = try FMEnvelope(body, charset: charset).contents(expecting: "cards")
        let reading = cards(in: data.map { entries(in: $0, "list", "cardList") } ?? [], base: base)
        return (reading.values, reading.skipped)
    }

    /// The five leaderboards (`getLeaderboard`), as `.chart` sections `hot`, `liked`, `subscribed`, `new`, `albums`; those without entries
    /// are left out. Rank is the position.
    public static func leaderboard(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> (charts: [Section], skipped: [String]) {
        guard let data = try FMEnvelope(body, charset: charset).contents(expecting: "leaderboards") else { return ([], []) }
        let reading = charts(in: FMEntry(json: data, base: base))
        guard !reading.values.isEmpty || FMShape.isLeaderboard(data) else { throw .notThisService(expected: "leaderboards") }
        return (reading.values, reading.skipped)
    }

    /// A programme's details (`getProgramDetails`).
    public static func programDetails(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> Program {
        let envelope = try FMEnvelope(body, charset: charset)
        guard let data = try envelope.contents(expecting: "a programme")?.objectOrNil else { throw .nothing(message: envelope.message) }
        let entry = FMEntry(json: data, base: base)
        guard let program = (entry.object(.programInfo, .programinfo) ?? entry).program else {
            throw .notThisService(expected: "a programme")
        }
        return program
    }

    /// A programme's episodes (`getProPlayList` and the `{list, count}` answers). `total` is how many all pages hold together.
    public static func playList(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> (program: Program?, episodes: [Episode], total: Int?, skipped: [String]) {
        guard let data = try FMEnvelope(body, charset: charset).contents(expecting: "a play list") else { return (nil, [], nil, []) }
        return playList(in: data, base: base)
    }

    /// One of a category's lists of programmes (`getProgramList`): the one that was asked for, or whichever the answer holds.
    public static func programList(
        _ body: [UInt8], list: PageRequest.List, base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> (category: Category?, programs: [Program], total: Int?, skipped: [String]) {
        guard let data = try FMEnvelope(body, charset: charset).contents(expecting: "a list of programmes") else {
            return (nil, [], nil, [])
        }
        return programList(in: data, list: list, base: base)
    }

    /// The categories (`categoryTvGet`): each under its channel's name as group.
    public static func categories(
        _ body: [UInt8], base: String? = nil, charset: String? = nil
    ) throws(CatalogueError) -> (categories: [Category], skipped: [String]) {
        let data = try FMEnvelope(body, charset: charset).contents(expecting: "categories")
        let reading = categories(in: data.map { entries(in: $0, "list") } ?? [])
        return (reading.values, reading.skipped)
    }

    /// The entries of a list that stands as it is or under one of the keys.
    static func entries(in data: JSON, _ keys: String...) -> [JSON] {
        for key in keys { if data.kind == .object, let list = data[key] { return list.list } }
        return data.list
    }
}
