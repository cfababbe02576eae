/// What happens in a player. Places and durations are seconds; a place is what is heard, not what is decoded. Each play ends with exactly one
/// of `.ended`, `.stopped` and `.failed`.
public enum PlayerEvent: Sendable {
    /// The device is open and the first samples go to it. The length of a remote item, or a long one that isn't measured yet, is a guess.
    case started(PlayToken, AudioFormat, length: ItemLength?)
    /// About twice a second while it plays. Ends a `.buffering`.
    case position(PlayToken, Double, length: ItemLength?)
    case paused(PlayToken, Double)
    case resumed(PlayToken, Double)
    /// The source's bytes come too slowly: silence, until the next `.position`.
    case buffering(PlayToken, Double)
    /// Where a seek went, which may be another place than asked: never before the start or behind the end.
    case seeked(PlayToken, Double)
    /// Heard to its end.
    case ended(PlayToken, Double)
    /// By `stop`, `shutdown` or another `play`.
    case stopped(PlayToken, Double)
    case failed(PlayToken, PlaybackError, at: Double)
    /// The device went away in mid-play, or stands still: the item waits at its place (the `.position` before this event). Said once a loss.
    case noDevice(PlaybackError)
    /// It is back, and the item goes on where it was (or stays paused).
    case deviceBack
    /// The device that was asked for isn't there, or the sound was moved away from it.
    case detour(asked: String, used: String)
}

/// What a player is told.
enum PlayerCommand: Sendable {
    case play(PlayItem)
    case enqueue(PlayItem?, after: PlayToken)
    case pause
    case resume
    case stop
    case seek(PlayToken, Double)
    case effects(PlayToken, Effects)
    case volume(Int)
    case device(String?)
    case shutdown

    /// True for what makes the current item's bytes useless.
    var endsItem: Bool {
        switch self {
        case .play, .stop, .shutdown: true
        case .enqueue, .pause, .resume, .seek, .effects, .volume, .device: false
        }
    }
}

/// How long an item is.
public struct ItemLength: Hashable, Sendable {
    public var seconds: Double
    /// From what was read so far: it may still change.
    public var isGuess: Bool

    public init(seconds: Double, isGuess: Bool) { (self.seconds, self.isGuess) = (seconds, isGuess) }
}
