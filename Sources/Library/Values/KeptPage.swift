public import Catalogue

/// What the library made of a page: the same sections in the same order, the items under their ids, with what the listener did.
public struct KeptPage: Hashable, Sendable {
    public var program: ProgramRecord?
    public var article: KeptArticle?
    public var sections: [KeptSection]
    /// The number of the first numbered line: 1, or more where the page went on from the last listing.
    public var firstNumber: Int
    public var next: PageRequest?
    public var total: Int?
    public var skipped: [String]

    public init(
        program: ProgramRecord? = nil, article: KeptArticle? = nil, sections: [KeptSection] = [], firstNumber: Int = 1,
        next: PageRequest? = nil, total: Int? = nil, skipped: [String] = []
    ) {
        self.program = program
        self.article = article
        self.sections = sections
        self.firstNumber = firstNumber
        self.next = next
        self.total = total
        self.skipped = skipped
    }

    /// The addresses of the numbered lines, in order: "p12", "e3", a web URL, or "" for what leads nowhere.
    public var addresses: [String] { sections.flatMap(\.items).compactMap(\.address) }
}

/// A kept story with its text, of which the library keeps only the answer it was read from.
public struct KeptArticle: Hashable, Sendable {
    public var record: StoryRecord
    public var text: RichText

    public init(record: StoryRecord, text: RichText = RichText()) {
        self.record = record
        self.text = text
    }
}

/// Kept items under one heading.
public struct KeptSection: Hashable, Sendable {
    public var kind: Section.Kind
    public var items: [KeptItem]
    /// Of a chart: where each of the items stands. Empty for other sections.
    public var places: [ChartPlace]

    public init(_ kind: Section.Kind, items: [KeptItem] = [], places: [ChartPlace] = []) {
        self.kind = kind
        self.items = items
        self.places = places
    }

    /// The items of these indices (within bounds), each with its place.
    public subscript(range: Range<Int>) -> KeptSection {
        KeptSection(kind, items: Array(items[range]), places: places.isEmpty ? [] : Array(places[range]))
    }

    /// Leaves out items; the others keep their places.
    public mutating func removeItems(where isUnwanted: (KeptItem) -> Bool) {
        let wanted = items.indices.filter { !isUnwanted(items[$0]) }
        if !places.isEmpty { places = wanted.map { places[$0] } }
        items = wanted.map { items[$0] }
    }
}

/// An item of a page as the library keeps it.
public enum KeptItem: Hashable, Sendable {
    /// `target` is the id of what it leads to, where that has one.
    case activity(Activity, target: ItemID?)
    case program(ProgramRecord)
    case episode(EpisodeRecord)
    case station(StationRecord)
    case story(StoryRecord)
    /// Categories and comments have no number in a listing.
    case category(Category)
    case comment(Comment)

    /// The id of the item itself, where it has one: what an activity leads to is something else.
    var id: ItemID? {
        switch self {
        case .program(let record): record.id
        case .episode(let record): record.id
        case .station(let record): record.id
        case .story(let record): record.id
        case .activity, .category, .comment: nil
        }
    }

    /// What the line's number stands for; nil where the line has no number.
    public var address: String? {
        switch self {
        case .activity(let activity, let target):
            if let target { return target.description }
            if case .web(let url) = activity.target { return url }
            return ""
        case .program(let record): return record.id.description
        case .episode(let record): return record.id.description
        case .station(let record): return record.id.description
        case .story(let record): return record.id.description
        case .category, .comment: return nil
        }
    }
}

/// What keeping a page does to the last listing. `next` is the text of the request that `more` goes on with, nil at the end.
public enum ListingChange: Hashable, Sendable {
    /// The page's numbered lines become the listing; a page without any leaves it as it was.
    case replace(next: String?)
    case none
}

/// What the numbers of the last listing stand for.
public struct LastListing: Hashable, Sendable {
    /// By number, from 1: "p12", "e3", a URL, or "" for what leads nowhere.
    public var addresses: [String]
    /// The source that was asked; nil for a listing of the library's own.
    public var source: String?
    /// The text of the request for the next page; nil where that was all.
    public var next: String?

    public init(addresses: [String] = [], source: String? = nil, next: String? = nil) {
        self.addresses = addresses
        self.source = source
        self.next = next
    }
}

/// What was read since the last listing: a story with its pictures, or comments.
public struct LastReading: Hashable, Sendable {
    /// The source of the comments, and the text of the request for more of them; nil where those were all.
    public var source: String?
    public var next: String?
    /// Absolute URLs of the story's pictures, by number from 1.
    public var images: [String]

    public init(source: String? = nil, next: String? = nil, images: [String] = []) {
        self.source = source
        self.next = next
        self.images = images
    }
}
