import Glibc

/// The file calls of downloads, with their errors as `TransferError`.
enum FileCalls {
    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) throws(TransferError) {
        if path.isEmpty || mkdir(path, 0o755) == 0 { return }
        if errno == EEXIST {
            var facts = stat()
            if stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFDIR { throw .disk(path: path, errno: ENOTDIR) }
            return
        }
        guard errno == ENOENT else { throw .file(path, errno) }
        let above = folder(of: path)
        guard above != path else { throw .file(path, ENOENT) }
        try makeFolder(above)
        if mkdir(path, 0o755) != 0 && errno != EEXIST { throw .file(path, errno) }
    }

    /// The folder that a path is in.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func exists(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0
    }

    /// Whether two names are of one file.
    static func areSame(_ one: String, _ other: String) -> Bool {
        var first = stat()
        var second = stat()
        return lstat(one, &first) == 0 && lstat(other, &second) == 0 && first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }

    /// Opens `path` to read and write, made where it is missing, and locks it against other processes. The descriptor is the caller's.
    static func openLocked(_ path: String) throws(TransferError) -> Int32 {
        for _ in 0..<10 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            guard descriptor >= 0 else { throw .file(path, errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(descriptor)
                throw code == EWOULDBLOCK ? .alreadyRunning(path: path) : .file(path, code)
            }
            // Whoever held the lock may have renamed the file in the meantime.
            var mine = stat()
            var named = stat()
            if fstat(descriptor, &mine) == 0, lstat(path, &named) == 0, mine.st_ino == named.st_ino, mine.st_dev == named.st_dev {
                return descriptor
            }
            close(descriptor)
        }
        throw .alreadyRunning(path: path)
    }

    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String) throws(TransferError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .file(path, count < 0 ? errno : EIO) }
            rest = rest.dropFirst(count)
        }
    }

    /// Up to `count` bytes from a place on; fewer at the end, or where they can't be read.
    static func bytes(of descriptor: Int32, at offset: Int64, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + filled)
                if got < 0 && errno == EINTR { continue }
                if got <= 0 { break }
                filled += got
            }
        }
    }

    /// Reads a whole descriptor from its start in pieces. `body` may stop it by false.
    static func readAll(_ descriptor: Int32, path: String, _ body: (UnsafeRawBufferPointer) throws(TransferError) -> Bool)
        throws(TransferError)
    {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, errno: errno) }
            if count == 0 { return }
            offset += count
            guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
        }
    }

    /// A small text file's content; nil if it can't be read or is larger than 64 KB.
    static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        do {
            try readAll(descriptor, path: path) { (chunk) throws(TransferError) in
                bytes.append(contentsOf: chunk)
                return bytes.count <= 65536
            }
        } catch {
            return nil
        }
        return bytes.count > 65536 ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Writes a small text file anew.
    static func write(_ text: String, to path: String) throws(TransferError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(path, errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBufferPointer { (bytes) throws(TransferError) in
            try write(UnsafeRawBufferPointer(bytes), to: descriptor, path: path)
        }
    }

    /// Gives `from` the name `to`, but never in place of another file.
    static func rename(_ from: String, toFree to: String) throws(TransferError) {
        if link(from, to) == 0 {
            unlink(from)
            return
        }
        switch errno {
        case EEXIST: throw .exists(path: to)
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EINVAL:
            // A file system without hard links.
            if exists(to) { throw .exists(path: to) }
            if Glibc.rename(from, to) != 0 { throw .file(to, errno) }
        default: throw .file(to, errno)
        }
    }

    /// Makes the names in a folder last. Some file systems can't; that is no error.
    static func syncFolder(_ path: String) throws(TransferError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path, errno) }
        defer { close(descriptor) }
        if fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS { throw .file(path, errno) }
    }

    /// Bytes free for this user where the descriptor's file is; nil if unknown.
    static func room(_ descriptor: Int32) -> Int64? {
        var facts = statvfs()
        guard fstatvfs(descriptor, &facts) == 0 else { return nil }
        return Int64(clamping: UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize)).partialValue)
    }
}
