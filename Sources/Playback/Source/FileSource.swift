import Glibc
import Synchronization

/// A file on a disk, read by `pread`.
public final class FileSource: ByteSource {
    public let length: Int64?
    public var isLocal: Bool { true }
    private let path: String
    let descriptor: Int32
    private let isCancelled = Atomic(false)

    /// Opens `path` at once. Throws `.unreadable` where that isn't a readable file (a folder is `EISDIR`, a pipe `ESPIPE`).
    public init(path: String) throws(PlaybackError) {
        // Without O_NONBLOCK the open of a pipe would wait for its writer.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw .unreadable(path: path, errno: errno) }
        var facts = stat()
        var problem: Int32 = 0
        if fstat(opened, &facts) != 0 {
            problem = errno
        } else if facts.st_mode & S_IFMT == S_IFDIR {
            problem = EISDIR
        } else if facts.st_mode & S_IFMT != S_IFREG {
            problem = ESPIPE
        }
        guard problem == 0 else {
            close(opened)
            throw .unreadable(path: path, errno: problem)
        }
        self.path = path
        descriptor = opened
        length = Int64(facts.st_size)
    }

    deinit { close(descriptor) }

    public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isCancelled.load(ordering: .relaxed) else { throw PlaybackError.cancelled }
        guard !buffer.isEmpty else { return 0 }
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, Int(offset))
            if count >= 0 { return count }
            if errno != EINTR { throw PlaybackError.unreadable(path: path, errno: errno) }
        }
    }

    public func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
