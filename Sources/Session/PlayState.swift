import Catalogue
import Library
import Playback

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
    var state = StatusReport.State.stopped
    /// Entries that failed one after the other, with nothing heard between them: when the queue has no others, playing ends.
    var failedInARow: Set<Int64> = []
    /// What failed since `play` was last said.
    var failures: [ItemFailure] = []
    /// One-shot `play ITEM…` ends after these entries.
    var scope: Set<Int64>?
    var error: PlaybackError?
    /// It was said already that there is no sound server.
    var saidNoDevice = false
    /// Items of which it was said already that their downloaded files are gone.
    var saidLost: Set<ItemID> = []
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
    /// Seconds; where the player last said it was.
    var position: Double
    var duration: Double?
    /// The player knows of it; before, it is looked up where its sound is.
    var isTold = false
    var hasStarted = false
    /// The player was told to go elsewhere and hasn't said that it is there: what it says of its place until then is out of date.
    var isSeeking = false
    /// Seconds that were really heard: what was jumped over is not.
    var heard = 0.0
    /// The line of history that this play writes.
    var listen: Int64?
    /// The position that the library holds.
    var keptPosition: Double

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
