// Eight bytes at a time. The one load is unsafe only by its type: any eight bytes are a number, and it checks its bounds. The one text is
// made without looking for broken UTF-8 again, as a document's bytes are made sound before it is read.

/// Bytes in which something is looked for: faster than one by one.
enum JSONBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The first byte from `start` on that ends a plain run of a text: a quote, a backslash or a control character; the end where none does.
    @inline(__always)
    static func endOfRun(in bytes: Span<UInt8>, from start: Int) -> Int {
        let raw = unsafe bytes.bytes
        var at = start
        while at &+ 8 <= raw.byteCount {
            let word = unsafe UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
            let quotes = word ^ (ones &* 0x22)
            let backslashes = word ^ (ones &* 0x5C)
            // The lowest mark is right; those above a right one may not be.
            let marks = (zeros(quotes) | zeros(backslashes) | (word &- ones &* 0x20) & ~word) & highs
            if marks != 0 { return at &+ marks.trailingZeroBitCount >> 3 }
            at &+= 8
        }
        while at < bytes.count, bytes[at] != 0x22, bytes[at] != 0x5C, bytes[at] >= 0x20 { at &+= 1 }
        return at
    }

    /// Whether all are visible ASCII: no blank, no control, nothing beyond.
    static func areVisible(_ bytes: Span<UInt8>) -> Bool {
        let raw = unsafe bytes.bytes
        var at = 0
        while at &+ 8 <= raw.byteCount {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
            // DEL is the only one whose successor has the high bit; below 0x21 the difference borrows.
            guard (word | word &+ ones | (word &- ones &* 0x21)) & highs == 0 else { return false }
            at &+= 8
        }
        while at < bytes.count {
            guard bytes[at] > 0x20, bytes[at] < 0x7F else { return false }
            at &+= 1
        }
        return true
    }

    /// The text of sound UTF-8.
    @inline(__always)
    static func text(_ bytes: Span<UInt8>) -> String { unsafe String(copying: UTF8Span(unchecked: bytes)) }

    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}
