/// Tells answers of Apple's charts, search and lookup by their shape.
enum AppleShape {
    /// What an answer maps to; nil where it is another's.
    static func page(of root: JSON) throws(CatalogueError) -> Page? {
        if isChart(root) {
            let (title, items, skipped) = AppleReader.chart(in: root)
            let sections = items.isEmpty ? [] : [Section(.chart(name: "top", title: title), items: items)]
            return Page(sections: sections, skipped: skipped)
        }
        guard isResults(root) else { return nil }
        let (items, skipped) = AppleReader.results(in: root)
        // A search for programmes may find a single one: without episodes it is a list of one.
        if items.count > 1, let (program, episodes) = AppleReader.programme(in: items) {
            return Page(program: program, sections: [Section(.plain, items: episodes.map(Item.episode))], skipped: skipped)
        }
        return Page(sections: items.isEmpty ? [] : [Section(.plain, items: items)], skipped: skipped)
    }

    static func isChart(_ root: JSON) -> Bool { root["feed"]?.objectOrNil?["results"] != nil }

    static func isResults(_ root: JSON) -> Bool { root["resultCount"] != nil && root["results"] != nil }
}
