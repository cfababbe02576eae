/// The part of a stream that is in memory: consecutive bytes from `start` to `end`.
struct StreamWindow {
    /// Offset of the first byte kept.
    private(set) var start: Int64
    private var bytes: [UInt8] = []
    /// How many of `bytes` are let go of already: they are removed many at a time.
    private var dropped = 0

    /// Empty, at that offset.
    init(at offset: Int64 = 0) { start = offset }

    /// Offset after the last byte.
    var end: Int64 { start + Int64(bytes.count - dropped) }
    /// Bytes of memory held.
    var held: Int { bytes.count }

    /// Takes bytes that begin at `offset`, which is not behind `end`; what is here already is left out.
    mutating func append(_ chunk: UnsafeRawBufferPointer, at offset: Int64) {
        let known = Int(clamping: max(0, end - offset))
        guard known < chunk.count else { return }
        bytes.append(contentsOf: chunk.dropFirst(known))
    }

    /// Copies what is here from `offset` on. 0 where nothing is.
    func copy(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= start, offset < end else { return 0 }
        let first = dropped + Int(offset - start)
        let count = min(buffer.count, bytes.count - first)
        bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[first..<first + count])) }
        return count
    }

    /// Lets go of what is before `offset`.
    mutating func forget(before offset: Int64) {
        guard offset > start else { return }
        let count = Int(min(offset, end) - start)
        dropped += count
        start += Int64(count)
        if dropped >= 1 << 20 || dropped == bytes.count {
            bytes.removeFirst(dropped)
            dropped = 0
        }
    }
}
