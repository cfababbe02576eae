/// Turns a source into samples. Made, used and freed on the player's thread (or a renderer's).
protocol Decoder: AnyObject {
    /// The format of the samples that the next `read` gives.
    var format: AudioFormat { get }
    /// The place of the next sample in the item, in seconds.
    var position: Double { get }
    /// The item's whole time in seconds, nil where it isn't known. A guess unless `isMeasured`.
    var duration: Double? { get }
    /// Somebody has counted: the file's own header, or a walk over it.
    var isMeasured: Bool { get }
    /// True while `read` has what it needs to give the next samples without waiting for a server.
    var isReady: Bool { get }

    /// The place at which it ends: the duration, where no more of it is left out.
    var end: Double? { get }
    /// The decoder without what changes its sound.
    var bare: any Decoder { get }

    /// The place that is heard while so many seconds of sound wait to be heard behind it.
    func position(behind delay: Double) -> Double

    /// Decodes into `buffer`, which holds at least one frame.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Decoded

    /// Goes to a place, cut to what the item has; returns the place it went to. Exact to the sample wherever the source is local.
    func seek(to seconds: Double) throws(PlaybackError) -> Double

    /// By how many decibels its own tags want it louder; 0 where they say nothing.
    func gain(_ kind: ReplayGain) -> Double

    /// Takes what others say of the whole time, in seconds. It counts where the file itself doesn't tell.
    func expect(_ duration: Double)

    /// Does a little more of the measuring that makes `duration` exact; false where there is none left to do.
    func measure() -> Bool
}

extension Decoder {
    var end: Double? { duration }
    var bare: any Decoder { self }
    func gain(_ kind: ReplayGain) -> Double { 0 }

    /// The bare decoder with these effects alone; without any it is that itself.
    func changed(by effects: Effects) -> any Decoder { effects == Effects() ? bare : ChangedDecoder(bare, effects) }

    func position(behind delay: Double) -> Double { max(0, position - delay) }
    var isMeasured: Bool { true }
    func expect(_ duration: Double) {}
}

/// What one `read` gave.
enum Decoded: Equatable {
    /// So many bytes of whole frames; none where nothing comes of what is here now.
    case bytes(Int)
    /// The next samples are in this format; `format` says so already.
    case format(AudioFormat)
    case end
}
