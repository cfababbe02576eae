/// Reads what Apple's podcast charts, search and lookup answer (reference section D2).
public enum AppleReader {
    /// A chart's programmes or episodes in their order: an entry's rank is its position. `title` is the service's, in the store's language.
    /// A programme's ref is the one that `lookup` takes; its feed is not said here.
    public static func chart(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (title: String, items: [Item], skipped: [String]) {
        let root = try parsed(body, charset)
        guard AppleShape.isChart(root) else { throw .notThisService(expected: "a chart") }
        return chart(in: root)
    }

    /// What a search found: programmes, each with its feed where the store has one, or episodes.
    public static func search(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (items: [Item], skipped: [String]) {
        let root = try parsed(body, charset)
        guard AppleShape.isResults(root) else { throw .notThisService(expected: "search results") }
        return results(in: root)
    }

    /// A programme, whose row stands first, and its episodes as the store orders them. Throws `nothing` where the store has none.
    public static func lookup(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (program: Program, episodes: [Episode], skipped: [String]) {
        let root = try parsed(body, charset)
        guard AppleShape.isResults(root) else { throw .notThisService(expected: "a programme") }
        let (items, skipped) = results(in: root)
        if items.isEmpty, skipped.isEmpty { throw .nothing(message: "") }
        guard let (program, episodes) = programme(in: items) else { throw .notThisService(expected: "a programme") }
        return (program, episodes, skipped)
    }

    private static func parsed(_ body: [UInt8], _ charset: String?) throws(CatalogueError) -> JSON {
        do { return try JSON.parse(body, charset: charset) } catch { throw CatalogueError(error) }
    }
}

extension AppleReader {
    static func chart(in root: JSON) -> (title: String, items: [Item], skipped: [String]) {
        guard let feed = root["feed"]?.objectOrNil else { return ("", [], []) }
        let entries = PodcastList(feed["results"]?.list ?? [], "entry") { fields in
            fields.raw("kind") == "podcast-episodes" ? fields.chartEpisode.map(Item.episode) : fields.chartProgram.map(Item.program)
        }
        return (PodcastFields(json: feed).line("title") ?? "", entries.values, entries.skipped)
    }

    /// The rows of a search or lookup. An episode that doesn't name its programme takes the name of the programme's own row.
    static func results(in root: JSON) -> (items: [Item], skipped: [String]) {
        var titles: [String: String] = [:]
        let rows = PodcastList(root["results"]?.list ?? [], "result", lack: "id or is no podcast") { fields -> Item? in
            if let program = fields.storeProgram {
                titles[program.ref] = program.title
                return .program(program)
            }
            guard var episode = fields.storeEpisode else { return nil }
            episode.programTitle = episode.programTitle ?? episode.programRef.flatMap { titles[$0] }
            return .episode(episode)
        }
        return (rows.values, rows.skipped)
    }

    /// One programme with nothing but its episodes behind it; nil for any other list.
    static func programme(in items: [Item]) -> (program: Program, episodes: [Episode])? {
        guard case .program(let program)? = items.first else { return nil }
        let episodes = items.compactMap { if case .episode(let episode) = $0 { episode } else { nil } }
        return episodes.count == items.count - 1 ? (program, episodes) : nil
    }
}

extension PodcastFields {
    fileprivate var chartProgram: Program? {
        id("id").map {
            Program(ref: $0, title: line("name") ?? "", hosts: hosts, tags: names("genres"), image: picture, web: address("url"))
        }
    }

    /// A chart doesn't say which programme an episode is of.
    fileprivate var chartEpisode: Episode? {
        id("id").map {
            Episode(ref: $0, title: line("name") ?? "", hosts: hosts, tags: names("genres"), image: picture, web: address("url"))
        }
    }

    fileprivate var storeProgram: Program? {
        guard raw("kind") == "podcast", let ref = id("collectionId", "trackId") else { return nil }
        return Program(
            ref: ref, title: line("collectionName", "trackName") ?? "", hosts: hosts, tags: names("genres"), image: picture,
            feed: address("feedUrl"), web: address("collectionViewUrl", "trackViewUrl"), episodeCount: count("trackCount"),
            updated: time("releaseDate"))
    }

    fileprivate var storeEpisode: Episode? {
        guard raw("wrapperType") == "podcastEpisode" || raw("kind") == "podcast-episode", let ref = id("trackId") else { return nil }
        let isVideo = raw("episodeContentType") == "video"
        let file = address("episodeUrl").map { url in
            AudioFile(url: url, mime: raw("episodeFileExtension").flatMap { SoundType.mime(ofExtension: $0, isVideo: isVideo) })
        }
        return Episode(
            ref: ref, title: line("trackName") ?? "", programRef: id("collectionId"), programTitle: line("collectionName"),
            hosts: hosts, tags: names("genres"), summary: paragraphs("description", "shortDescription"), published: time("releaseDate"),
            duration: milliseconds, guid: id("episodeGuid"), audio: file.map { [$0] } ?? [], image: picture,
            web: address("trackViewUrl"), isVideo: isVideo)
    }

    private var hosts: [String] { line("artistName").map { [$0] } ?? [] }

    private var picture: String? { address("artworkUrl600", "artworkUrl160", "artworkUrl100", "artworkUrl60", "artworkUrl30") }

    /// In a programme's row the same field holds something else and is not read.
    private var milliseconds: Double? {
        guard let value = json["trackTimeMillis"]?.double, value > 0 else { return nil }
        return value / 1000
    }
}
