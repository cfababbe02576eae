/// MP3 without sound, for what plays or is played in tests.
public enum Silence {
    /// Frames of MPEG-1 layer 3, 44.1 kHz, mono, 32 kbit/s, of 26 ms each; at least one, at most an hour. No tag stands before them.
    public static func mp3(seconds: Double) -> [UInt8] {
        let count = Int((min(max(seconds, 0), 3600) * 44_100 / 1152).rounded(.up))
        let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0xC4] + [UInt8](repeating: 0, count: 100)
        return Array([[UInt8]](repeating: frame, count: max(count, 1)).joined())
    }
}
