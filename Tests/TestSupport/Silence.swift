/// MP3 without sound, for what plays or is played in tests.
public enum Silence {
    /// Frames of MPEG-1 layer 3, 44.1 kHz, mono, 32 kbit/s, of 26 ms each; at least one, at most an hour. No tag stands before them.
    public static func mp3(seconds: Double) -> [UInt8] {
        let count = Int((min(max(seconds, 0), 3600) * 44_100 / 1152).rounded(.up))
        let frame: [UInt8] = [0xFF, 0xFB, 0x10, 0xC4] + [UInt8](repeating: 0, count: 100)
        return Array([[UInt8]](repeating: frame, count: max(count, 1)).joined())
    }

    /// MP3 without sound, with chapters of these titles that last so many seconds each, in an ID3v2.3 tag before it.
    public static func mp3(chapters titles: [String], seconds: Double) -> [UInt8] {
        let body = titles.enumerated().flatMap { index, title in
            let times = [index, index + 1].flatMap { big(Int((Double($0) * seconds * 1000).rounded())) }
            let name = frame("TIT2", [3] + Array(title.utf8))
            return frame("CHAP", Array("c\(index)".utf8) + [0] + times + [UInt8](repeating: 0xFF, count: 8) + name)
        }
        return tag(body) + mp3(seconds: Double(titles.count) * seconds)
    }

    /// MP3 without sound, with what an ID3v2.3 tag before it says: frames and their texts.
    public static func mp3(tags: KeyValuePairs<String, String>, seconds: Double) -> [UInt8] {
        tag(tags.flatMap { frame($0.key, [3] + Array($0.value.utf8)) }) + mp3(seconds: seconds)
    }

    private static func tag(_ body: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [3, 0, 0] + (0..<4).reversed().map { UInt8(body.count >> ($0 * 7) & 127) } + body
    }

    private static func frame(_ id: String, _ content: [UInt8]) -> [UInt8] { Array(id.utf8) + big(content.count) + [0, 0] + content }

    private static func big(_ number: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
}
