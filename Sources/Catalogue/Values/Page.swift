/// One page of a catalogue, as a client made it of one or two answers: sections of items in the service's order.
public struct Page: Hashable, Sendable {
    /// The programme whose episodes these are, where it is a programme's page.
    public var program: Program?
    /// The story whose text or comments these are, where it is a story's page.
    public var article: Article?
    public var sections: [Section]
    /// What `more` asks next; nil where this was all.
    public var next: PageRequest?
    /// How many items all pages hold together, where the service says so.
    public var total: Int?
    /// What had to be left out, and why: "entry 3 has no id".
    public var skipped: [String]
    /// An episode's chapters, where it is a file of those.
    public var chapters: [Chapter]

    public init(
        program: Program? = nil, article: Article? = nil, sections: [Section] = [], next: PageRequest? = nil, total: Int? = nil,
        skipped: [String] = [], chapters: [Chapter] = []
    ) {
        self.program = program
        self.article = article
        self.sections = sections
        self.next = next
        self.total = total
        self.skipped = skipped
        self.chapters = chapters
    }

    public var items: [Item] { sections.flatMap(\.items) }
}

/// Items under one heading.
public struct Section: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case plain
        /// The carousel.
        case activities
        /// `category` is the category's id behind the card, where it has one.
        case card(title: String, category: String?)
        /// `name` is one of the interface's chart names (`hot`, `liked` …). An item's rank is its position, from `firstRank`.
        case chart(name: String, title: String)
        /// What readers said. The two kinds are lists of their own; `total` is how many the service has.
        case comments(isLong: Bool, total: Int?)
    }

    public var kind: Kind
    public var items: [Item]
    /// Of a chart: the rank of its first item, which is more than 1 on the pages behind the first.
    public var firstRank = 1

    public init(_ kind: Kind, items: [Item] = []) {
        self.kind = kind
        self.items = items
    }
}

/// What a section holds.
public enum Item: Hashable, Sendable {
    case activity(Activity)
    case program(Program)
    case episode(Episode)
    case station(Station)
    case story(Story)
    case comment(Comment)
    case category(Category)
}

/// An entry of the carousel.
public struct Activity: Hashable, Sendable {
    /// Where it leads. A program or episode may be known by no more than `ref` and the activity's title.
    /// These have a place of their own, as they are much larger than the rest.
    public enum Target: Hashable, Sendable {
        indirect case program(Program)
        indirect case episode(Episode)
        indirect case station(Station)
        indirect case story(Story)
        case web(String)
        case live
        case none
    }

    public var title: String
    public var image: String?
    public var target: Target

    public init(title: String, image: String? = nil, target: Target = .none) {
        self.title = title
        self.image = image
        self.target = target
    }
}

/// A shelf of programmes; `group` is the heading that a service puts several under.
public struct Category: Hashable, Sendable {
    public var ref: String
    public var title: String
    public var group: String?

    public init(ref: String, title: String, group: String? = nil) {
        self.ref = ref
        self.title = title
        self.group = group
    }
}
