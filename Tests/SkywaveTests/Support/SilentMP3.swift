/// An MPEG-1 layer III stream of legal frames that decode to silence: 44.1 kHz, mono, 128 kbit/s, 417 bytes and 1152 samples each.
enum SilentMP3 {
    static let frameBytes = 417
    static let frameSamples = 1152
    static let sampleRate = 44100

    /// That many frames. Their unused bytes differ from place to place, so that a wrong place in the file shows in its sum.
    static func bytes(frames: Int, seed: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(frames * frameBytes)
        for frame in 0..<frames {
            // The head, then 17 bytes of side information that say: no sound. What follows is read by nobody.
            bytes += [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 17)
            bytes += (21..<frameBytes).map { UInt8(($0 &* 31 &+ frame &* 17 &+ frame / 113 &+ seed) & 0x7F) }
        }
        return bytes
    }

    static func seconds(frames: Int) -> Double { Double(frames * frameSamples) / Double(sampleRate) }
}
