import Glibc

/// A file descriptor to write to. A name that is free or belongs to a regular file is written as `.NAME.part` first.
final class FileSink {
    private let path: String
    private let temporary: String?
    private let descriptor: Int32
    private var isOpen = true

    /// "-" is standard output.
    init(path: String) throws(PlaybackError) {
        self.path = path
        let (name, flags) = Self.plan(path)
        temporary = name == path || path == "-" ? nil : name
        descriptor = path == "-" ? dup(STDOUT_FILENO) : open(name, flags, 0o666)
        guard descriptor >= 0 else { throw Self.problem(path) }
    }

    deinit { discard() }

    private static func plan(_ path: String) -> (name: String, flags: Int32) {
        var facts = stat()
        let isOther = stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
        if isOther { return (path, O_WRONLY | O_CLOEXEC) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let folder = parts.dropLast().map { $0 + "/" }.joined()
        return (folder + "." + (parts.last ?? "") + ".part", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
    }

    private static func problem(_ path: String) -> PlaybackError {
        switch errno {
        case ENOSPC, EDQUOT, EFBIG: .noSpace(path: path)
        case EPIPE: .closedPipe
        default: .output(path: path, errno: errno)
        }
    }

    func write(_ bytes: [UInt8]) throws(PlaybackError) {
        var outcome: Result<Void, PlaybackError> = .success(())
        bytes.withUnsafeBytes { raw in outcome = Result { () throws(PlaybackError) in try write(raw) } }
        try outcome.get()
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(PlaybackError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, 1000)
            } else if errno != EINTR {
                throw Self.problem(path)
            }
        }
    }

    /// Writes over the beginning, where that can be done; a pipe keeps what went out.
    func rewrite(_ bytes: [UInt8]) throws(PlaybackError) {
        guard path != "-", lseek(descriptor, 0, SEEK_SET) == 0 else { return }
        try write(bytes)
    }

    /// Closes and gives the file its name.
    func keep() throws(PlaybackError) {
        isOpen = false
        guard Glibc.close(descriptor) == 0 else { throw failed() }
        if let temporary, rename(temporary, path) != 0 { throw failed() }
    }

    private func failed() -> PlaybackError {
        let error = Self.problem(path)
        if let temporary { unlink(temporary) }
        return error
    }

    func discard() {
        guard isOpen else { return }
        isOpen = false
        Glibc.close(descriptor)
        if let temporary { unlink(temporary) }
    }
}
