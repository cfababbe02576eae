/// Reads what the directory fyyd answers (reference section D4).
///
/// Its times name no zone and are read as UTC: the reference leaves open whether they are Berlin's, an hour or two later.
public enum FyydReader {
    /// A list of programmes: the popular ones, or what a search found. `next` is the page after it, counted from 0.
    public static func podcasts(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (programs: [Program], next: Int?, skipped: [String]) {
        let envelope = try FyydEnvelope(body, charset: charset, expecting: "a list of podcasts")
        let list = PodcastList(envelope.data.list, "podcast", \.fyydProgram)
        if list.values.isEmpty, !list.skipped.isEmpty { throw .notThisService(expected: "a list of podcasts") }
        return (list.values, envelope.next, list.skipped)
    }

    /// A programme with one page of its episodes, newest first. `next` is the page after it, counted from 0.
    public static func episodes(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (program: Program, episodes: [Episode], next: Int?, skipped: [String]) {
        let envelope = try FyydEnvelope(body, charset: charset, expecting: "a podcast")
        guard let found = programme(in: envelope.data) else { throw .notThisService(expected: "a podcast") }
        return (found.program, found.episodes, envelope.next, found.skipped)
    }

    static func programme(in data: JSON) -> (program: Program, episodes: [Episode], skipped: [String])? {
        guard let data = data.objectOrNil, let program = PodcastFields(json: data).fyydProgram else { return nil }
        let list = PodcastList(data["episodes"]?.list ?? [], "episode") { fields in
            var episode = fields.fyydEpisode
            episode?.programRef = program.ref
            episode?.programTitle = program.title.isEmpty ? nil : program.title
            return episode
        }
        return (program, list.values, list.skipped)
    }
}

extension PodcastFields {
    var fyydProgram: Program? {
        guard let ref = id("id") else { return nil }
        return Program(
            ref: ref, title: line("title") ?? "", hosts: line("author").map { [$0] } ?? [],
            summary: paragraphs("description", "subtitle"), image: address("imgURL", "layoutImageURL", "thumbImageURL"),
            feed: address("xmlURL"), web: address("htmlURL", "url_fyyd"), language: id("language"), episodeCount: count("episode_count"),
            updated: time("lastpub"))
    }

    var fyydEpisode: Episode? {
        guard let ref = id("id") else { return nil }
        let file = address("enclosure").map { AudioFile(url: $0, mime: SoundType.mime(ofAddress: $0)) }
        return Episode(
            ref: ref, title: line("title") ?? "", programRef: id("podcast_id"), summary: paragraphs("description"),
            published: time("pubdate"), duration: raw("duration").flatMap(DurationText.parse), guid: id("guid"),
            audio: file.map { [$0] } ?? [], image: address("imgURL"), web: address("url", "url_fyyd"))
    }
}
