import Catalogue
import Library
import Session

/// A page in the one form that both printers read, whether the library keeps its items or not.
struct Listing {
    enum Line {
        case activity(Activity, target: ItemID?)
        case program(Program, ProgramRecord?)
        case episode(Episode, EpisodeRecord?)
        case station(Station, StationRecord?)
        case story(Story, StoryRecord?)
        case comment(Comment)
        case category(Category)
    }

    struct Entry {
        /// In the listing.
        var number: Int?
        var place: ChartPlace?
        var line: Line
        /// The place in its notes that a search has found.
        var context: SearchContext?
    }

    struct Block {
        var kind: Section.Kind
        /// Each line with its number in the listing, which a category or comment doesn't have, nor anything that isn't kept; of a chart with its
        /// place there.
        var lines: [Entry]
    }

    /// The programme whose page it is.
    var program: (Program, ProgramRecord?)?
    /// The story whose text or comments these are.
    var article: (Article, StoryRecord?)?
    var blocks: [Block]
    var part: ListPart
    /// Where a part of a list is from, whose other parts come from elsewhere.
    var from: PageReport.Part?
    var skipped: [String]
    /// An episode's chapters, which are never kept.
    var chapters: [Chapter] = []

    /// What is shown are comments, not things with numbers.
    var isComments = false

    /// It is a text or comments, and no table.
    var isReading: Bool { article != nil || isComments }

    /// How many lines there are, headings not counted.
    var count: Int { blocks.reduce(chapters.count) { $0 + $1.lines.count } }
}

extension Listing {
    init(_ report: PageReport) {
        let page = report.page
        var next = page.firstNumber
        blocks = page.sections.map { section in
            Block(
                kind: section.kind,
                lines: section.items.enumerated().map { index, item in
                    let place = section.kind.isChart ? section.place(index) : nil
                    guard let address = item.address else { return Entry(place: place, line: Line(item)) }
                    defer { next += 1 }
                    return Entry(number: next, place: place, line: Line(item), context: report.contexts[address])
                })
        }
        program = page.program.map { ($0.program, $0) }
        article = page.article.map { (Article(story: $0.record.story, text: $0.text), $0.record) }
        part = ListPart(first: page.firstNumber, total: page.total, hasMore: report.hasMore)
        isComments = report.title == "comments"
        from = report.part
        skipped = page.skipped
    }

    init(_ page: Page) {
        blocks = page.sections.map { section in
            Block(
                kind: section.kind,
                lines: section.items.enumerated().map { index, item in
                    Entry(place: section.kind.isChart ? ChartPlace(rank: section.firstRank + index) : nil, line: Line(item))
                })
        }
        program = page.program.map { ($0, nil) }
        article = page.article.map { ($0, nil) }
        part = ListPart(total: page.total)
        isComments = page.sections.contains { if case .comments = $0.kind { true } else { false } }
        skipped = page.skipped
        chapters = page.chapters
    }
}

extension Section.Kind {
    fileprivate var isChart: Bool {
        if case .chart = self { true } else { false }
    }
}

extension KeptSection {
    /// By its position where the library has said nothing.
    fileprivate func place(_ index: Int) -> ChartPlace { index < places.count ? places[index] : ChartPlace(rank: index + 1) }
}

extension Listing.Line {
    init(_ item: KeptItem) {
        switch item {
        case .activity(let activity, let target): self = .activity(activity, target: target)
        case .program(let record): self = .program(record.program, record)
        case .episode(let record): self = .episode(record.episode, record)
        case .station(let record): self = .station(record.station, record)
        case .story(let record): self = .story(record.story, record)
        case .comment(let comment): self = .comment(comment)
        case .category(let category): self = .category(category)
        }
    }

    init(_ item: Item) {
        switch item {
        case .activity(let activity): self = .activity(activity, target: nil)
        case .program(let program): self = .program(program, nil)
        case .episode(let episode): self = .episode(episode, nil)
        case .station(let station): self = .station(station, nil)
        case .story(let story): self = .story(story, nil)
        case .comment(let comment): self = .comment(comment)
        case .category(let category): self = .category(category)
        }
    }
}
