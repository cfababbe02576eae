import Glibc

/// libmpg123's view of a `ByteSource`: a file position over a small buffer, since libmpg123 asks for four bytes here and a frame there.
/// An error of the source is kept, as libmpg123 can only hand on that there was one.
final class ByteWindow {
    let source: any ByteSource
    private(set) var error: PlaybackError?
    private var position: Int64 = 0
    private let buffer: UnsafeMutableRawBufferPointer
    private var start: Int64 = 0
    private var count = 0

    init(_ source: any ByteSource, capacity: Int) {
        self.source = source
        buffer = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// Bytes that are here from the position on.
    var ahead: Int { max(0, Int(clamping: start + Int64(count) - position)) }
    /// The offset behind those bytes.
    var edge: Int64 { position + Int64(ahead) }

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
        count = min(max(0, try source.read(at: position, into: buffer)), buffer.count)
    }

    /// As lseek(2): the new position, -1 where it can't be.
    func seek(_ offset: Int64, from whence: Int32) -> Int64 {
        let base: Int64
        switch whence {
        case SEEK_SET: base = 0
        case SEEK_CUR: base = position
        default:
            guard let length = source.length else { return -1 }
            base = length
        }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }
}
