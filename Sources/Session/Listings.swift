import Catalogue
import Library

extension KeptPage {
    var items: [KeptItem] { sections.flatMap(\.items) }

    var isEmpty: Bool { sections.allSatisfy(\.items.isEmpty) }

    /// What each numbered line stands for, in order: an id, a web address, or nothing.
    var addresses: [String] { items.compactMap(\.address) }

    /// Leaves out what is listed already: pages shift when a service gets new items.
    mutating func dropItems(in known: Set<String>) {
        for index in sections.indices {
            sections[index].items.removeAll { item in item.address.map { !$0.isEmpty && known.contains($0) } ?? false }
        }
        sections.removeAll(where: \.items.isEmpty)
    }
}

extension KeptItem {
    /// Nil for what has no number.
    var address: String? {
        switch self {
        case .program(let record): record.id.description
        case .episode(let record): record.id.description
        case .activity(let activity, let target):
            if let target { target.description } else if case .web(let url) = activity.target { url } else { "" }
        case .category: nil
        }
    }
}

extension Section {
    var chartName: String? {
        if case .chart(let name, _) = kind { name } else { nil }
    }
}

extension Page {
    func withCharts(_ choose: (Section) -> Section?) -> Page {
        var page = self
        page.sections = sections.compactMap { $0.chartName == nil ? $0 : choose($0) }
        return page
    }
}

extension RadioSession {
    /// Makes the listener's own things the last listing.
    func listing(_ title: String, of records: [ItemRecord]) async throws -> PageReport {
        let items = records.map { record -> KeptItem in
            switch record {
            case .program(let program): .program(program)
            case .episode(let episode): .episode(episode)
            }
        }
        if !records.isEmpty { try await keepListing(records.map(\.id.description), source: nil, next: nil) }
        return PageReport(title: title, source: nil, page: KeptPage(sections: [KeptSection(kind: .plain, items: items)]))
    }

    /// Favourites, newest first.
    public func favourites() async throws -> PageReport {
        try await listing("favourites", of: try await library().favourites())
    }
}
