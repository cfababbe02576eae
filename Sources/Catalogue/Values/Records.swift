/// A programme in the library: what its source says, under the id the library gave it, with what the listener did.
public struct ProgramRecord: Hashable, Sendable {
    public var id: ItemID
    public var source: String
    public var program: Program
    public var favourite: Bool
    public var subscribed: Bool

    public init(id: ItemID, source: String, program: Program, favourite: Bool = false, subscribed: Bool = false) {
        self.id = id
        self.source = source
        self.program = program
        self.favourite = favourite
        self.subscribed = subscribed
    }
}

/// An episode in the library: what its source says, under the id the library gave it, with what the listener did.
public struct EpisodeRecord: Hashable, Sendable {
    public var id: ItemID
    public var source: String
    /// The programme's id, where the programme is known.
    public var programID: ItemID?
    public var episode: Episode
    public var favourite: Bool
    public var liked: Bool
    public var played: Bool
    /// Where the listener stopped, in seconds; nil where it was never begun or heard to its end.
    public var position: Double?
    /// Absolute path of the downloaded file.
    public var downloaded: String?

    public init(
        id: ItemID, source: String, programID: ItemID? = nil, episode: Episode, favourite: Bool = false, liked: Bool = false,
        played: Bool = false, position: Double? = nil, downloaded: String? = nil
    ) {
        self.id = id
        self.source = source
        self.programID = programID
        self.episode = episode
        self.favourite = favourite
        self.liked = liked
        self.played = played
        self.position = position
        self.downloaded = downloaded
    }

    /// A radio station as what can be played: it has no place to go on from, and no end.
    public var isLive: Bool { id.kind == .station }
}

/// A radio station in the library: what its source says, under the id the library gave it, with what the listener did.
public struct StationRecord: Hashable, Sendable {
    public var id: ItemID
    public var source: String
    public var station: Station
    public var favourite: Bool

    public init(id: ItemID, source: String, station: Station, favourite: Bool = false) {
        self.id = id
        self.source = source
        self.station = station
        self.favourite = favourite
    }

    /// The station as what can be played: an episode without an end, under the station's own id.
    public var playable: EpisodeRecord {
        let episode = Episode(
            ref: station.ref, title: station.title, tags: station.tags, audio: station.audio, image: station.image, web: station.web)
        return EpisodeRecord(id: id, source: source, episode: episode, favourite: favourite)
    }
}

/// A story in the library: what its source says, under the id the library gave it, with what the listener did.
public struct StoryRecord: Hashable, Sendable {
    public var id: ItemID
    public var source: String
    public var story: Story
    public var favourite: Bool
    public var liked: Bool

    public init(id: ItemID, source: String, story: Story, favourite: Bool = false, liked: Bool = false) {
        self.id = id
        self.source = source
        self.story = story
        self.favourite = favourite
        self.liked = liked
    }
}

/// Anything in the library that has an id.
public enum ItemRecord: Hashable, Sendable {
    case program(ProgramRecord)
    case episode(EpisodeRecord)
    case station(StationRecord)
    case story(StoryRecord)

    public var id: ItemID {
        switch self {
        case .program(let record): record.id
        case .episode(let record): record.id
        case .station(let record): record.id
        case .story(let record): record.id
        }
    }

    public var source: String {
        switch self {
        case .program(let record): record.source
        case .episode(let record): record.source
        case .station(let record): record.source
        case .story(let record): record.source
        }
    }

    public var title: String {
        switch self {
        case .program(let record): record.program.title
        case .episode(let record): record.episode.title
        case .station(let record): record.station.title
        case .story(let record): record.story.title
        }
    }

    /// What can be queued and played of it: an episode, or a station as one. Nil for a programme, which stands for its episodes, and a story.
    public var playable: EpisodeRecord? {
        switch self {
        case .episode(let record): record
        case .station(let record): record.playable
        case .program, .story: nil
        }
    }
}
