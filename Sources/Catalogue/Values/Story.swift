/// A story of a daily news service as its lists tell of it. An absent fact is nil or empty, never invented.
public struct Story: Hashable, Sendable {
    /// The service's id: opaque text, unique within its source.
    public var ref: String
    public var title: String
    public var author: String?
    /// What the service says beside the title, as it says it: "样例作者 · 3 分钟阅读", "VOL.0001".
    public var hint: String?
    /// The day it belongs to, YYYY-MM-DD, as the service counts days.
    public var day: String?
    /// Absolute URL of the largest picture.
    public var image: String?
    public var web: String?
    /// Names: likes, comments, longComments, shortComments.
    public var counters: [Counter]

    public init(
        ref: String, title: String, author: String? = nil, hint: String? = nil, day: String? = nil, image: String? = nil,
        web: String? = nil, counters: [Counter] = []
    ) {
        self.ref = ref
        self.title = title
        self.author = author
        self.hint = hint
        self.day = day
        self.image = image
        self.web = web
        self.counters = counters
    }
}

/// A story with its text.
public struct Article: Hashable, Sendable {
    public var story: Story
    /// Empty where the service has no text of it: then `story.web` is where it is to be read.
    public var text: RichText

    public init(story: Story, text: RichText = RichText()) {
        self.story = story
        self.text = text
    }
}

/// What a reader said of a story.
public struct Comment: Hashable, Sendable {
    /// What another comment was that this one replies to.
    public struct Reply: Hashable, Sendable {
        public var author: String?
        public var text: String?
        public var isDeleted: Bool

        public init(author: String? = nil, text: String? = nil, isDeleted: Bool = false) {
            self.author = author
            self.text = text
            self.isDeleted = isDeleted
        }
    }

    public var ref: String
    public var author: String?
    /// May be of several lines.
    public var text: String
    public var likes: Int?
    /// Seconds since 1970, UTC.
    public var time: Int64?
    public var replyTo: Reply?

    public init(ref: String, author: String? = nil, text: String, likes: Int? = nil, time: Int64? = nil, replyTo: Reply? = nil) {
        self.ref = ref
        self.author = author
        self.text = text
        self.likes = likes
        self.time = time
        self.replyTo = replyTo
    }
}
