/// Legal Layer III frames of silence: a header and nothing but zeros. So the number of samples is known exactly.
enum SilentMPEG {
    /// One frame of MPEG 1 at 128 kbit/s, 44100 Hz, stereo, 1152 samples, 417 bytes; or of MPEG 2 at 64 kbit/s, 22050 Hz, mono, 576 samples, 208 bytes.
    enum Kind { case stereo, lowMono }

    static func frame(_ kind: Kind = .stereo) -> [UInt8] {
        switch kind {
        case .stereo: [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        case .lowMono: [0xFF, 0xF3, 0x80, 0xC0] + [UInt8](repeating: 0, count: 204)
        }
    }

    static func frames(_ count: Int, _ kind: Kind = .stereo) -> [UInt8] {
        [UInt8]((0..<count).map { _ in frame(kind) }.joined())
    }

    /// The Info frame that LAME puts in front (gabriel.mp3-tech.org/mp3infotag.html): frames that follow, samples to cut at both ends.
    static func info(frames: Int, delay: Int, padding: Int) -> [UInt8] {
        var bytes = frame()
        // Behind the header and the 32 bytes of side information.
        bytes.replaceSubrange(36..<40, with: Array("Info".utf8))
        bytes[43] = 1
        bytes.replaceSubrange(44..<48, with: (0..<4).map { UInt8(truncatingIfNeeded: frames >> (24 - 8 * $0)) })
        bytes.replaceSubrange(48..<57, with: Array("LAME3.100".utf8))
        // Twelve bits each, 21 bytes behind the encoder's name.
        let trim = delay << 12 | padding
        bytes.replaceSubrange(69..<72, with: (0..<3).map { UInt8(truncatingIfNeeded: trim >> (16 - 8 * $0)) })
        return bytes
    }
}
