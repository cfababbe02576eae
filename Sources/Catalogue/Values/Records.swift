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
    public var played: Bool
    /// Where the listener stopped, in seconds; nil where it was never begun or heard to its end.
    public var position: Double?
    /// Absolute path of the downloaded file.
    public var downloaded: String?

    public init(
        id: ItemID, source: String, programID: ItemID? = nil, episode: Episode, favourite: Bool = false, played: Bool = false,
        position: Double? = nil, downloaded: String? = nil
    ) {
        self.id = id
        self.source = source
        self.programID = programID
        self.episode = episode
        self.favourite = favourite
        self.played = played
        self.position = position
        self.downloaded = downloaded
    }
}

/// Anything in the library that has an id.
public enum ItemRecord: Hashable, Sendable {
    case program(ProgramRecord)
    case episode(EpisodeRecord)

    public var id: ItemID {
        switch self {
        case .program(let record): record.id
        case .episode(let record): record.id
        }
    }

    public var source: String {
        switch self {
        case .program(let record): record.source
        case .episode(let record): record.source
        }
    }

    public var title: String {
        switch self {
        case .program(let record): record.program.title
        case .episode(let record): record.episode.title
        }
    }
}
