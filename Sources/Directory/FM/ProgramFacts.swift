import Catalogue

/// What two answers and their entries tell about one programme, put together.
enum ProgramFacts {
    /// The first's facts, and where it has none the second's.
    static func merged(_ program: Program?, with other: Program?) -> Program? {
        guard var merged = program, let other else { return program ?? other }
        if merged.hosts.isEmpty { merged.hosts = other.hosts }
        if merged.tags.isEmpty { merged.tags = other.tags }
        merged.summary = merged.summary ?? other.summary
        merged.image = merged.image ?? other.image
        merged.feed = merged.feed ?? other.feed
        merged.web = merged.web ?? other.web
        merged.language = merged.language ?? other.language
        merged.episodeCount = merged.episodeCount ?? other.episodeCount
        merged.latestTitle = merged.latestTitle ?? other.latestTitle
        merged.updated = merged.updated ?? other.updated
        let known = Set(merged.counters.map(\.name))
        merged.counters += other.counters.filter { !known.contains($0.name) }
        return merged
    }

    /// Gives the page its programme, under the id that was asked for, and each episode that names none this one.
    static func settle(_ page: inout Page, _ program: Program?, ref: String) {
        let titles = page.items.compactMap { item in
            if case .episode(let episode) = item, episode.programRef ?? ref == ref { episode.programTitle } else { nil }
        }
        page.program = program ?? titles.first.map { Program(ref: ref, title: $0) }
        page.program?.ref = ref
        let title = page.program?.title
        for section in page.sections.indices {
            page.sections[section].items = page.sections[section].items.map { item in
                guard case .episode(var episode) = item, episode.programRef ?? ref == ref else { return item }
                episode.programRef = ref
                episode.programTitle = episode.programTitle ?? title
                return .episode(episode)
            }
        }
    }
}
