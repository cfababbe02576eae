public import Catalogue
public import Directory
public import Library
public import Playback

/// A page of a catalogue, or of the listener's own things, as it now stands in the library: what browsing commands show.
public struct PageReport: Sendable {
    /// What was asked: `featured`, `charts`, `browse`, `open`, `search`, `favourites` …
    public var title: String
    /// The source that was asked; nil for the listener's own lists.
    public var source: String?
    public var page: KeptPage
    public var hasMore: Bool
    /// Set where the source could not be reached and the library's copy is shown.
    public var stored: StoredNote?
    /// Parts of the page that failed while the others are shown.
    public var failures: [PartFailure]
    /// Set where the list comes in parts, as they are there.
    public var part: Part?
    /// Of a search, by address: the place in something's notes that was found.
    public var contexts: [String: SearchContext] = [:]
    /// Of a search: how many things aren't found by their notes yet.
    public var waiting = 0

    public init(
        title: String, source: String?, page: KeptPage, hasMore: Bool = false, stored: StoredNote? = nil, failures: [PartFailure] = []
    ) {
        self.title = title
        self.source = source
        self.page = page
        self.hasMore = hasMore
        self.stored = stored
        self.failures = failures
    }
}

extension PageReport {
    /// One part of a list whose parts come from different places.
    public struct Part: Sendable, Hashable {
        /// Where it is from: `library`, or a source's name.
        public var from: String
        /// How many lines came before.
        public var before: Int
        public var isLast: Bool
        /// There is more of it there than is shown.
        public var hasRest: Bool

        public init(from: String, before: Int, isLast: Bool, hasRest: Bool = false) {
            self.from = from
            self.before = before
            self.isLast = isLast
            self.hasRest = hasRest
        }
    }
}

/// One line of the queue.
public struct QueueLine: Sendable {
    /// From 1.
    public var position: Int
    public var record: EpisodeRecord
    public var isCurrent: Bool
    public var played: Bool
    /// It could not be played.
    public var failed: Bool

    public init(position: Int, record: EpisodeRecord, isCurrent: Bool, played: Bool, failed: Bool = false) {
        self.position = position
        self.record = record
        self.isCurrent = isCurrent
        self.played = played
        self.failed = failed
    }
}

/// The queue's modes.
public struct QueueModes: Sendable, Equatable {
    public var random: Bool
    public var repeats: Bool
    public var single: Bool
    public var consume: Bool

    public init(random: Bool = false, repeats: Bool = false, single: Bool = false, consume: Bool = false) {
        self.random = random
        self.repeats = repeats
        self.single = single
        self.consume = consume
    }
}

/// What is playing, or would be if `play` were said.
public struct StatusReport: Sendable {
    public enum State: String, Sendable {
        case playing, paused, stopped, buffering
    }

    public var state: State
    public var record: EpisodeRecord?
    /// Seconds.
    public var position: Double?
    public var duration: Double?
    /// How many seconds of the item are heard in one.
    public var speed: Double
    /// Percent.
    public var volume: Int
    /// `pulse`, `pulse:SINK` or `null`.
    public var output: String
    public var device: String?
    /// From 1; nil where nothing is current.
    public var queuePosition: Int?
    public var queueLength: Int
    public var modes: QueueModes
    /// The process that plays, where it is another one on the same library.
    public var process: Int32?
    /// Why there is no sound at present.
    public var error: PlaybackError?
    /// When playing will end by itself.
    public var sleep: SleepReport?
    /// The chapter in which the position is, where somebody has asked for it.
    public var chapter: Chapter?
    /// What a station says of itself.
    public var stream: StreamReport?
    /// What is being recorded.
    public var recording: RecordingReport?

    public init(
        state: State, record: EpisodeRecord? = nil, position: Double? = nil, duration: Double? = nil, speed: Double = 1, volume: Int,
        output: String, device: String? = nil, queuePosition: Int? = nil, queueLength: Int, modes: QueueModes, process: Int32? = nil,
        error: PlaybackError? = nil
    ) {
        self.state = state
        self.record = record
        self.position = position
        self.duration = duration
        self.speed = speed
        self.volume = volume
        self.output = output
        self.device = device
        self.queuePosition = queuePosition
        self.queueLength = queueLength
        self.modes = modes
        self.process = process
        self.error = error
    }
}

