/// Turns a source into samples. Made, used and freed on the player's thread (or a renderer's).
protocol Decoder: AnyObject {
    /// The format of the samples that the next `read` gives.
    var format: AudioFormat { get }
    /// The place of the next sample in the item, in seconds.
    var position: Double { get }
    /// The item's whole time in seconds, nil where it isn't known. An estimate until `isExact`.
    var duration: Double? { get }
    /// True while `read` has what it needs to give the next samples without waiting for a server.
    var isReady: Bool { get }

    /// Decodes into `buffer`, which holds at least one frame.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Decoded

    /// Goes to a place, cut to what the item has; returns the place it went to. Exact to the sample wherever the source is local.
    func seek(to seconds: Double) throws(PlaybackError) -> Double

    /// Does a little more of the measuring that makes `duration` exact; false where there is none left to do.
    func measure() -> Bool
}

/// What one `read` gave.
enum Decoded: Equatable {
    /// So many bytes of whole frames, more than none.
    case bytes(Int)
    /// The next samples are in this format; `format` says so already.
    case format(AudioFormat)
    case end
}
