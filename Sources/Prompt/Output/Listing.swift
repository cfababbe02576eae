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

    struct Block {
        var kind: Section.Kind
        /// Each line with its number in the listing; a category or comment has none, nor has anything that isn't kept.
        var lines: [(number: Int?, line: Line)]
        /// The rank of a chart's first line: more than 1 where it is a later page of it.
        var firstRank = 1
    }

    /// The programme whose page it is.
    var program: (Program, ProgramRecord?)?
    /// The story whose text or comments these are.
    var article: (Article, StoryRecord?)?
    var blocks: [Block]
    var part: ListPart
    var skipped: [String]

    /// How many lines there are, headings not counted.
    var count: Int { blocks.reduce(0) { $0 + $1.lines.count } }
}

extension Listing {
    init(_ report: PageReport) {
        let page = report.page
        var next = page.firstNumber
        blocks = page.sections.map { section in
            Block(
                kind: section.kind,
                lines: section.items.map { item in
                    guard item.address != nil else { return (nil, Line(item)) }
                    defer { next += 1 }
                    return (next, Line(item))
                })
        }
        // A later page of a chart holds nothing else.
        if blocks.count == 1 { blocks[0].firstRank = page.firstNumber }
        program = page.program.map { ($0.program, $0) }
        article = page.article.map { (Article(story: $0.record.story, text: $0.text), $0.record) }
        part = ListPart(first: page.firstNumber, total: page.total, hasMore: report.hasMore)
        skipped = page.skipped
    }

    init(_ page: Page) {
        blocks = page.sections.map { section in
            Block(kind: section.kind, lines: section.items.map { (nil, Line($0)) })
        }
        program = page.program.map { ($0, nil) }
        article = page.article.map { ($0, nil) }
        part = ListPart(total: page.total)
        skipped = page.skipped
    }
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
