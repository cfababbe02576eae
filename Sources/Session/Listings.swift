import Catalogue
import Library

extension KeptPage {
    var isEmpty: Bool { sections.allSatisfy(\.items.isEmpty) }

    /// Leaves out what is listed already: pages shift when a service gets new items.
    mutating func dropItems(in known: Set<String>) {
        for index in sections.indices {
            sections[index].removeItems { item in item.address.map { !$0.isEmpty && known.contains($0) } ?? false }
        }
        sections.removeAll(where: \.items.isEmpty)
    }
}

extension ItemRecord {
    /// The same as a line of a page.
    var kept: KeptItem {
        switch self {
        case .program(let program): .program(program)
        case .episode(let episode): .episode(episode)
        case .station(let station): .station(station)
        case .story(let story): .story(story)
        }
    }
}

extension RadioSession {
    /// Makes the listener's own things the last listing.
    func listing(_ title: String, of records: [ItemRecord]) async throws -> PageReport {
        let items = records.map(\.kept)
        if !records.isEmpty { try await keepListing(records.map(\.id.description), source: nil, next: nil) }
        return PageReport(title: title, source: nil, page: KeptPage(sections: [KeptSection(.plain, items: items)]))
    }

    /// Favourites, newest first.
    public func favourites() async throws -> PageReport {
        try await listing("favourites", of: try await library().favourites())
    }
}
