import Catalogue

/// A walk through all pages of a static station: which to ask next, and what came together.
///
/// It ends when nothing is left, when the station can't be reached, or after `limit` pages.
struct StationWalk {
    /// Enough for a station of a few hundred programmes, and an end for one that has no end.
    static let limit = 1000

    private var waiting: [PageRequest] = [.charts, .featured, .categories]
    private var asked: Set<String> = []
    private var programs: [Program] = []
    private var episodes: [Episode] = []
    private var places: [String: Int] = [:]
    private var seenEpisodes: Set<String> = []
    private var rest = FetchedPage(page: Page())
    private var answered = false
    private var stopped = false

    /// The next page to ask, or nil at the end.
    mutating func next() -> PageRequest? {
        while !stopped, asked.count < Self.limit, !waiting.isEmpty {
            let request = waiting.removeFirst()
            if asked.insert(request.text).inserted { return request }
        }
        return nil
    }

    /// Takes a page: its items are kept, what it leads to is asked later.
    mutating func take(_ fetched: FetchedPage) {
        answered = true
        // The rest would come from the store as well, one time-out after the other.
        if let note = fetched.stored {
            stopped = true
            rest.stored = note
        }
        rest.answers += fetched.answers
        rest.failures += fetched.failures
        rest.page.skipped += fetched.page.skipped
        if let next = fetched.page.next { waiting.append(next) }
        if let program = fetched.page.program { add(program) }
        for item in fetched.page.items { add(item) }
    }

    /// Takes a failure: what isn't there is left out, another is noted, and the first of all is thrown.
    mutating func take(_ error: DirectoryError) throws(DirectoryError) {
        switch error {
        case .noSuchCategory, .noSuchProgram: return
        default: break
        }
        if error.isCancelled || error.isUnreachable && !answered { throw error }
        if error.isUnreachable { stopped = true }
        if !error.isMissing { rest.failures.append(PartFailure(part: "lists", error: error)) }
    }

    /// What came together.
    var fetched: FetchedPage {
        var fetched = rest
        fetched.page.sections = [
            Section(.plain, items: programs.map(Item.program)), Section(.plain, items: episodes.map(Item.episode)),
        ]
        return fetched
    }

    private mutating func add(_ item: Item) {
        switch item {
        case .program(let program): add(program)
        case .episode(let episode):
            if seenEpisodes.insert(episode.ref).inserted { episodes.append(episode) }
            if let ref = episode.programRef { waiting.append(.program(ref: ref, page: 1)) }
        case .category(let category):
            waiting += PageRequest.List.allCases.map { .browse(category: category.ref, list: $0, page: 1) }
        case .station, .story, .comment: break
        case .activity(let activity):
            switch activity.target {
            case .program(let program): waiting.append(.program(ref: program.ref, page: 1))
            case .episode(let episode): add(.episode(episode))
            case .station, .story, .web, .live, .none: break
            }
        }
    }

    private mutating func add(_ program: Program) {
        if let place = places[program.ref] {
            programs[place] = ProgramFacts.merged(programs[place], with: program) ?? program
        } else {
            places[program.ref] = programs.count
            programs.append(program)
        }
        waiting.append(.program(ref: program.ref, page: 1))
    }
}
