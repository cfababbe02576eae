/// The head of a box (ISO 14496-12, 4.2).
struct MP4Box {
    let type: String
    /// The whole box's, 0 for "up to the end".
    let size: Int64
    /// Its own length: 8, or 16 where the size takes 64 bits.
    let header: Int

    init?(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes.prefix(16))
        guard bytes.count >= 8 else { return nil }
        type = String(decoding: bytes[4..<8], as: UTF8.self)
        let short = Int64(bytes.number(at: 0, 4))
        if short == 1 {
            guard bytes.count == 16, let long = Int64(exactly: bytes.number(at: 8, 8)), long >= 16 else { return nil }
            (size, header) = (long, 16)
        } else {
            guard short == 0 || short >= 8 else { return nil }
            (size, header) = (short, 8)
        }
    }
}

/// The index of an MPEG-4 file (`moov`): at which byte a time of its sound is.
struct MP4Table {
    private var scale = 0
    /// Samples of one length in a row, in the track's time scale (8.6.1.2).
    private var times: ArraySlice<UInt8> = []
    /// From which chunk on there are how many samples in one (8.7.4).
    private var runs: ArraySlice<UInt8> = []
    private var chunks: ArraySlice<UInt8> = []
    /// The length of all samples in bytes, or of each (8.7.3.2).
    private var size: UInt64 = 0
    private var sizes: ArraySlice<UInt8> = []
    private var width = 4
    /// The tables of chunks of all tracks, as places in the index.
    private var offsets: [(range: Range<Int>, width: Int)] = []

    init(_ moov: [UInt8]) {
        for track in Self.boxes(moov[...].dropFirst(8)) where track.type == "trak" {
            let parts = Self.boxes(track.body)
            let media = Self.boxes(parts.first { $0.type == "mdia" }?.body ?? [])
            let isSound = (media.first { $0.type == "hdlr" }?.body ?? []).dropFirst(8).starts(with: Array("soun".utf8))
            let inner = Self.boxes(media.first { $0.type == "minf" }?.body ?? [])
            let table = Self.boxes(inner.first { $0.type == "stbl" }?.body ?? [])
            for box in table where box.type == "stco" || box.type == "co64" {
                let width = box.type == "stco" ? 4 : 8
                let rows = Self.rows(box.body, width)
                offsets.append((rows.startIndex..<rows.endIndex, width))
                if isSound, chunks.isEmpty { (chunks, self.width) = (rows, width) }
            }
            guard isSound, times.isEmpty else { continue }
            times = Self.rows(table.first { $0.type == "stts" }?.body ?? [], 8)
            runs = Self.rows(table.first { $0.type == "stsc" }?.body ?? [], 12)
            let lengths = table.first { $0.type == "stsz" }?.body ?? []
            size = lengths.number(at: lengths.startIndex + 4, 4)
            sizes = Self.rows(lengths.dropFirst(4), 4)
            let header = Array(media.first { $0.type == "mdhd" }?.body ?? [])
            scale = Int(header.number(at: header.first == 1 ? 20 : 12, 4))
        }
    }

    /// The first byte of the sound of a time; nil where no table says it.
    func place(of seconds: Double) -> Int64? {
        guard scale > 0, !chunks.isEmpty, let sample = sample(of: seconds) else { return nil }
        let (number, before) = chunk(of: sample)
        guard number < chunks.count / width else { return nil }
        let start = chunks.number(at: chunks.startIndex + number * width, width)
        return Int64(exactly: start.addingReportingOverflow(bytes(of: before, upTo: sample)).partialValue)
    }

    /// The bytes of the samples up to `sample`, of which so many are its chunk's.
    private func bytes(of count: UInt64, upTo sample: UInt64) -> UInt64 {
        if size > 0 { return size.multipliedReportingOverflow(by: count).partialValue }
        let last = min(Int(clamping: sample), sizes.count / 4)
        let first = max(0, last - Int(clamping: count))
        return (first..<last).reduce(0) { $0 &+ sizes.number(at: sizes.startIndex + $1 * 4, 4) }
    }

    private func sample(of seconds: Double) -> UInt64? {
        var left = UInt64(min(max(0, seconds), 1e7) * Double(scale))
        var sample: UInt64 = 0
        for row in stride(from: times.startIndex, to: times.endIndex, by: 8) {
            let (count, length) = (times.number(at: row, 4), times.number(at: row + 4, 4))
            if length > 0, left < count * length { return sample + left / length }
            left -= min(left, count * length)
            sample += count
        }
        return sample > 0 ? sample : nil
    }

    /// The number of the chunk that holds a sample, from 0, and how many samples of it come before that one.
    private func chunk(of sample: UInt64) -> (number: Int, before: UInt64) {
        var left = sample
        for row in stride(from: runs.startIndex, to: runs.endIndex, by: 12) {
            let (first, each) = (max(1, runs.number(at: row, 4)), max(1, runs.number(at: row + 4, 4)))
            let next = row + 12 < runs.endIndex ? runs.number(at: row + 12, 4) : 1 << 32
            let count = next > first ? next - first : 0
            if left / each < count { return (Int(clamping: first - 1 + left / each), left % each) }
            left -= min(left, count * each)
        }
        return (0, 0)
    }

    /// The index for a file in which it stands so many bytes before what it points at, instead of behind it.
    func moved(_ moov: [UInt8], by distance: Int) -> [UInt8] {
        var moved = moov
        for table in offsets {
            for place in stride(from: table.range.lowerBound, to: table.range.upperBound, by: table.width) {
                let offset = moved.number(at: place, table.width) &+ UInt64(distance)
                for byte in 0..<table.width { moved[place + byte] = UInt8(truncatingIfNeeded: offset >> (8 * (table.width - 1 - byte))) }
            }
        }
        return moved
    }

    private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(type: String, body: ArraySlice<UInt8>)] {
        var (rest, found): (ArraySlice<UInt8>, [(String, ArraySlice<UInt8>)]) = (bytes, [])
        while let box = MP4Box(rest), box.size >= Int64(box.header), box.size <= Int64(rest.count) {
            found.append((box.type, rest.prefix(Int(box.size)).dropFirst(box.header)))
            rest = rest.dropFirst(Int(box.size))
        }
        return found
    }

    /// The whole rows of a table behind its version, flags and count.
    private static func rows(_ body: ArraySlice<UInt8>, _ width: Int) -> ArraySlice<UInt8> {
        guard body.count >= 8 else { return [] }
        let count = min(Int(body.number(at: body.startIndex + 4, 4)), (body.count - 8) / width)
        return body.dropFirst(8).prefix(count * width)
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// A big-endian number; 0 where it isn't whole.
    func number(at place: Int, _ width: Int) -> UInt64 {
        guard place >= startIndex, place + width <= endIndex else { return 0 }
        return (place..<place + width).reduce(0) { $0 << 8 | UInt64(self[$1]) }
    }
}
