import Glibc

/// The right to put a library's file in another's place, which one opening at a time has. The system takes it back when the process ends.
final class FolderLock {
    private let file: Int32

    private init(file: Int32) { self.file = file }

    deinit { close(file) }

    /// Waits up to `milliseconds` for it. Nil where another has it for longer, or the folder takes no locks.
    static func take(in folder: String, milliseconds: Int32) -> FolderLock? {
        let file = open(folder + "/library.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 { return nil }
        var tries = max(milliseconds, 0) / 5
        while true {
            // Of the open file, not of the process, so that two openings in one process keep each other out too (F_OFD_SETLK).
            var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
            if fcntl(file, 37, &lock) == 0 { return FolderLock(file: file) }
            guard tries > 0, errno == EAGAIN || errno == EACCES else { break }
            usleep(5_000)
            tries -= 1
        }
        close(file)
        return nil
    }
}
