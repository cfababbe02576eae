/// Reads the tags at a file's beginning or end without reading the file: it says which bytes it wants next, and is given them.
///
///     var reading = AudioTagReading(length: length)
///     while let wanted = reading.wanted { reading.take(bytes(wanted)) }
///     reading.tags
///
/// ID3v2, Vorbis comments and chapters are at the beginning (in MPEG-4 wherever the `moov` is), APE and ID3v1 at the end.
public struct AudioTagReading: Sendable {
    private enum Step {
        case beginning, tail
        /// At a box of an MPEG-4 file: its place in the file.
        case box(Int64)
        case moov
        /// At a block of a FLAC file: its place in the file.
        case block(Int64)
        case comments
        /// So far in the pages of an Ogg stream.
        case ogg(Int64)
    }

    /// How many bytes are asked for at first: many a tag is within them.
    private static let firstBytes = 4096
    /// How many of the last bytes are asked for at first: ID3v1, TAG+, and an APE footer, perhaps with its items.
    private static let lastBytes: Int64 = 1024
    /// How many tags may stand in a row, and boxes before the `moov` or blocks before the comments.
    private static let mostTags = 8
    private static let mostBoxes = 64
    /// What of an Ogg stream is asked for at least.
    private static let oggBytes: Int64 = 64 << 10

    /// The offsets of the bytes that are to be taken next; nil where all is known that can be. Never empty, never more than `most` bytes.
    public private(set) var wanted: Range<Int64>?
    private let length: Int64?
    private let most: Int
    private var step: Step
    /// What was taken in this step.
    private var bytes: [UInt8] = []
    private var boxes = 0
    private var pages = OggPages()
    private var result = AudioTags()

    /// Of the beginning of a file of that length, nil where it isn't known. Of tags that are longer than `most` the beginning is read.
    public init(length: Int64?, most: Int = 8 << 20) {
        (self.length, self.most, step) = (length, max(most, Self.firstBytes), .beginning)
        ask(0, Int64(Self.firstBytes))
    }

    /// Of the end of a file of that length.
    public init(endOf length: Int64, most: Int = 1 << 20) {
        (self.length, self.most, step) = (length, max(most, Int(Self.lastBytes)), .tail)
        askForTail(Self.lastBytes)
    }

    /// What the tags say, as far as they were read.
    public var tags: AudioTags { result }

    /// Takes the bytes that were wanted; fewer where the file ends there.
    public mutating func take(_ taken: [UInt8]) {
        guard let asked = wanted else { return }
        wanted = nil
        let isCut = taken.count < asked.count
        switch step {
        case .beginning:
            bytes += taken.prefix(asked.count)
            takeBeginning(isWhole: isCut)
        case .tail:
            bytes = taken.prefix(asked.count) + bytes
            takeTail(isWhole: isCut)
        case .box(let place): takeBox(TagBytes(taken[...]), at: place)
        case .moov:
            result.add(MP4Tags.tags(moov: TagBytes(taken.prefix(asked.count))))
        case .block(let place): takeBlock(TagBytes(taken[...]), at: place)
        case .comments: result.add(VorbisComments.tags(TagBytes(taken.prefix(asked.count))))
        case .ogg(let place): takeOgg(taken, at: place, isWhole: isCut)
        }
    }

    private mutating func takeBeginning(isWhole: Bool) {
        let head = TagBytes(bytes[...])
        if head.has("ftyp", at: 4) { return takeBox(head, at: 0) }
        if OggPages.begin(head.all) { return takeOgg(bytes, at: 0, isWhole: isWhole) }
        let tags = Self.placesOfTags(in: head)
        // The next tag's head may stand behind the last that is known.
        let end = tags.last.map { $0.upperBound + ID3v2Tag.headerSize } ?? 0
        if !isWhole, end > bytes.count, bytes.count < most {
            ask(Int64(bytes.count), Int64(min(end, most) - bytes.count))
            if wanted != nil { return }
        }
        for place in tags {
            if let tag = ID3v2Tag(head.rest(from: place.lowerBound)) { result.add(tag.tags) }
        }
        bytes = []
        let behind = tags.last?.upperBound ?? 0
        if head.has("fLaC", at: behind) { takeBlock(head.rest(from: behind + 4), at: Int64(behind) + 4) }
    }

    /// Where tags stand in a row at the start, as far as these bytes tell.
    private static func placesOfTags(in head: TagBytes) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var at = 0
        while places.count < mostTags, let size = ID3v2Tag.size(head.rest(from: at)) {
            places.append(at..<at + size)
            at += size
        }
        return places
    }

    private mutating func takeTail(isWhole: Bool) {
        let closing = ClosingTags(TagBytes(bytes[...]))
        if !isWhole, closing.wanted > bytes.count, closing.wanted <= most {
            askForTail(Int64(closing.wanted))
            if wanted != nil { return }
        }
        result.add(closing.tags)
        bytes = []
    }

    /// Asks for so many of the last bytes, without those that are there.
    private mutating func askForTail(_ count: Int64) {
        guard let length else { return }
        let start = max(0, length - min(count, length))
        ask(start, length - Int64(bytes.count) - start)
    }

    /// Goes from box to box up to the `moov`, which may stand at either end.
    private mutating func takeBox(_ head: TagBytes, at place: Int64) {
        bytes = []
        boxes += 1
        guard boxes <= Self.mostBoxes, let box = MP4Tags.box(head) else { return }
        if box.name.has("moov") {
            step = .moov
            let start = place + Int64(box.head)
            ask(start, min(Int64(box.size) - Int64(box.head), Int64(most)))
        } else if box.size < Int.max - Int(clamping: place) {
            let next = place + Int64(box.size)
            step = .box(next)
            ask(next, 16)
        }
    }

    /// Goes from block to block up to the comments, before which a picture may stand.
    private mutating func takeBlock(_ head: TagBytes, at place: Int64) {
        boxes += 1
        guard boxes <= Self.mostBoxes, let block = VorbisComments.block(head) else { return }
        if block.type == VorbisComments.blockType {
            step = .comments
            ask(place + 4, Int64(block.size))
        } else if !block.isLast {
            let next = place + 4 + Int64(block.size)
            step = .block(next)
            ask(next, 4)
        }
    }

    /// Reads on until the second packet is there, or sound comes.
    private mutating func takeOgg(_ taken: [UInt8], at place: Int64, isWhole: Bool) {
        bytes = []
        _ = pages.take(taken)
        if let packet = OggPages.packet(1, in: TagBytes(pages.head[...])) {
            result.add(VorbisComments.tags(packet: packet))
        } else if !isWhole, !pages.isHeadWhole, place < Int64(most) {
            let next = place + Int64(taken.count)
            step = .ogg(next)
            // Twice as much each time: what is there is gone through again.
            ask(next, min(max(Self.oggBytes, next), Int64(most) - next))
        }
    }

    /// Asks for what of these bytes the file has.
    private mutating func ask(_ start: Int64, _ count: Int64) {
        guard count > 0, start >= 0, start < length ?? .max else { return }
        let end = min(length ?? .max, start.addingReportingOverflow(min(count, Int64(most))).partialValue)
        if end > start { wanted = start..<end }
    }
}
