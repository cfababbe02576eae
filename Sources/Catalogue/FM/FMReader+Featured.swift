/// The carousel and the cards.
extension FMReader {
    static func activities(in list: [JSON], base: String?) -> FMReading<Activity> {
        FMReading(list, "activity", base: base, lack: "title and leads nowhere") { entry in
            var title = entry.line(.bannerTitle, .title, .bannerDesc) ?? ""
            let target = target(of: entry, title: title)
            if title.isEmpty { title = name(of: target) }
            guard !title.isEmpty else { return nil }
            return Activity(title: title, image: entry.address(.img640x292, .image, .img, .img640x640), target: target)
        }
    }

    /// Where an activity leads, by what it holds. The meaning of `redirectType` is known for 1 (episode) and 2 (programme) only, and counts
    /// only where nothing else tells.
    private static func target(of entry: FMEntry, title: String) -> Activity.Target {
        if let resource = entry.object(.resourceInfo) {
            if let episode = resource.episode { return .episode(episode) }
            if let ref = resource.link(.programId, .pid) {
                return .program(Program(ref: ref, title: resource.line(.programName) ?? title))
            }
        }
        if let ref = entry.link(.redirectId), let type = entry.value(.redirectType)?.int, type == 1 || type == 2 {
            return type == 1 ? .episode(Episode(ref: ref, title: title)) : .program(Program(ref: ref, title: title))
        }
        if let page = entry.address(.activityUrl) ?? entry.address(.linkUrl) { return .web(page) }
        return entry.object(.tvDetails) == nil ? .none : .live
    }

    private static func name(of target: Activity.Target) -> String {
        switch target {
        case .program(let program): program.title
        case .episode(let episode): episode.title
        case .web(let page): page
        case .station(let station): station.title
        case .story(let story): story.title
        case .live, .none: ""
        }
    }

    static func cards(in list: [JSON], base: String?) -> FMReading<Section> {
        var inner: [String] = []
        var reading = FMReading(list, "card", base: base, lack: "items that can be used") { entry -> Section? in
            let category = entry.object(.listCategory)
            let listed = category?.list(.listReource, .listResource, .listTwy) ?? []
            let title = entry.line(.cardTitle) ?? category?.line(.nodeName) ?? entry.line(.nodeName) ?? ""
            let items = FMReading(
                listed.isEmpty ? entry.list(.listTwy, .listReource, .listResource, .cardDetails) : listed,
                "card “\(title.prefix(40))”, entry",
                base: base, \.item)
            inner += items.skipped
            guard !items.values.isEmpty else { return nil }
            return Section(.card(title: title, category: category?.link(.id, .nodeId) ?? entry.link(.nodeId)), items: items.values)
        }
        reading.skipped += inner
        return reading
    }
}
