import Catalogue

/// Writes what one source said, within one transaction: a new item gets an id, a known one keeps its id and what is known of it, and a row is written
/// only where something changed.
struct CatalogueWriter {
    let programs: ProgramTable
    let episodes: EpisodeTable
    let stations: StationTable
    let stories: StoryTable
    let index: SearchWriter
    let source: String
    let now: Int64
    private(set) var addedEpisodes = 0
    private(set) var changedEpisodes = 0
    /// By the service's id, those met in this transaction.
    private var met: [String: ProgramRecord] = [:]
    /// The programme that an episode named last, as most name the same as the one before.
    private var mentioned: Mention?
    /// Episodes of `mentioned` that wait to be stored together: it had none, so that they are most likely new.
    private var gathered: [Episode] = []

    /// What an episode needs to know of its programme.
    private struct Mention {
        var ref: String
        var id: ItemID
        var title: String
        /// It had no episodes yet when it was met.
        var isNew: Bool

        /// The programme's own title, which counts before an episode's word for it.
        var knownTitle: String? { title.isEmpty ? nil : title }
    }

    /// What became of an episode that was said.
    private enum Placed {
        case new(ItemID)
        case known(EpisodeRecord)
    }

    /// What is gathered in `index` has to be flushed before the transaction ends.
    init(database: SQLiteDatabase, paths: LibraryPaths, index: SearchWriter, source: String, now: Int64) {
        self.index = index
        programs = ProgramTable(database: database)
        episodes = EpisodeTable(database: database, paths: paths)
        stations = StationTable(database: database)
        stories = StoryTable(database: database)
        self.source = source
        self.now = now
    }

    mutating func keep(_ program: Program) throws -> ProgramRecord {
        try leaveMentioned()
        var record: ProgramRecord
        if let known = try met[program.ref] ?? programs.record(source: source, ref: program.ref) {
            record = known
            record.program = program.merged(over: known.program)
            if record != known {
                try programs.update(record.id.number, to: record.program)
                index.change(record.id, from: SearchFields(known.program), to: SearchFields(record.program))
                try index.rename(record.id, from: known.program.title, to: record.program.title)
            }
        } else {
            let id = try programs.insert(program, source: source, at: now)
            record = ProgramRecord(id: ItemID(.program, id), source: source, program: program)
            index.add(record.id, SearchFields(program))
        }
        met[program.ref] = record
        return record
    }

    mutating func keep(_ episode: Episode) throws -> EpisodeRecord {
        let program = try episode.programRef.map { try mention($0, title: episode.programTitle) }
        switch try place(episode, of: program) {
        case .known(let record): return record
        case .new(let id):
            var record = EpisodeRecord(id: id, source: source, programID: program?.id, episode: episode)
            record.episode.programTitle = program?.knownTitle ?? episode.programTitle
            return record
        }
    }

    /// The same where nobody asks what came of it, without the copies of that. It may wait in `gathered`, until `leaveMentioned`.
    private mutating func store(_ episode: Episode, of page: Program?) throws {
        guard let ref = episode.programRef ?? page?.ref else {
            try leaveMentioned()
            _ = try place(episode, of: nil)
            return
        }
        let program = try mention(ref, title: episode.programTitle)
        guard program.isNew else {
            _ = try place(episode, of: program)
            return
        }
        gathered.append(episode)
        if gathered.count == EpisodeTable.atOnce { try storeGathered() }
    }

    /// What was gathered is stored before anything else is asked or changed.
    private mutating func leaveMentioned() throws {
        try storeGathered()
        mentioned = nil
    }

    private mutating func storeGathered() throws {
        guard let program = mentioned, !gathered.isEmpty else { return }
        let given = gathered
        gathered = []
        guard given.count == EpisodeTable.atOnce else {
            for episode in given { _ = try place(episode, of: program) }
            return
        }
        var last = try episodes.lastID()
        let first = try episodes.insert(all: given, source: source, program: program.id.number, at: now)
        for index in given.indices {
            let id = try first.map { $0 &+ Int64(index) } ?? episodes.id(source: source, ref: given[index].ref)
            if let id, id > last {
                added(id, given[index], of: program)
                last = id
            } else {
                // Another programme's, or twice among them.
                _ = try place(given[index], of: program)
            }
        }
    }

    private mutating func place(_ episode: Episode, of program: Mention?) throws -> Placed {
        if program?.isNew != true, let known = try episodes.plainRecord(source: source, ref: episode.ref) {
            return .known(try change(known, to: episode, of: program))
        }
        if let number = try episodes.insert(episode, source: source, program: program?.id.number, at: now) {
            added(number, episode, of: program)
            return .new(ItemID(.episode, number))
        }
        // Another programme's, or twice in the same answer.
        guard let known = try episodes.plainRecord(source: source, ref: episode.ref) else {
            throw LibraryError.damaged(path: episodes.paths.database, words: "an episode is in its index alone")
        }
        return .known(try change(known, to: episode, of: program))
    }

    private mutating func added(_ id: Int64, _ episode: Episode, of program: Mention?) {
        addedEpisodes += 1
        index.add(ItemID(.episode, id), SearchFields(episode, of: program?.knownTitle))
    }

