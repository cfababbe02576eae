/// AAC in ADTS frames (ISO 13818-7, 6.2): each tells its length, and is a 1024th of its rate long.
struct ADTSFrames {
    /// Seconds and bytes of the frames so far.
    private(set) var seconds = 0.0
    private(set) var count = 0
    private(set) var bytes: Int64 = 0
    /// Where the next frame is.
    private(set) var place: Int64

    /// The last frame's end is where the next one begins. Junk may stand before the first, and where a recorded station was asked anew.
    private var isInStep = false
    /// No frame is longer than that: its length has 13 bits.
    private static let longest = 1 << 13

    init(from place: Int64) { self.place = place }

    private static let rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350]

    /// A frame's length in bytes and in seconds, by its header.
    static func frame(_ head: ArraySlice<UInt8>) -> (size: Int, seconds: Double)? {
        guard head.count >= 7 else { return nil }
        let head = Array(head.prefix(7))
        guard head[0] == 0xFF, head[1] & 0xF6 == 0xF0 else { return nil }
        let (rate, size) = (Int(head[2] >> 2 & 15), Int(head[3] & 3) << 11 | Int(head[4]) << 3 | Int(head[5] >> 5))
        guard rate < rates.count, size >= 7 else { return nil }
        return (size, Double(1024 * (Int(head[6] & 3) + 1)) / Double(rates[rate]))
    }

    /// Whether three frames follow one another somewhere: no accident. A live stream may begin inside of a frame.
    static func isIn(_ bytes: [UInt8]) -> Bool {
        bytes.indices.contains { isChain(bytes, at: $0, of: 3) }
    }

    private static func isChain(_ bytes: [UInt8], at start: Int, of count: Int) -> Bool {
        var place = start
        for _ in 0..<count {
            guard place < bytes.count, let frame = frame(bytes[place...]) else { return false }
            place += frame.size
        }
        return true
    }

    /// Counts the frames that begin in `bytes`, which are those from `place` on, and passes over what is none; false at the end.
    mutating func add(_ bytes: [UInt8]) -> Bool {
        var next = 0
        while next + 7 <= bytes.count {
            if let frame = Self.frame(bytes[next...]), isInStep || Self.isChain(bytes, at: next, of: 2) {
                next += frame.size
                seconds += frame.seconds
                count += 1
                isInStep = true
            } else if let found = (next + 1..<bytes.count).first(where: { Self.isChain(bytes, at: $0, of: 2) }) {
                next = found
            } else {
                isInStep = false
                next = max(next, bytes.count - Self.longest)
                break
            }
        }
        self.bytes += Int64(next)
        place += Int64(next)
        return next > 0
    }
}
