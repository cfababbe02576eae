/// Reads an episode's chapters as podcasts publish them beside their feeds: JSON of the podcast namespace,
/// `{"version", "chapters": [{"startTime", "title", "endTime", "toc", …}]}` with times in seconds.
public enum ChapterReader {
    /// The chapters in the order of their start. Those that are not meant for a list (`toc` false) are left out; `skipped` says which have
    /// no start. Throws where the body is no such file.
    public static func read(
        _ body: [UInt8], charset: String? = nil
    ) throws(CatalogueError) -> (chapters: [Chapter], skipped: [String]) {
        let root: JSON
        do { root = try JSON.parse(body, charset: charset) } catch { throw CatalogueError(error) }
        guard isChapters(root) else { throw .notThisService(expected: "chapters") }
        return chapters(in: root)
    }

    static func isChapters(_ root: JSON) -> Bool {
        guard let chapters = root["chapters"], chapters.kind == .array else { return false }
        return root["version"] != nil || chapters.elements.contains { $0["startTime"] != nil }
    }

    static func chapters(in root: JSON) -> (chapters: [Chapter], skipped: [String]) {
        let listed = (root["chapters"]?.elements ?? []).enumerated().filter { $1["toc"]?.flag != false }
        var chapters: [Chapter] = []
        var skipped: [String] = []
        for (index, json) in listed {
            guard let start = json["startTime"]?.double, start >= 0 else {
                skipped.append("chapter \(index + 1) has no start")
                continue
            }
            let end = json["endTime"]?.double.flatMap { $0 > start ? $0 : nil }
            chapters.append(Chapter(number: 0, title: PodcastFields(json: json).line("title") ?? "", start: start, end: end))
        }
        // Of equal starts the first stays first.
        let order = chapters.indices.sorted { (chapters[$0].start, $0) < (chapters[$1].start, $1) }
        return (order.enumerated().map { number, index in chapters[index].numbered(number + 1) }, skipped)
    }
}

extension Chapter {
    fileprivate func numbered(_ number: Int) -> Chapter {
        var chapter = self
        chapter.number = number
        return chapter
    }
}
