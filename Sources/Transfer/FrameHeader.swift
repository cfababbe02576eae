/// The four bytes at the start of a frame of MPEG audio (ISO 11172-3, 2.4.1.3), as far as they say where the next one begins.
struct FrameHeader: Equatable {
    /// What stays the same from frame to frame: version, layer and sample rate.
    let kind: UInt16
    /// Of the whole frame, in bytes.
    let size: Int

    /// nil where no frame begins at that place, or one of "free format", which doesn't say its size.
    init?(_ bytes: [UInt8], at place: Int) {
        guard place >= 0, place + 4 <= bytes.count, bytes[place] == 0xff, bytes[place + 1] & 0xe0 == 0xe0 else { return nil }
        let version = Int(bytes[place + 1] >> 3 & 3)
        let layer = 4 - Int(bytes[place + 1] >> 1 & 3)
        let rate = Int(bytes[place + 2] >> 2 & 3)
        let bitrate = Self.kilobits(index: Int(bytes[place + 2] >> 4), layer: layer, isFirst: version == 3)
        guard version != 1, layer < 4, rate < 3, let bitrate else { return nil }
        let sampleRate = [44100, 48000, 32000][rate] >> [2, 0, 1, 0][version]
        let padding = Int(bytes[place + 2] >> 1 & 1)
        kind = UInt16(bytes[place + 1] & 0xfe) << 8 | UInt16(bytes[place + 2] & 0x0c)
        switch layer {
        case 1: size = (12_000 * bitrate / sampleRate + padding) * 4
        case 3 where version != 3: size = 72_000 * bitrate / sampleRate + padding
        default: size = 144_000 * bitrate / sampleRate + padding
        }
    }

    private static func kilobits(index: Int, layer: Int, isFirst: Bool) -> Int? {
        guard (1...14).contains(index) else { return nil }
        switch (isFirst, layer) {
        case (true, 1): return 32 * index
        case (true, 2): return [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384][index - 1]
        case (true, _): return [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][index - 1]
        case (false, 1): return [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256][index - 1]
        case (false, _): return [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][index - 1]
        }
    }
}
