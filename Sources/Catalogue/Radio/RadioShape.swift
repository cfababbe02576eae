/// Tells answers of a directory of radio stations by their shape.
enum RadioShape {
    /// What an answer maps to; nil where it is another's.
    static func page(of root: JSON) throws(CatalogueError) -> Page? {
        if root.kind == .object { return try single(root) }
        let list = root.elements
        guard let first = list.first(where: { $0.kind == .object }) else { return nil }
        if list.contains(where: isStation) {
            let read = RadioReader.stations(in: list)
            return Page(sections: plain(read.stations.map(Item.station)), skipped: read.skipped)
        }
        guard let shelf = shelf(first) else { return nil }
        let read = RadioReader.categories(in: list, of: shelf)
        return Page(sections: plain(read.categories.map(Item.category)), skipped: read.skipped)
    }

    /// The answer to a click, or a station by itself.
    private static func single(_ root: JSON) throws(CatalogueError) -> Page? {
        let entry = RadioEntry(root)
        guard entry.has(.stationuuid) else { return nil }
        if entry.has(.ok) { return try RadioReader.click(in: root).map { Page(sections: plain([.station($0)])) } }
        guard isStation(root) else { return nil }
        let read = RadioReader.stations(in: [root])
        return Page(sections: plain(read.stations.map(Item.station)), skipped: read.skipped)
    }

    private static func isStation(_ json: JSON) -> Bool {
        let entry = RadioEntry(json)
        return entry.has(.stationuuid) && entry.has(.name) && (entry.has(.url) || entry.has(.urlResolved))
    }

    /// Which list an entry is of. States look like tags but name their country; they can't be asked for.
    private static func shelf(_ json: JSON) -> RadioReader.Shelf? {
        let entry = RadioEntry(json)
        guard entry.has(.name), entry.has(.stationcount), !entry.has(.country) else { return nil }
        return entry.has(.iso3166) ? .countries : entry.has(.iso639) ? .languages : .tags
    }

    private static func plain(_ items: [Item]) -> [Section] { items.isEmpty ? [] : [Section(.plain, items: items)] }
}
