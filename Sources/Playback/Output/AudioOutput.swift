/// Where samples go. Used on one thread; no call waits for a device longer than a tenth of a second or so.
protocol AudioOutput: AnyObject {
    var state: OutputState { get }

    /// Begins to open for a format; `state` tells when it is ready. An output that is ready for that format only starts afresh.
    func open(_ format: AudioFormat)

    /// Lends `body` room for at most `limit` bytes of whole frames and takes as many as it says it has filled. Decodes straight into the device's
    /// buffer. Only while ready. Throws what `body` throws, or the device's error.
    func write(limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Int) throws(PlaybackError) -> Written

    /// Seconds between the last sample written and the one that is heard. After a loss: as it was then.
    var delay: Double { get }

    /// Why nothing is heard though it should be: the server hangs, or the device is suspended. Nil where all is well.
    var standstill: PlaybackError? { get }

    /// Once after the sound went to another device than the one that was asked for: where it goes.
    func takeDetour() -> Detour?

    /// Holds the sound at once; what was written stays.
    func pause()
    func resume()
    /// Throws away what was written and isn't heard yet.
    func flush()
    /// Asks to hear what was written to its end; `isDrained` tells when.
    func drain()
    var isDrained: Bool { get }

    /// In percent, 0 to 100.
    func setVolume(_ percent: Int)
    /// Moves to another sink; nil is the default one.
    func setDevice(_ name: String?)
    func close()

    /// How long to wait, in seconds, before there may be room again, where no wake-up says so.
    var patience: Double { get }
}

extension AudioOutput {
    var standstill: PlaybackError? { nil }
    func takeDetour() -> Detour? { nil }
}

/// The sound isn't where it should be.
struct Detour: Equatable {
    var asked: String
    var used: String
}

enum OutputState {
    case closed
    case opening
    case ready
    /// It can't be opened or went away.
    case lost(PlaybackError)
}

enum Written: Equatable {
    /// No room now: `body` wasn't asked.
    case full
    /// So many bytes; 0 where `body` had none.
    case bytes(Int)
}
