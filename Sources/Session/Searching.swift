import Catalogue
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

    /// Finds programmes and episodes by their titles and hosts: a service that can search is asked, and what only the library has comes
    /// behind. A static station has no search: its lists are read once, then the library is looked through. Throws
    /// SessionError.nothingFound.
    public func search(_ words: String, in place: SearchPlace) async throws -> SearchReport {
        var unasked: (any Error)?
        var online: PageReport?
        if place != .local {
            do { online = try await ask(for: words, again: place == .online) } catch {
                if place == .online { throw error }
                unasked = error
            }
            if place == .online, let stored = online?.stored { throw stored.reason }
        }
        var found: [ItemRecord] = []
        if online == nil || place == .everywhere { found = try await library().search(words, limit: 200) }
        if place == .online {
            let name = try await source().name
            found.removeAll { $0.source != name }
        }
        if let online { return SearchReport(page: try await listing(online, with: found, words), unasked: nil) }
        if found.isEmpty { throw unasked ?? SessionError.nothingFound(words: words) }
        return SearchReport(page: try await listing("search", of: found), unasked: unasked)
    }

    /// Asks the source for what it finds; nil where it has no search and only the library is to be looked through.
    private func ask(for words: String, again: Bool) async throws -> PageReport? {
        let source = try await source()
        guard source.kind == .station else { return try await fetch(.search(words: words, page: 1), title: "search", from: source).report }
        try await gather(source, again: again)
        return nil
    }

    /// Makes what a service found the last listing, with what else the library has behind it.
    private func listing(_ online: PageReport, with found: [ItemRecord], _ words: String) async throws -> PageReport {
        var report = online
        let known = Set(online.page.addresses)
        let more = found.filter { !known.contains($0.id.description) }.map(\.kept)
        report.page.sections = online.page.sections.filter { !$0.items.isEmpty } + (more.isEmpty ? [] : [KeptSection(.plain, items: more)])
        if report.page.isEmpty { throw SessionError.nothingFound(words: words) }
        try await keepListing(report.page.addresses, source: online.source, next: online.page.next?.text)
        return report
    }

    /// Reads a station's lists and programmes into the library, once for each library if not `again`.
    private func gather(_ source: Source, again: Bool) async throws {
        let library = try await library()
        let mark = "gathered:\(source.name)"
        if try await library.value(mark) != nil, !again { return }
        let lists = try await directory.lists(of: access(to: source)) { keys in
            try await library.answers(source: source.name, keys: keys)
        }
        _ = try await library.keep(lists.page, from: source.name, answers: lists.answers, listing: .none)
        if let stored = lists.stored, again { throw stored.reason }
        if lists.stored == nil { try await library.setValue(mark, "1") }
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
