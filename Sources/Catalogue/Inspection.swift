/// What the program makes of any service's answer, told by its shape alone.
public enum Inspection {
    /// The objects an answer maps to: a carousel, cards, charts, a play list, a list of programmes, categories, search results, a
    /// programme's or an episode's details, a signed address; a day's stories, an article, comments; stations; other services' programmes and
    /// episodes; an episode's chapters. Throws where the body is no such answer, or says that the service refused.
    public static func read(_ body: [UInt8], base: String? = nil, charset: String? = nil) throws(CatalogueError) -> Page {
        let root: JSON
        do { root = try JSON.parse(body, charset: charset, mayBeCall: true) } catch { throw CatalogueError(error) }
        if let page = try other(root, base: base) { return page }
        let envelope = try FMEnvelope(root: root)
        guard envelope.root.kind == .object, FMShape.has(envelope.root, ["data", "code", "programName"]) else {
            throw .notThisService(expected: "the answer of a known service")
        }
        let data = FMShape.has(envelope.root, ["data", "code"]) ? envelope.data : envelope.root
        guard let data else { return Page() }
        if data.kind == .string, let file = FMReader.audioFile(data) { return Page(sections: plain([.episode(file)])) }
        if let program = FMEntry(json: envelope.root, base: base).object(.pfind)?.program {
            let list = FMReader.playList(in: data, of: program, base: base)
            return Page(program: program, sections: plain(list.episodes.map(Item.episode)), skipped: list.skipped)
        }
        // Without code and message it is a list, one entry in a list's place, or one of the oldest answers, which name what they hold; other
        // services have an object of things by their ids in `data`.
        let isFM =
            FMShape.has(envelope.root, ["code", "msg", "programName"]) || data.kind == .array || FMShape.has(data, ["id"])
            || FMShape.namesItsContents(data)
        let page = !isFM ? nil : data.kind == .object ? try object(data, base: base) : data.kind == .array ? list(data, base: base) : nil
        guard let page else { throw .notThisService(expected: "the answer of a known service") }
        return page
    }

    /// An answer of another than an FM-style service; nil where it is none.
    private static func other(_ root: JSON, base: String?) throws(CatalogueError) -> Page? {
        if let page = try DailyShape.page(of: root) { return page }
        if let page = try RadioShape.page(of: root) { return page }
        if let page = try AppleShape.page(of: root) { return page }
        if let page = try FyydShape.page(of: root) { return page }
        guard ChapterReader.isChapters(root) else { return nil }
        let (chapters, skipped) = ChapterReader.chapters(in: root)
        return Page(skipped: skipped, chapters: chapters)
    }

    private static func object(_ data: JSON, base: String?) throws(CatalogueError) -> Page? {
        if FMShape.isLeaderboard(data) {
            let charts = FMReader.charts(in: FMEntry(json: data, base: base))
            return Page(sections: charts.values, skipped: charts.skipped)
        }
        if FMShape.isIndex(data) { return index(data, base: base) }
        if FMShape.isPlayList(data) {
            let list = FMReader.playList(in: data, base: base)
            let items = list.episodes.map(Item.episode)
            return Page(program: list.program, sections: plain(items), total: list.total, skipped: list.skipped)
        }
        if FMShape.isProgramList(data) {
            let list = FMReader.programList(in: data, list: nil, base: base)
            return Page(sections: plain(list.programs.map(Item.program)), total: list.total, skipped: list.skipped)
        }
        if FMShape.isSearch(data) {
            let found = FMReader.found(in: data, base: base)
            return Page(sections: plain(found.values), skipped: found.skipped)
        }
        if data["list"] != nil {
            var page = list(data["list"] ?? data, base: base)
            page?.total = FMEntry(json: data, base: base).count(.count, .totalCount)
            return page
        }
        return single(data, base: base)
    }

    /// The combined page of 2016.
    private static func index(_ data: JSON, base: String?) -> Page {
        let activities = FMReader.activities(in: data["focus"]?.list ?? [], base: base)
        let cards = FMReader.cards(in: data["cardList"]?.list ?? [], base: base)
        let sections = (activities.values.isEmpty ? [] : [Section(.activities, items: activities.values.map(Item.activity))]) + cards.values
        return Page(sections: sections, skipped: activities.skipped + cards.skipped)
    }

    /// A list of anything; nil where nothing in it is known.
    private static func list(_ data: JSON, base: String?) -> Page? {
        let entries = data.list
        let objects = entries.filter { $0.kind == .object }
        if objects.isEmpty { return entries.isEmpty ? Page() : nil }
        if objects.contains(where: FMShape.isActivity) {
            let reading = FMReader.activities(in: entries, base: base)
            return Page(sections: [Section(.activities, items: reading.values.map(Item.activity))], skipped: reading.skipped)
        }
        if objects.contains(where: FMShape.isCard) {
            let reading = FMReader.cards(in: entries, base: base)
            return Page(sections: reading.values, skipped: reading.skipped)
        }
        if objects.contains(where: FMShape.isChannel) {
            let reading = FMReader.categories(in: entries)
            return Page(sections: plain(reading.values.map(Item.category)), skipped: reading.skipped)
        }
        // Other services' objects have ids too: at least one must have a name where FM has it.
        let reading = FMReading(entries, "entry", base: base, \.item)
        return reading.values.contains(where: \.hasName) ? Page(sections: plain(reading.values), skipped: reading.skipped) : nil
    }

    /// One object in a list's place: details of a programme or an episode, or a list of one.
    private static func single(_ data: JSON, base: String?) -> Page? {
        guard data.objectOrNil != nil else { return Page() }
        if FMShape.has(data, ["newestResource"]), let program = FMReader.program(inPage: data, ref: "", base: base) {
            return Page(program: program)
        }
        if let item = FMEntry(json: data, base: base).item, item.hasName, case .program(let program) = item {
            return Page(program: program)
        }
        return list(data, base: base)
    }

    private static func plain(_ items: [Item]) -> [Section] { items.isEmpty ? [] : [Section(.plain, items: items)] }
}

extension Item {
    fileprivate var hasName: Bool {
        switch self {
        case .activity(let activity): !activity.title.isEmpty
        case .program(let program): !program.title.isEmpty
        case .episode(let episode): !episode.title.isEmpty
        case .station(let station): !station.title.isEmpty
        case .story(let story): !story.title.isEmpty
        case .comment(let comment): !comment.text.isEmpty
        case .category(let category): !category.title.isEmpty
        }
    }
}
