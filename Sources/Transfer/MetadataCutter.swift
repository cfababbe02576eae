/// Cuts the metadata out of a Shoutcast or Icecast stream: behind every `interval` bytes of sound one byte says how many times sixteen bytes
/// of it follow, 0 being usual. It doesn't matter in which pieces the body comes.
struct MetadataCutter {
    enum Piece {
        case sound(UnsafeRawBufferPointer)
        /// A whole block; 4080 bytes at most.
        case block([UInt8])
    }

    private enum Place {
        case sound(left: Int)
        case size
        case block(left: Int)
    }

    private let interval: Int
    private var place: Place
    private var block: [UInt8] = []

    /// `interval` is 1 at least.
    init(interval: Int) {
        self.interval = interval
        place = .sound(left: interval)
    }

    /// The next piece of what is left of the bytes that have come; nil where there is no whole one.
    mutating func next(_ rest: inout UnsafeRawBufferPointer.SubSequence) -> Piece? {
        while let first = rest.first {
            switch place {
            case .sound(let left):
                let piece = rest.prefix(left)
                rest = rest.dropFirst(piece.count)
                place = piece.count == left ? .size : .sound(left: left - piece.count)
                return .sound(UnsafeRawBufferPointer(rebasing: piece))
            case .size:
                rest = rest.dropFirst()
                place = first == 0 ? .sound(left: interval) : .block(left: Int(first) * 16)
            case .block(let left):
                let piece = rest.prefix(left)
                rest = rest.dropFirst(piece.count)
                block += piece
                place = piece.count == left ? .sound(left: interval) : .block(left: left - piece.count)
                guard piece.count == left else { continue }
                defer { block = [] }
                return .block(block)
            }
        }
        return nil
    }
}

/// The blocks of metadata that the reader hasn't come to, each with the place in the sound where it stood. What repeats the one before isn't kept,
/// and of more than there is room for the oldest go.
struct MetadataMarks {
    private var marks: [(offset: Int64, block: [UInt8])] = []
    private var size = 0
    private var last: [UInt8] = []
    private static let room = 256 << 10

    mutating func add(_ block: [UInt8], at offset: Int64) {
        guard block != last else { return }
        last = block
        marks.append((offset, block))
        size += block.count
        guard size > Self.room else { return }
        // Half of them at once, so that each block costs next to nothing.
        let oldest = marks.prefix(marks.count / 2 + 1)
        size -= oldest.reduce(0) { $0 + $1.block.count }
        marks.removeFirst(oldest.count)
    }

    /// The blocks up to a place that the reader hasn't been given yet.
    mutating func take(upTo offset: Int64) -> [[UInt8]] {
        let passed = marks.prefix { $0.offset <= offset }.map(\.block)
        size -= passed.reduce(0) { $0 + $1.count }
        marks.removeFirst(passed.count)
        return passed
    }
}
