import Glibc

/// libmpg123's view of a `ByteSource`: a file position over a small buffer, since libmpg123 asks for four bytes here and a frame there.
/// An error of the source is kept, as libmpg123 can only hand on that there was one.
final class ByteWindow {
    let source: any ByteSource
    private(set) var error: PlaybackError?
    private var position: Int64 = 0
    /// The offset in the source at which libmpg123's file begins.
    let origin: Int64
    private let buffer: UnsafeMutableRawBufferPointer
    private var start: Int64 = 0
    private var count = 0

    init(_ source: any ByteSource, from origin: Int64 = 0, capacity: Int) {
        self.source = source
        self.origin = origin
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Bytes that are here from the position on.
    var ahead: Int { max(0, Int(clamping: start + Int64(count) - position)) }
    /// The source's offset behind those bytes.
    var edge: Int64 { origin + position + Int64(ahead) }
    /// How long the file is for libmpg123.
    var length: Int64? { source.length.map { max(0, $0 - origin) } }

    /// Bytes from a place of libmpg123's file on, its own place left alone; fewer where there are fewer.
    func bytes(at place: Int64, count: Int) throws(PlaybackError) -> [UInt8] { try source.bytes(at: origin + place, count: count) }

    /// As read(2): the bytes read, 0 at the end, -1 with `error` set.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        guard error == nil else { return -1 }
        do {
            if position < start || ahead == 0 { try fill() }
        } catch {
            self.error = PlaybackError(wrapping: error)
            return -1
        }
        let taken = min(ahead, target.count)
        guard taken > 0 else { return 0 }
        let offset = Int(position - start)
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + taken]))
        position += Int64(taken)
        return taken
    }

    private func fill() throws {
        start = position
        count = 0
        count = min(max(0, try source.read(at: origin + position, into: buffer)), buffer.count)
    }

    /// As lseek(2): the new position, -1 where it can't be.
    func seek(_ offset: Int64, from whence: Int32) -> Int64 {
        let base: Int64
        switch whence {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        default:
            guard let length else { return -1 }
            base = length
        }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }
}
