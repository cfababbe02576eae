import Catalogue
import Directory
import Library

extension RadioSession {
    /// So that a service that never ends doesn't keep us for ever.
    private static let mostPagesOfNews = 50

    /// Looks for news of a programme that is followed through its source: reads its pages up to one that holds something known, and keeps
    /// them. Gives how many episodes are new. Throws why its list could not be had now.
    func readNews(of program: ProgramRecord) async throws -> Int {
        let (library, source) = (try await library(), try await source(named: program.source))
        let ref = program.program.ref
        let known = Set(try await library.episodeRefs(source: source.name, program: ref))
        // The oldest first: after a kill the next look goes as far back as this one.
        for fetched in try await newPages(of: ref, from: source, known: known).reversed() {
            _ = try await keep(fetched, title: "update", from: source)
        }
        return try await library.episodeRefs(source: source.name, program: ref).count - known.count
    }

    private func newPages(of ref: String, from source: Source, known: Set<String>) async throws -> [FetchedPage] {
        var pages: [FetchedPage] = []
        var seen: Set<String> = []
        var request: PageRequest? = .program(ref: ref, page: 1)
        // Of one of which nothing is known yet, the newest page is news; the others are there to be browsed.
        while let asked = request, pages.count < (known.isEmpty ? 1 : Self.mostPagesOfNews) {
            let fetched = try await ask(asked, of: source)
            if let failure = fetched.listFailure { throw failure }
            pages.append(fetched)
            let refs = fetched.episodeRefs
            request = refs.isDisjoint(with: known) && !refs.isSubset(of: seen) ? fetched.page.next : nil
            seen.formUnion(refs)
        }
        return pages
    }
}

extension FetchedPage {
    /// Why a programme's list of episodes isn't what its source says now.
    fileprivate var listFailure: DirectoryError? {
        if let stored, answers.isEmpty { return stored.reason }
        return failures.first { $0.part != "details" }?.error
    }

    fileprivate var episodeRefs: Set<String> {
        Set(page.items.compactMap { if case .episode(let episode) = $0 { episode.ref } else { nil } })
    }
}
