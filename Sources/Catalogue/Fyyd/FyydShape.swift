/// Tells answers of fyyd by their shape.
enum FyydShape {
    /// What an answer maps to; nil where it is another's.
    static func page(of root: JSON) throws(CatalogueError) -> Page? {
        guard let data = try FyydEnvelope(root: root)?.data else { return nil }
        if data.kind == .object, isProgram(data), let (program, episodes, skipped) = FyydReader.programme(in: data) {
            let sections = episodes.isEmpty ? [] : [Section(.plain, items: episodes.map(Item.episode))]
            return Page(program: program, sections: sections, skipped: skipped)
        }
        let entries = data.list
        if entries.isEmpty { return Page() }
        let list = PodcastList(entries, "entry", lack: "id or is of no known kind", items)
        guard !list.values.isEmpty else { throw .notThisService(expected: "the answer of a known service") }
        return Page(sections: [Section(.plain, items: list.values.flatMap { $0 })], skipped: list.skipped)
    }

    /// An episode, a programme, or a category with those under it.
    private static func items(_ entry: PodcastFields) -> [Item]? {
        if entry.has("enclosure", "podcast_id") { return entry.fyydEpisode.map { [.episode($0)] } }
        if isProgram(entry.json) { return entry.fyydProgram.map { [.program($0)] } }
        return categories(entry, group: nil)
    }

    private static func isProgram(_ entry: JSON) -> Bool { entry["xmlURL"] != nil || entry["episodes"] != nil }

    private static func categories(_ entry: PodcastFields, group: String?) -> [Item]? {
        guard let ref = entry.id("id"), let title = entry.line("name", "name_en", "name_de") else { return nil }
        let below = (entry.json["subcategories"]?.list ?? []).flatMap { categories(PodcastFields(json: $0), group: title) ?? [] }
        return [.category(Category(ref: ref, title: title, group: group))] + below
    }
}
