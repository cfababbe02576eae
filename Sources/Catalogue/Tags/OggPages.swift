/// The pages of an Ogg stream (RFC 3533) as they come. A recording that begins amid one can't be played without the pages that its codec began
/// with, nor with half a page in front: so those are kept, and only whole pages are given.
public struct OggPages: Sendable {
    /// The codec's headers: the pages from the last beginning up to the first one with sound.
    public private(set) var head: [UInt8] = []
    /// Sound has come behind them.
    public private(set) var isHeadWhole = false
    /// What came and is no whole page yet.
    private var rest: [UInt8] = []
    /// Bytes of what looked like pages and were none, less those of pages behind them.
    private var wasted = 0

    private static let name = Array("OggS".utf8)
    /// A page has 27 bytes, a table of up to 255 and as many parts of up to 255 (RFC 3533, 6).
    private static let headerSize = 27
    /// Comments may hold a picture; what is longer isn't kept whole.
    private static let longestHead = 4 << 20
    /// After so much what is there is given up: who wants to keep us busy gets no further.
    private static let mostWasted = 1 << 20

    public init() {}

    /// Whether a stream with this beginning is one of Ogg's.
    public static func begin(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: name) }

    /// Takes what came next, and gives the pages that are whole by it.
    public mutating func take(_ bytes: some Collection<UInt8>) -> [UInt8] {
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
    public mutating func jump() { rest = [] }

    /// The packet of the first stream with that number, from 0, in these whole pages; nil where it isn't all there.
    static func packet(_ wanted: Int, in pages: TagBytes) -> TagBytes? {
        var (at, number, packet) = (0, 0, [UInt8]())
        let serial = pages.littleEndian(14)
        while let parts = pages[at + 26], let table = pages.part(at + headerSize, Int(parts)) {
            var place = at + headerSize + Int(parts)
            let isOfTheFirst = pages.littleEndian(at + 14) == serial
            for part in table.all {
                if isOfTheFirst {
                    if number == wanted { packet += pages.part(place, Int(part))?.all ?? [] }
                    // One that is full goes on in the next.
                    if part < 255 { number += 1 }
                    if number > wanted { return TagBytes(packet[...]) }
                }
                place += Int(part)
            }
            at = place
        }
        return nil
    }

    private mutating func note(_ page: ArraySlice<UInt8>) {
        let (flags, place) = (page[page.startIndex + 5], page[page.startIndex + 6..<page.startIndex + 14])
        if flags & 2 != 0, isHeadWhole { (head, isHeadWhole) = ([], false) }
        // No packet of sound ends before the first place that isn't 0; all ones say that none ends at all.
        if flags & 2 == 0, !place.allSatisfy({ $0 == 0 }), !place.allSatisfy({ $0 == 255 }) { isHeadWhole = true }
        if !isHeadWhole, head.count + page.count <= Self.longestHead { head += page }
    }

    /// The next whole page behind what is none; moves `place` behind it, or to where one may begin.
    private mutating func nextPage(from place: inout Int) -> ArraySlice<UInt8>? {
        while place + Self.headerSize <= rest.count {
            guard isPage(at: place) else {
                place += 1
                continue
            }
            let parts = Int(rest[place + 26])
            let table = place + Self.headerSize
            guard table + parts <= rest.count else { return nil }
            let end = table + parts + rest[table..<table + parts].reduce(0) { $0 + Int($1) }
            guard end <= rest.count else { return nil }
            if Self.isWhole(rest[place..<end]) {
                defer { (place, wasted) = (end, max(0, wasted - (end - place))) }
                return rest[place..<end]
            }
            // After a break another page may begin within this one.
            wasted += end - place
            place = wasted > Self.mostWasted ? rest.count : place + 1
            if wasted > Self.mostWasted { wasted = 0 }
        }
        return nil
    }

    /// Whether a page's name and version stand there; looked at for each byte behind a break.
    private func isPage(at place: Int) -> Bool {
        rest[place] == Self.name[0] && rest[place + 1] == Self.name[1] && rest[place + 2] == Self.name[2] && rest[place + 3] == Self.name[3]
            && rest[place + 4] == 0
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
