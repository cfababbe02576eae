import Catalogue
import Library
import Playback

/// What a listener says of going to sleep: `30m`, `+10m`, `episode`, `chapter`, `off`.
public enum SleepWish: Equatable, Sendable {
    /// In so many seconds.
    case time(Double)
    /// So many seconds later than was said before, or than now.
    case longer(Double)
    case episode
    case chapter
    case off

    /// Nobody sleeps in later than that, in seconds.
    static let longest = 86_400.0

    /// Nil where the text is none of the forms, or for no time or more than a day. A number alone is minutes.
    public init?(_ text: String) {
        switch text {
        case "off": self = .off
        case "episode": self = .episode
        case "chapter": self = .chapter
        default:
            let isLonger = text.hasPrefix("+")
            guard let seconds = Self.seconds(isLonger ? String(text.dropFirst()) : text), seconds > 0, seconds <= Self.longest else {
                return nil
            }
            self = isLonger ? .longer(seconds) : .time(seconds)
        }
    }

    private static func seconds(_ text: String) -> Double? {
        guard case .absolute(let seconds)? = SeekTime(text) else { return nil }
        let isBare = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        return isBare ? seconds * 60 : seconds
    }
}

/// When playing will end by itself.
public struct SleepReport: Sendable, Equatable {
    public enum Goal: String, Sendable {
        case time, episode, chapter
    }

    public var goal: Goal
    /// Seconds until then, as it plays now; nil where that isn't known.
    public var left: Double?

    public init(goal: Goal, left: Double? = nil) {
        self.goal = goal
        self.left = left
    }
}

/// A sleep that is waited for.
struct Sleep {
    enum Goal {
        case time(ContinuousClock.Instant)
        case episode
        case chapter
    }

    /// Where the fade began in a play; `end` is where that was to end.
    struct Fading {
        let token: PlayToken
        let place: Double
        let end: Double?
    }

    let goal: Goal
    /// The seconds over which the sound fades out.
    let fade: Double
    /// The chapters of the item that plays, where they count: those of no item it knows are asked for.
    var chapters: (item: ItemID, list: [Chapter])?
    var fading: Fading?
    /// Looks after it.
    var watcher: Task<Void, Never>?

    /// Seconds of a fade before a time, and before the end of an episode or a chapter.
    static let timeFade = 10.0
    static let endFade = 5.0
    /// Seconds between two steps of a fade, and between two looks at where an item is.
    static let step = 0.1
    static let look = 0.25

    init(until time: ContinuousClock.Instant, from now: ContinuousClock.Instant) {
        goal = .time(time)
        fade = min(Self.timeFade, now.duration(to: time) / .seconds(1))
    }

    /// At the end of the episode or of the chapter.
    init(_ goal: Goal) {
        (self.goal, fade) = (goal, Self.endFade)
    }

    /// Whether what comes after an item that has ended is not to begin.
    var endsWithItem: Bool {
        if case .time = goal { false } else { true }
    }

    /// How loud it is to be, 0 to 1, so long before the end. The sound server takes a volume to the third power: equal steps sound even.
    func level(_ left: Double) -> Double { fade > 0 ? min(max(left / fade, 0), 1) : 1 }

    /// The seconds that are left from a place in what plays, at its speed, and whether playing is to be ended then (an item's own end comes by itself).
    /// Nil where it isn't known.
    func left(in play: Play, at place: Double, now: ContinuousClock.Instant) -> (seconds: Double, isToBeEnded: Bool)? {
        if case .time(let end) = goal { return (now.duration(to: end) / .seconds(1), true) }
        if case .chapter = goal, let chapters, chapters.item == play.record.id,
            let end = chapters.list.end(after: fading?.token == play.token ? fading?.place ?? place : place),
            end < (play.end ?? .infinity) - 1
        {
            return ((end - place) / play.effects.speed, true)
        }
        // An end that was passed was an estimate: the sound is to be heard.
        guard let end = fading?.token == play.token ? fading?.end : play.end, end - place > -1 else { return nil }
        return ((end - place) / play.effects.speed, false)
    }
}

extension [Chapter] {
    /// Where the chapter ends in which a place is; before the first and between two it is where the next one begins. Nil behind the last.
    func end(after place: Double) -> Double? {
        if let end = current(at: place)?.end, end > place { return end }
        return next(after: place)?.start
    }
}
