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

    /// What an episode needs to know of its programme.
    private struct Mention {
        var ref: String
        var id: ItemID
        var title: String
        /// It had no episodes yet when it was met.
        var isNew: Bool
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

    mutating func keep(_ episode: consuming Episode) throws -> EpisodeRecord {
        let program = try episode.programRef.map { try mention($0, title: episode.programTitle) }
        // The programme's own title counts, where it is known.
        if let title = program?.title, !title.isEmpty { episode.programTitle = title }
        let known = program?.isNew == true ? nil : try episodes.plainRecord(source: source, ref: episode.ref)
        if let known { return try change(known, to: episode, of: program) }
        if let id = try episodes.insert(episode, source: source, program: program?.id.number, at: now) {
            addedEpisodes += 1
            index.add(ItemID(.episode, id), SearchFields(copy episode))
            return EpisodeRecord(id: ItemID(.episode, id), source: source, programID: program?.id, episode: episode)
        }
        // Another programme's, or twice in the same answer.
        guard let known = try episodes.plainRecord(source: source, ref: episode.ref) else {
            throw LibraryError.damaged(path: episodes.paths.database, words: "an episode is in its index alone")
        }
        return try change(known, to: episode, of: program)
    }

    private mutating func change(_ known: EpisodeRecord, to said: Episode, of program: Mention?) throws -> EpisodeRecord {
        var (record, said) = (known, said)
        record.programID = program?.id ?? known.programID
        if program == nil && known.programID != nil { said.programTitle = nil }
        record.episode = said.merged(over: known.episode)
        if record != known {
            try episodes.update(record.id.number, to: record.episode, program: record.programID?.number)
            changedEpisodes += 1
            var indexed = record.episode
            indexed.programTitle = program?.title ?? indexed.programTitle
            index.change(record.id, from: SearchFields(known.episode), to: SearchFields(indexed))
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
        for section in page.sections { for item in section.items { _ = try keep(item, of: page.program) } }
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
