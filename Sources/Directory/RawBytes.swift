// The bytes that come by pointer, and so the only unsafe lines of this room: the packed station's (a C array) and a file's (read(2)).
// Both are copied into a Swift value before anyone else sees them.
import CDemo
import Glibc

/// The packed demo station's archive, which is part of the program.
enum PackedArchive {
    static var count: Int { Int(demo_station_size()) }

    /// A copy of a part of it; nil where the range is not within.
    static func bytes(_ range: Range<Int>) -> [UInt8]? {
        guard range.lowerBound >= 0, range.upperBound <= count, let start = unsafe demo_station_bytes() else { return nil }
        return unsafe Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
    }
}

/// A regular file's bytes. Throws `missingFile` or `unreadableFile`, also for a folder and for one above `limit` bytes.
func fileBytes(_ path: String, limit: Int) throws(DirectoryError) -> [UInt8] {
    // Non-blocking, so that a pipe of that name can't hold the caller.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw fileFailure(path, errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0 else { throw fileFailure(path, errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw fileFailure(path, facts.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = unsafe block.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw fileFailure(path, errno) }
        guard count > 0 else { return bytes }
        guard bytes.count + count <= limit else { throw fileFailure(path, EFBIG) }
        bytes += block[..<count]
    }
}

private func fileFailure(_ path: String, _ code: Int32) -> DirectoryError {
    code == ENOENT || code == ENOTDIR ? .missingFile(path: path) : .unreadableFile(path: path, code: code)
}

/// Seconds since 1970, UTC.
func secondsNow() -> Int64 { Int64(time(nil)) }
