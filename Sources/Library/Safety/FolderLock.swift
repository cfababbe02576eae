import Glibc

/// The right to open a library's file, which any number share, or to put another in its place, which one has alone. The system takes it back
/// when the process ends.
final class FolderLock {
    private let file: Int32

    private init(file: Int32) { self.file = file }

    deinit { close(file) }

    /// Waits up to `milliseconds` for it. Throws `busy` where another has it for longer, else what the system says where the folder takes no
    /// locks.
    static func take(for paths: LibraryPaths, isShared: Bool = false, milliseconds: Int32) throws(LibraryError) -> FolderLock {
        let file = open(paths.beside + "/library.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 { throw LibraryError(errno: errno, path: paths.database) }
        let taken = FolderLock(file: file)
        for _ in 0...max(milliseconds, 0) / 5 {
            // Of the open file, not of the process, so that two openings in one process keep each other out too (F_OFD_SETLK).
            var lock = flock(
                l_type: Int16(isShared ? F_RDLCK : F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
            if fcntl(file, 37, &lock) == 0 { return taken }
            guard errno == EAGAIN || errno == EACCES else { throw LibraryError(errno: errno, path: paths.database) }
            usleep(5_000)
        }
        throw .busy(path: paths.database)
    }
}
