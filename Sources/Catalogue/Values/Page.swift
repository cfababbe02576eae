/// One page of a catalogue, as a client made it of one or two answers: sections of items in the service's order.
public struct Page: Hashable, Sendable {
    /// The programme whose episodes these are, where it is a programme's page.
    public var program: Program?
    public var sections: [Section]
    /// What `more` asks next; nil where this was all.
    public var next: PageRequest?
    /// How many items all pages hold together, where the service says so.
    public var total: Int?
    /// What had to be left out, and why: "entry 3 has no id".
    public var skipped: [String]

    public init(program: Program? = nil, sections: [Section] = [], next: PageRequest? = nil, total: Int? = nil, skipped: [String] = []) {
        self.program = program
        self.sections = sections
        self.next = next
        self.total = total
        self.skipped = skipped
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
        /// `name` is one of the interface's chart names (`hot`, `liked` …). An item's rank is its position, from 1.
        case chart(name: String, title: String)
    }

    public var kind: Kind
    public var items: [Item]

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
    case category(Category)
}

/// An entry of the carousel.
public struct Activity: Hashable, Sendable {
    /// Where it leads. A program or episode may be known by no more than `ref` and the activity's title.
    /// Both have a place of their own, as they are much larger than the rest.
    public enum Target: Hashable, Sendable {
        indirect case program(Program)
        indirect case episode(Episode)
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
