public import Catalogue
import Directory
import Library

extension RadioSession {
    /// Where `search` looks.
    public enum SearchPlace: Sendable {
        case everywhere, local, online
    }

    /// What a search found, with the reason why the catalogue itself could not be asked.
    public struct SearchReport: Sendable {
        public var page: PageReport
        public var unasked: (any Error)?
    }

    /// Finds programmes and episodes by their titles and hosts. A static station has no search: its lists are read once, then
    /// the library is looked through. Throws SessionError.nothingFound.
    public func search(_ words: String, in place: SearchPlace) async throws -> SearchReport {
        var unasked: (any Error)?
        if place != .local {
            do { try await gather(try await source()) } catch {
                if place == .online { throw error }
                unasked = error
            }
        }
        let found = try await library().search(words, limit: 200)
        if found.isEmpty { throw SessionError.nothingFound(words: words) }
        return SearchReport(page: try await listing("search", of: found), unasked: unasked)
    }

    /// Reads a station's lists and programmes into the library, once for each library.
    private func gather(_ source: Source) async throws {
        let library = try await library()
        let mark = "gathered:\(source.name)"
        guard source.kind == .station else {
            _ = try await fetch(.search(words: "", page: 1), title: "search", from: source)
            return
        }
        if try await library.value(mark) != nil { return }
        var programs = Set<String>()
        for request in [PageRequest.featured, .charts] {
            let page = try await fetch(request, title: "search", from: source).page
            programs.formUnion(page.items.compactMap(\.programRef))
        }
        for case .category(let category) in try await fetch(.categories, title: "search", from: source).page.items {
            for list in PageRequest.List.allCases {
                let pages = try await allPages(.browse(category: category.ref, list: list, page: 1), from: source)
                programs.formUnion(pages.flatMap(\.items).compactMap(\.programRef))
            }
        }
        for ref in programs.sorted() { _ = try await allPages(.program(ref: ref, page: 1), from: source) }
        try await library.setValue(mark, "1")
    }

    /// A page and those after it; at most 500, so that a service that never ends doesn't keep us for ever.
    func allPages(_ first: PageRequest, from source: Source) async throws -> [Page] {
        var pages: [Page] = []
        var request: PageRequest? = first
        var seen = Set<Item>()
        while let asked = request, pages.count < 500 {
            let page = try await fetch(asked, title: "search", from: source).page
            let isNew = page.items.contains { seen.insert($0).inserted }
            pages.append(page)
            request = isNew ? page.next : nil
        }
        return pages
    }
}

extension Item {
    fileprivate var programRef: String? {
        switch self {
        case .program(let program): program.ref
        case .episode(let episode): episode.programRef
        case .activity(let activity):
            switch activity.target {
            case .program(let program): program.ref
            case .episode(let episode): episode.programRef
            default: nil
            }
        case .category: nil
        }
    }
}
