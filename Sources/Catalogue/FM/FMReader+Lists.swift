/// Charts, play lists, lists of programmes, categories and search results, from the `data` of an answer.
extension FMReader {
    static func charts(in entry: FMEntry) -> FMReading<Section> {
        var result = FMReading<Section>()
        for chart in FMShape.charts {
            let reading = FMReading(entry.list(chart.key), "chart \(chart.name), entry", base: entry.base) { entry -> Item? in
                switch chart.name {
                case "hot", "liked": entry.episode.map(Item.episode)
                case "albums": entry.album.map(Item.program)
                default: entry.program.map(Item.program)
                }
            }
            result.skipped += reading.skipped
            guard !reading.values.isEmpty else { continue }
            result.values.append(Section(.chart(name: chart.name, title: chart.title), items: reading.values))
        }
        return result
    }

    /// `program`: the one that the answer names beside the list, where it does.
    static func playList(
        in data: JSON, of program: Program? = nil, base: String?
    ) -> (program: Program?, episodes: [Episode], total: Int?, skipped: [String]) {
        let entry = FMEntry(json: data, base: base)
        let info = entry.object(.programInfo, .programinfo)
        let stated = [FMKey.resourceList, .list, .audiolist].first { entry.has($0) }
        let list = stated.map { entry.list($0) } ?? (info == nil ? data.list : [])
        let program = info?.program ?? program
        let reading = FMReading(list, "episode", base: base) { entry -> Episode? in
            guard var episode = entry.episode else { return nil }
            if let program, episode.programRef == nil {
                episode.programRef = program.ref
                if episode.programTitle == nil { episode.programTitle = program.title }
            }
            return episode
        }
        let total = entry.count(.count, .totalCount) ?? info?.count(.resourceNum)
        return (program, reading.values, total, reading.skipped)
    }

    static func programList(
        in data: JSON, list: PageRequest.List?, base: String?
    ) -> (category: Category?, programs: [Program], total: Int?, skipped: [String]) {
        let entry = FMEntry(json: data, base: base)
        let asked = list.map { [FMShape.listKeys($0)] } ?? []
        let keys = asked + PageRequest.List.allCases.map(FMShape.listKeys) + [(list: .list, count: .count)]
        let key = keys.first { entry.has($0.list) }
        let reading = FMReading(
            key.map { entry.list($0.list) } ?? (data.kind == .array ? data.list : []), "programme", base: base, \.program)
        let total = key.flatMap { entry.count($0.count) } ?? entry.count(.count, .totalCount)
        let category = entry.id(.nodeId).flatMap { ref in entry.line(.nodeName).map { Category(ref: ref, title: $0) } }
        return (category, reading.values, total, reading.skipped)
    }

    /// A channel without contents is no fault; an entry without a channel around it is a category itself.
    static func categories(in list: [JSON]) -> FMReading<Category> {
        var result = FMReading<Category>()
        for (index, json) in list.enumerated() {
            let channel = FMEntry(json: json, base: nil)
            let isChannel = channel.has(.channelName, .channelContent)
            let group = isChannel ? channel.line(.channelName, .nodeName) : nil
            result.add(
                isChannel ? channel.list(.channelContent) : [json], isChannel ? "category \(index + 1)." : "category", base: nil,
                lack: "id or no name"
            ) { $0.category(group: group) }
        }
        return result
    }

    /// What a search found: programmes first, then episodes.
    static func found(in data: JSON, base: String?) -> FMReading<Item> {
        let entry = FMEntry(json: data, base: base)
        var found = FMReading(entry.list(.program), "programme", base: base) { $0.program.map(Item.program) }
        found.add(entry.list(.resource), "episode", base: base) { $0.episode.map(Item.episode) }
        return found
    }
}