/// What a station's stream says of itself while it plays.
public struct StreamReport: Sendable, Hashable {
    /// What it says to be playing now: artist and title in one text.
    public var title: String?
    /// What it calls itself.
    public var station: String?
    /// In kbit/s.
    public var bitrate: Int?

    public init(title: String? = nil, station: String? = nil, bitrate: Int? = nil) {
        self.title = title
        self.station = station
        self.bitrate = bitrate
    }
}

/// What a command that changes something has done.
public struct ChangeReport: Sendable {
    /// The command's name: `add`, `favourite`, `delete` …
    public var action: String
    /// Which of two ways the command went, where its name doesn't tell: `played`, `unplayed`.
    public var variant: String?
    /// How many things changed.
    public var items: Int
    /// Things that were asked for and were so already, or had to be left out.
    public var skipped: Int
    /// How many of the skipped could not be made out, or name something that isn't known.
    public var unread = 0
    /// The things themselves, where naming them helps.
    public var records: [ItemRecord]
    /// What of the skipped has to be told.
    public var leftOut: [ItemRecord]
    /// Things of the request that failed, while the others were done.
    public var failures: [ItemFailure]
    /// What has to be said of things that were done.
    public var notes: [ItemFailure]

    public init(
        action: String, items: Int, skipped: Int = 0, records: [ItemRecord] = [], leftOut: [ItemRecord] = [],
        failures: [ItemFailure] = [], notes: [ItemFailure] = [], variant: String? = nil
    ) {
        self.action = action
        self.variant = variant
        self.items = items
        self.skipped = skipped
        self.records = records
        self.leftOut = leftOut
        self.failures = failures
        self.notes = notes
    }
}

/// One thing of several that failed.
public struct ItemFailure: Sendable {
    public var title: String
    public var error: any Error

    public init(title: String, error: any Error) {
        self.title = title
        self.error = error
    }
}

/// One setting: its value, and the default that holds without one.
public struct SettingReport: Sendable {
    public var key: String
    /// Nil where it isn't set; `•••` stands for one that is never shown.
    public var value: String?
    public var defaultValue: String?

    public init(key: String, value: String?, defaultValue: String?) {
        self.key = key
        self.value = value
        self.defaultValue = defaultValue
    }
}

/// What happened without a command: shown at the prompt as it happens.
public enum SessionEvent: Sendable {
    /// Where playing stands, about every second and at each change; nil where it is not to be shown any more.
    case status(StatusReport?)
    /// The settings file, or a value in it, can't be taken; the defaults hold.
    case settingsProblem(SessionError)
    /// The library was damaged or lost, and what could be was rescued.
    case rescued(RescueReport)
    /// The day's backup could not be made.
    case backupFailed(any Error)
    case nowPlaying(EpisodeRecord, from: Double)
    /// A station says that it plays something else now. `isWritten`: its sound goes into a file or pipe, maybe standard output.
    case streamTitle(String, station: String, isWritten: Bool = false)
    /// A recording has ended by itself: with what was recorded, or because it could not be written.
    case recorded(RecordingReport, SessionError?)
    /// An item could not be played and was left out.
    case skipped(EpisodeRecord, any Error)
    /// The queue has come to its end, or playing ended after as many failures as it has items.
    case queueEnded(failures: Int)
    /// `sleep` has ended playing: in mid-item at the place from which it will go on, in seconds, or (nil) at an item's end, or of a station.
    case asleep(at: Double?)
    /// The sound server has gone in mid-play, or stands still; playing waits for it.
    case noDevice(PlaybackError)
    case deviceBack
    /// The sound goes to another device than the one that was chosen.
    case detour(asked: String, used: String)
    /// There is no sound server: the prompt plays into silence.
    case intoSilence(PlaybackError)
    /// A place or an end could not be written down, as the library is busy or the disk full.
    case libraryFailed(any Error)
    /// An item's downloaded file is not what it was; it is played from where it was fetched.
    case downloadLost(EpisodeRecord, SessionError)
    /// A download has ended, well or by `cancel`.
    case download(DownloadRecord)
    /// How far a download is: when it begins, ten times a second at most, and when it has to wait.
    case downloading(DownloadLook)
    case downloadFailed(DownloadRecord, any Error)
}
