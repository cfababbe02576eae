/// How an item's sound is changed on its way to the speakers. Without any of it the samples are those that were decoded.
public struct Effects: Hashable, Sendable {
    /// What it may be.
    public static let speeds = 0.5...3.0

    /// How many seconds of the item are heard in one; the pitch stays.
    public var speed: Double {
        didSet { speed = Self.held(speed) }
    }
    /// Whether long silences are made short.
    public var skipsSilence: Bool
    /// Seconds at the item's end that aren't played, where its duration is measured. Who goes to a place in them hears them.
    public var outro: Double
    /// Which of the item's own words about its loudness count.
    public var gain: ReplayGain?

    /// A speed beyond what it may be is cut to that.
    public init(speed: Double = 1, skipsSilence: Bool = false, outro: Double = 0, gain: ReplayGain? = nil) {
        (self.speed, self.skipsSilence, self.outro, self.gain) = (Self.held(speed), skipsSilence, outro, gain)
    }

    private static func held(_ speed: Double) -> Double {
        speed.isNaN ? 1 : min(max(speed, speeds.lowerBound), speeds.upperBound)
    }
}

/// What a file's ReplayGain or RVA tags are about.
public enum ReplayGain: Hashable, Sendable {
    case track
    case album
}
