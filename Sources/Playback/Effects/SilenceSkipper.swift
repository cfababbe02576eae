/// Makes long silences short: of one that is longer than `longest` only the first and the last `kept` seconds are left.
struct SilenceSkipper {
    static let longest = 0.7
    static let kept = 0.15
    /// Below −50 dB of the loudest.
    private static let level = 104

    private let channels: Int
    private let longest: Int
    private let kept: Int
    /// Frames of silence up to now, and those of them that may have to go.
    private var silent = 0
    private var held: [Int16] = []

    init(_ format: AudioFormat) {
        channels = format.channels
        (longest, kept) = (format.frames(Self.longest), format.frames(Self.kept))
    }

    /// Frames taken and not given yet.
    var heldFrames: Int { held.count / channels }

    /// Takes whole frames; `give` gets those that are left, in order.
    mutating func take(_ samples: UnsafeMutableBufferPointer<Int16>, _ give: (UnsafeMutableBufferPointer<Int16>) -> Void) {
        var start = 0
        for frame in stride(from: 0, to: samples.count, by: channels) {
            let isSilent = samples[frame..<frame + channels].allSatisfy { abs(Int($0)) < Self.level }
            if !isSilent {
                if silent > kept {
                    release(give)
                    start = frame
                }
                silent = 0
                continue
            }
            silent += 1
            if silent == kept + 1 { give(UnsafeMutableBufferPointer(rebasing: samples[start..<frame])) }
            if silent > kept { hold(samples[frame..<frame + channels]) }
        }
        if silent <= kept { give(UnsafeMutableBufferPointer(rebasing: samples[start...])) }
    }

    /// Gives what is held, as the sound ends.
    mutating func flush(_ give: (UnsafeMutableBufferPointer<Int16>) -> Void) {
        release(give)
        silent = 0
    }

    private mutating func hold(_ frame: Slice<UnsafeMutableBufferPointer<Int16>>) {
        held += frame
        // Of a silence that is to be shortened only the end is wanted.
        if silent > longest, held.count > 2 * kept * channels { held.removeFirst(held.count - kept * channels) }
    }

    private mutating func release(_ give: (UnsafeMutableBufferPointer<Int16>) -> Void) {
        if silent > longest { held.removeFirst(max(0, held.count - kept * channels)) }
        held.withUnsafeMutableBufferPointer { give($0) }
        held.removeAll(keepingCapacity: true)
    }
}
