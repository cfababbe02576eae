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

    /// Finds programmes and episodes by their titles and hosts. A static station has no search: its lists are read once, then
    /// the library is looked through. Throws SessionError.nothingFound.
    public func search(_ words: String, in place: SearchPlace) async throws -> SearchReport {
        var unasked: (any Error)?
        if place != .local {
            do { try await gather(try await source(), again: place == .online) } catch {
                if place == .online { throw error }
                unasked = error
            }
        }
        var found = try await library().search(words, limit: 200)
        if place == .online {
            let name = try await source().name
            found.removeAll { $0.source != name }
        }
        if found.isEmpty { throw SessionError.nothingFound(words: words) }
        return SearchReport(page: try await listing("search", of: found), unasked: unasked)
    }

    /// Reads a station's lists and programmes into the library, once for each library if not `again`.
    private func gather(_ source: Source, again: Bool) async throws {
        let library = try await library()
        let mark = "gathered:\(source.name)"
        guard source.kind == .station else {
            _ = try await fetch(.search(words: "", page: 1), title: "search", from: source)
            return
        }
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
