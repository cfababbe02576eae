/// Where things are in a source that is read by a pipe, by its kind: what has to go in front of the bytes of any place.
struct FFmpegLayout {
    /// Headers, or an index, are not longer than that.
    private static let most = 16 << 20

    private(set) var head: [UInt8] = []
    /// The source's offset behind what is in `head`.
    private(set) var start: Int64
    private(set) var table: MP4Table?

    /// Nothing stands in front.
    init(from start: Int64) { self.start = start }

    /// Reads what stands in front; a live stream has nothing that would have to be known.
    init(_ source: any ByteSource, _ kind: FFmpegKind, from start: Int64) throws(PlaybackError) {
        self.start = start
        guard source.length != nil else { return }
        switch kind.way {
        case .timed where kind.demuxer == "ogg": try readOgg(source)
        case .timed: try readFLAC(source)
        case .table: try readMP4(source)
        case .proportion: try take(source, 64 << 10)
        case .frames, .whole: break
        }
    }

    /// The source from its beginning on.
    var whole: [FFmpegFeed.Piece] { [.bytes(head), .source(from: start)] }

    /// The headers, and then the bytes from `place` on, in place of those from the beginning on.
    func jump(to place: Int64) -> [FFmpegFeed.Piece] { [.bytes(head), .source(from: max(start, place))] }

    /// The same for who counts bytes: with zeros for those that are left out.
    func pass(to place: Int64) -> [FFmpegFeed.Piece] {
        place > start ? [.bytes(head), .zeros(place - start), .source(from: place)] : whole
    }

    /// The byte of a time, if all of them are equally dense.
    func guess(_ seconds: Double, of duration: Double, length: Int64) -> Int64 {
        guard duration > 0, length > start else { return start }
        let bytes = (Double(length - start) * min(max(0, seconds / duration), 1)).rounded(.down)
        return start + min(Int64(exactly: bytes) ?? .max, length - start)
    }

    /// The time at which an Ogg file of Opus, Vorbis or FLAC ends: that of its last page (RFC 7845, 4; Vorbis I, A.2).
    func oggEnd(_ source: any ByteSource, length: Int64) throws(PlaybackError) -> Double? {
        let text = { (text: String) in self.head.firstRange(of: Array(text.utf8))?.lowerBound }
        var (rate, skip) = (0, 0)
        if let place = text("OpusHead") {
            (rate, skip) = (48_000, Int(little(head, place + 10, 2)))
        } else if let place = text("\u{1}vorbis") {
            rate = Int(little(head, place + 12, 4))
        } else if let place = text("fLaC") {
            rate = Int(head.number(at: place + 18, 3) >> 4)
        }
        let tail = try source.bytes(at: max(start, length - (64 << 10)), count: 64 << 10)
        guard rate > 0, let page = Self.lastPage(in: tail) else { return nil }
        let frames = Int64(bitPattern: little(tail, page + 6, 8))
        return frames > 0 && frames < 1 << 48 ? Double(frames - Int64(skip)) / Double(rate) : nil
    }

    /// Whether an Ogg file is several in a row (RFC 3533, 4): the last page is of another stream than the first.
    /// A remote one's first page is known, and isn't asked for again.
    func isChained(_ source: any ByteSource, length: Int64) throws(PlaybackError) -> Bool {
        let first = head.isEmpty ? try source.bytes(at: start, count: 27) : head
        let tail = try source.bytes(at: max(start, length - (64 << 10)), count: 64 << 10)
        guard first.count >= 27, let page = Self.lastPage(in: tail), page + 18 <= tail.count else { return false }
        return first[14..<18] != tail[page + 14..<page + 18]
    }

    private static func lastPage(in tail: [UInt8]) -> Int? {
        tail.indices.last { tail[$0] == UInt8(ascii: "O") && tail[$0...].starts(with: Array("OggS".utf8)) }
    }

    private func little(_ bytes: [UInt8], _ place: Int, _ width: Int) -> UInt64 {
        guard place + width <= bytes.count else { return 0 }
        return bytes[place..<place + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    @discardableResult
    private mutating func take(_ source: any ByteSource, _ count: Int) throws(PlaybackError) -> Bool {
        guard count >= 0, count <= Self.most - head.count else { return false }
        let bytes = try source.bytes(at: start, count: count)
        head += bytes
        start += Int64(bytes.count)
        return bytes.count == count
    }

    /// The pages in front (RFC 3533, 6): those of headers end nothing, so that their granule position is 0.
    private mutating func readOgg(_ source: any ByteSource) throws(PlaybackError) {
        while true {
            let page = try source.bytes(at: start, count: 27)
            guard page.count == 27, page.starts(with: Array("OggS".utf8)), page[6..<14].allSatisfy({ $0 == 0 || $0 == 0xFF }) else {
                return
            }
            let lengths = try source.bytes(at: start + 27, count: Int(page[26]))
            guard try take(source, lengths.reduce(27 + lengths.count) { $0 + Int($1) }) else { return }
        }
    }

    /// The blocks in front (RFC 9639, 8.1).
    private mutating func readFLAC(_ source: any ByteSource) throws(PlaybackError) {
        guard try take(source, 4) else { return }
        var isLast = false
        while !isLast {
            let block = try source.bytes(at: start, count: 4)
            guard block.count == 4, try take(source, 4 + block[1...].reduce(0) { $0 << 8 | Int($1) }) else { return }
            isLast = block[0] & 0x80 != 0
        }
    }

    /// The boxes in front (ISO 14496-12, 4.2) up to where the sound begins. An index that stands behind it goes in front.
    private mutating func readMP4(_ source: any ByteSource) throws(PlaybackError) {
        var (place, data): (Int64, (start: Int64, header: Int)?) = (start, nil)
        for _ in 0..<64 {
            guard let box = MP4Box(try source.bytes(at: place, count: 16)) else { return }
            if box.type == "moov" {
                guard box.size <= Int64(Self.most) else { return }
                let moov = try source.bytes(at: place, count: Int(box.size))
                table = MP4Table(moov)
                guard let data else { return try takeToData(source) }
                guard try take(source, Int(clamping: data.start - start)) else { return }
                head.insert(contentsOf: MP4Table(moov).moved(moov, by: moov.count), at: head.count - data.header)
                return
            }
            if box.type == "mdat", data == nil { data = (place + Int64(box.header), box.header) }
            let (next, isTooLarge) = place.addingReportingOverflow(box.size)
            guard box.size > 0, !isTooLarge, next < source.length ?? 0 else { return }
            place = next
        }
    }

    /// Up to the first byte of sound, other boxes included.
    private mutating func takeToData(_ source: any ByteSource) throws(PlaybackError) {
        for _ in 0..<64 {
            guard let box = MP4Box(try source.bytes(at: start, count: 16)) else { return }
            if box.type == "mdat" {
                try take(source, box.header)
                return
            }
            guard try take(source, Int(clamping: box.size)), box.size > 0 else { return }
        }
    }
}
