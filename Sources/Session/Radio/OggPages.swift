/// The pages of an Ogg stream (RFC 3533) as they come. A recording that begins amid one can't be played without the pages that its codec began
/// with, nor with half a page in front: so those are kept, and only whole pages are given.
struct OggPages {
    /// The codec's headers: the pages from the last beginning up to the first one with sound.
    private(set) var head: [UInt8] = []
    private var isHeadWhole = false
    /// What came and is no whole page yet.
    private var rest: [UInt8] = []

    private static let name = Array("OggS".utf8)
    /// A page has 27 bytes, a table of up to 255 and as many parts of up to 255 (RFC 3533, 6).
    private static let headerSize = 27
    /// Comments may hold a picture; what is longer isn't kept whole.
    private static let longestHead = 4 << 20

    /// Whether a stream with this beginning is one of Ogg's.
    static func begin(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: name) }

    /// Takes what came next, and gives the pages that are whole by it.
    mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
        rest += bytes
        var (pages, place) = ([UInt8](), 0)
        while let page = nextPage(from: &place) {
            note(page)
            pages += page
        }
        rest.removeFirst(place)
        return pages
    }

    /// The place isn't the one where the last bytes ended.
    mutating func jump() { rest = [] }

    private mutating func note(_ page: ArraySlice<UInt8>) {
        let (flags, place) = (page[page.startIndex + 5], page[page.startIndex + 6..<page.startIndex + 14])
        if flags & 2 != 0, isHeadWhole { (head, isHeadWhole) = ([], false) }
        // No packet of sound ends before the first place that isn't 0; all ones say that none ends at all.
        if flags & 2 == 0, !place.allSatisfy({ $0 == 0 }), !place.allSatisfy({ $0 == 255 }) { isHeadWhole = true }
        if !isHeadWhole, head.count + page.count <= Self.longestHead { head += page }
    }

    /// The next whole page behind what is none; moves `place` behind it, or to where one may begin.
    private func nextPage(from place: inout Int) -> ArraySlice<UInt8>? {
        while place + Self.headerSize <= rest.count {
            guard rest[place...].starts(with: Self.name) else {
                place += 1
                continue
            }
            let parts = Int(rest[place + 26])
            let table = place + Self.headerSize
            guard table + parts <= rest.count else { return nil }
            let end = table + parts + rest[table..<table + parts].reduce(0) { $0 + Int($1) }
            guard end <= rest.count else { return nil }
            // After a break another page may begin within this one.
            if Self.isWhole(rest[place..<end]) {
                defer { place = end }
                return rest[place..<end]
            }
            place += 1
        }
        return nil
    }

    private static func isWhole(_ page: ArraySlice<UInt8>) -> Bool {
        let sum = page.startIndex + 22..<page.startIndex + 26
        var check: UInt32 = 0
        for index in page.indices {
            let byte = sum.contains(index) ? 0 : page[index]
            check = check << 8 ^ sums[Int(UInt8(check >> 24) ^ byte)]
        }
        return page[sum].reversed().reduce(0) { $0 << 8 | UInt32($1) } == check
    }

    /// RFC 3533, 6: the polynomial 0x04c11db7, from 0, nothing turned round.
    private static let sums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte) << 24) { sum, _ in sum << 1 ^ (sum >> 31 == 1 ? 0x04c1_1db7 : 0) }
    }
}
