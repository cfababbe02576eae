import Catalogue
import Library
import Playback
import Transfer

/// What this process plays.
struct PlayState {
    var player: Player?
    /// Where the player's sound goes: not where it should, but into silence, after a prompt has found no sound server.
    var output: OutputChoice?
    var lease: PlayerLease?
    /// What the player was last told to play.
    var current: Play?
    /// Plays that the player has not let go of yet, the current one included: a place is still to be kept for each.
    var open: [PlayToken: Play] = [:]
    /// What the player was told comes after the current one.
    var upcoming: Play?
    var state = StatusReport.State.stopped
    /// Entries that failed one after the other, with nothing heard between them: when the queue has no others, playing ends.
    var failedInARow: Set<Int64> = []
    /// What failed since `play` was last said.
    var failures: [ItemFailure] = []
    /// One-shot `play ITEM…` ends after these entries.
    var scope: Set<Int64>?
    var error: PlaybackError?
    /// When it was paused (seconds since 1970); nil where it isn't, or has gone elsewhere since.
    var pausedAt: Int64?
    var sleep: Sleep?
    /// The part of the volume that a fade leaves, 0 to 1.
    var fade = 1.0
    /// It was said already that there is no sound server.
    var saidNoDevice = false
    /// Items of which it was said already that their downloaded files are gone.
    var saidLost: Set<ItemID> = []
    /// What plays is being recorded.
    var recording: Recording?
    var waiters: [Waiter] = []
    /// The status that was last given out, and how many times only its place has changed since.
    var shown: StatusReport?
    var shownAgain = 0

    /// Somebody who waits until the player has said something.
    struct Waiter {
        let id: UInt64
        let isDone: (PlayState) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }
}

/// One play of one queue entry: from a start to an end, a stop or a failure.
struct Play {
    let token: PlayToken
    let entry: Int64
    var record: EpisodeRecord
    /// Seconds; where the player last said it was, and when.
    var position: Double { didSet { told = .now } }
    private var told = ContinuousClock.now
    var duration: Double?
    /// The player has guessed the duration from what came so far.
    private var isGuessed = false
    /// How the player was told to let it sound.
    var effects = Effects()
    /// The player knows of it; before, it is looked up where its sound is.
    var isTold = false
    var hasStarted = false
    /// It was paused before the player knew of it.
    var startsPaused = false
    /// The player was told to go elsewhere and hasn't said that it is there: what it says of its place until then is out of date.
    var isSeeking = false
    /// It was told to stop by `sleep`.
    var isAsleep = false
    /// Seconds of the item that were really heard, at whatever speed: what was jumped over is not.
    var heard = 0.0
    /// The line of history that this play writes.
    var listen: Int64?
    /// The position that the library holds.
    var keptPosition: Double
    /// The way to what comes from the network.
    var line: StreamLine?
    /// What its server says of it, and to be playing now.
    var stream: StreamFacts?
    var streamTitle: String?
    /// The last such title that was told.
    var toldTitle: String?
    /// How often it was paused.
    var pauses = 0
    /// A station that was paused for so long that its connection was ended: it goes on anew.
    var isHungUp = false

    /// It is heard already, and was only paused for long.
    var isAgain = false

    /// A broadcast, which has no end: there is no place in it to keep or to go to.
    var isLive: Bool { record.isLive || stream?.isLive == true }

    init(entry: Int64, record: EpisodeRecord, position: Double) {
        token = PlayToken()
        (self.entry, self.record, self.position, keptPosition) = (entry, record, position, position)
        duration = record.episode.duration
    }

    /// Where it is by now, in seconds: the player says so twice a second.
    func place(_ state: StatusReport.State) -> Double {
        guard state == .playing, hasStarted, !isSeeking else { return position }
        return position + min(told.duration(to: .now) / .seconds(1), 1) * effects.speed
    }

    /// On its way to a place behind its end it isn't there.
    var shown: Double { isSeeking ? min(position, duration ?? position) : position }

    /// What may be kept: another time it may be guessed better.
    var sureDuration: Double? { isGuessed ? nil : duration }

    /// The player has counted, or somebody says how long it is.
    var isEndSure: Bool { !isGuessed || record.episode.duration != nil }

    /// Takes what the player says, if it does.
    mutating func take(_ length: ItemLength?) {
        if let length { (duration, isGuessed) = (length.seconds, length.isGuess) }
    }

    /// Where it ends by itself: where its outro begins, or the item's end; nil where that isn't known.
    var end: Double? { duration.map { effects.outro < $0 ? $0 - effects.outro : $0 } }

    /// Goes on to a place by playing; what the player says on its way elsewhere is out of date.
    mutating func go(to place: Double) {
        if isSeeking { return }
        if hasStarted, place > position { heard += place - position }
        position = place
    }

    /// Ends at a place, which counts even where the player was on its way elsewhere.
    mutating func leave(at place: Double) {
        go(to: place)
        position = place
    }
}
