public import Catalogue

/// All that a listener has made of a library, and of the catalogue what that needs. Items go by ids of the archive's own, which
/// begin at 1 for each kind; what they are is said by source and service id.
public struct LibraryArchive: Hashable, Sendable {
    /// Something that the rest refers to.
    public struct Item: Hashable, Sendable {
        public enum Value: Hashable, Sendable {
            case program(Program)
            case episode(Episode)
            case station(Station)
            case story(Story)
        }

        public var id: ItemID
        public var source: String
        public var value: Value

        public init(id: ItemID, source: String, value: Value) { (self.id, self.source, self.value) = (id, source, value) }
    }

    /// A favourite, or something that is liked.
    public struct Mark: Hashable, Sendable {
        public var item: ItemID
        public var since: Int64

        public init(item: ItemID, since: Int64) { (self.item, self.since) = (item, since) }
    }

    public struct Subscribed: Hashable, Sendable {
        public var program: ItemID
        public var url: String?
        public var since: Int64

        public init(program: ItemID, url: String?, since: Int64) { (self.program, self.url, self.since) = (program, url, since) }
    }

    public struct List: Hashable, Sendable {
        public var name: String
        public var changed: Int64
        public var items: [ItemID]

        public init(name: String, changed: Int64, items: [ItemID]) { (self.name, self.changed, self.items) = (name, changed, items) }
    }

    /// How far an episode was heard.
    public struct Progress: Hashable, Sendable {
        public var episode: ItemID
        public var position: Double?
        public var duration: Double?
        public var played: Bool
        public var changed: Int64

        public init(episode: ItemID, position: Double?, duration: Double?, played: Bool, changed: Int64) {
            (self.episode, self.position, self.duration) = (episode, position, duration)
            (self.played, self.changed) = (played, changed)
        }
    }

    /// A sitting.
    public struct Listen: Hashable, Sendable {
        public var item: ItemID
        public var began: Int64
        public var beganAt: Double
        public var ended: Int64?
        public var position: Double
        public var heard: Double?

        public init(item: ItemID, began: Int64, beganAt: Double, ended: Int64?, position: Double, heard: Double?) {
            (self.item, self.began, self.beganAt) = (item, began, beganAt)
            (self.ended, self.position, self.heard) = (ended, position, heard)
        }
    }

    /// A bookmark.
    public struct Place: Hashable, Sendable {
        public var item: ItemID
        public var position: Double
        public var note: String?
        public var made: Int64

        public init(item: ItemID, position: Double, note: String?, made: Int64) {
            (self.item, self.position, self.note, self.made) = (item, position, note, made)
        }
    }

    public var items: [Item] = []
    /// Those that were added, and the name of the chosen one.
    public var sources: [Source] = []
    public var currentSource: String?
    /// In the order in which they were made, as all that follows.
    public var favourites: [Mark] = []
    public var likes: [Mark] = []
    public var subscriptions: [Subscribed] = []
    public var playlists: [List] = []
    /// Entries are numbered from 1.
    public var queue = QueueState()
    public var progress: [Progress] = []
    public var listens: [Listen] = []
    public var bookmarks: [Place] = []
    /// What programmes have of their own.
    public var programSettings: [ProgramSetting] = []
    /// Percent.
    public var volume: String?

    public init() {}
}

/// What came of taking an archive into a library.
public struct ArchiveMerge: Hashable, Sendable {
    /// Things that the library has now and had not before.
    public var added = 0
    /// Things that it had already, or knows better.
    public var known = 0
    /// Things that name an item of which the archive says nothing.
    public var leftOut = 0

    public init() {}
}