    private mutating func change(_ known: EpisodeRecord, to said: Episode, of program: Mention?) throws -> EpisodeRecord {
        var (record, said) = (known, said)
        said.programTitle = program.flatMap(\.knownTitle) ?? said.programTitle
        record.programID = program?.id ?? known.programID
        if program == nil && known.programID != nil { said.programTitle = nil }
        record.episode = said.merged(over: known.episode)
        if record != known {
            try episodes.update(record.id.number, to: record.episode, program: record.programID?.number)
            changedEpisodes += 1
            index.change(record.id, from: SearchFields(known.episode), to: SearchFields(record.episode, of: program?.title))
        }
        return record
    }

    func keep(_ station: Station) throws -> StationRecord {
        guard let known = try stations.record(source: source, ref: station.ref) else {
            let id = try stations.insert(station, source: source, at: now)
            index.add(ItemID(.station, id), SearchFields(station))
            return StationRecord(id: ItemID(.station, id), source: source, station: station)
        }
        var record = known
        record.station = station.merged(over: known.station)
        if record != known {
            try stations.update(record.id.number, to: record.station)
            index.change(record.id, from: SearchFields(known.station), to: SearchFields(record.station))
        }
        return record
    }

    func keep(_ story: Story) throws -> StoryRecord {
        guard let known = try stories.record(source: source, ref: story.ref) else {
            let id = try stories.insert(story, source: source, at: now)
            index.add(ItemID(.story, id), SearchFields(story, text: nil))
            return StoryRecord(id: ItemID(.story, id), source: source, story: story)
        }
        var record = known
        record.story = story.merged(over: known.story)
        if record != known {
            try stories.update(record.id.number, to: record.story)
            let text = try stories.text(record.id.number)
            index.change(record.id, from: SearchFields(known.story, text: text), to: SearchFields(record.story, text: text))
        }
        return record
    }

    /// A story that was read: its text is kept to be found by.
    private func keep(_ article: Article) throws -> KeptArticle {
        let record = try keep(article.story)
        let (known, text) = (try stories.text(record.id.number), article.text.plainText)
        if !text.isEmpty, text != known {
            try stories.setText(record.id.number, text)
            index.change(record.id, from: SearchFields(record.story, text: known), to: SearchFields(record.story, text: text))
        }
        return KeptArticle(record: record, text: article.text)
    }

    /// The programme that an episode names.
    private mutating func mention(_ ref: String, title: String?) throws -> Mention {
        if let mentioned, mentioned.ref == ref, !mentioned.title.isEmpty { return mentioned }
        try leaveMentioned()
        let known = met[ref].flatMap { $0.program.title.isEmpty ? nil : $0 }
        let record = try known ?? keep(Program(ref: ref, title: title ?? ""))
        let isNew = try !episodes.has(program: record.id.number)
        let mention = Mention(ref: ref, id: record.id, title: record.program.title, isNew: isNew)
        mentioned = mention
        return mention
    }
}

extension CatalogueWriter {
    mutating func keep(_ page: Page) throws -> KeptPage {
        let program = try page.program.map { try keep($0) }
        let article = try page.article.map(keep)
        var sections: [KeptSection] = []
        for section in page.sections {
            var items: [KeptItem] = []
            for item in section.items { items.append(try keep(item, of: page.program)) }
            sections.append(KeptSection(section.kind, items: items))
        }
        return KeptPage(
            program: program, article: article, sections: sections, next: page.next, total: page.total, skipped: page.skipped)
    }

    /// The same where nobody asks what came of it.
    mutating func store(_ page: Page) throws {
        if let program = page.program { _ = try keep(program) }
        if let article = page.article { _ = try keep(article) }
        for section in page.sections { try store(section.items.span, of: page.program) }
        try leaveMentioned()
    }

    /// By a span, in which an item is looked at without a copy.
    private mutating func store(_ items: Span<Item>, of program: Program?) throws {
        for index in items.indices {
            if case .episode(let episode) = items[index] {
                try store(episode, of: program)
            } else {
                try leaveMentioned()
                _ = try keep(items[index], of: program)
            }
        }
    }

    private mutating func keep(_ item: Item, of program: Program?) throws -> KeptItem {
        switch item {
        case .activity(let activity): return .activity(activity, target: try keepTarget(activity.target))
        case .program(let program): return .program(try keep(program))
        case .episode(var episode):
            episode.programRef = episode.programRef ?? program?.ref
            return .episode(try keep(episode))
        case .station(let station): return .station(try keep(station))
        case .story(let story): return .story(try keep(story))
        case .comment(let comment): return .comment(comment)
        case .category(let category): return .category(category)
        }
    }

    private mutating func keepTarget(_ target: Activity.Target) throws -> ItemID? {
        switch target {
        case .program(let program): return try keep(program).id
        case .episode(let episode): return try keep(episode).id
        case .station(let station): return try keep(station).id
        case .story(let story): return try keep(story).id
        case .web, .live, .none: return nil
        }
    }
}

extension RichText {
    /// The words alone, a block a line.
    fileprivate var plainText: String { blocks.map(\.text).filter { !$0.isEmpty }.joined(separator: "\n") }
}
