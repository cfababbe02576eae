import Glibc

/// The right to play on a library, which one process has at a time. The system takes it back when the process ends, however it ends.
final class PlayerLease: Sendable {
    enum Answer {
        case taken(PlayerLease)
        case held(process: Int32)
        /// The folder takes no lock; then nobody is kept from playing.
        case unavailable
    }

    private let file: Int32

    private init(file: Int32) { self.file = file }

    /// Given back before the file is closed: a program that is just being started has it open too, for a moment.
    deinit {
        var lock = Self.writeLock
        lock.l_type = Int16(F_UNLCK)
        _ = unsafe fcntl(file, Self.setOpenFileLock, &lock)
        close(file)
    }

    static func take(inFolder folder: String) -> Answer {
        let file = unsafe open(path(folder), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 { return .unavailable }
        var lock = writeLock
        if unsafe fcntl(file, setOpenFileLock, &lock) != 0 {
            defer { close(file) }
            return errno == EAGAIN || errno == EACCES ? .held(process: process(named: file)) : .unavailable
        }
        let name = "\(getpid())\n"
        ftruncate(file, 0)
        _ = unsafe pwrite(file, name, name.utf8.count, 0)
        return .taken(PlayerLease(file: file))
    }

    /// The process that has the right, or nil. Nothing is made where there is no such file.
    static func holder(inFolder folder: String) -> Int32? {
        let file = unsafe open(path(folder), O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { close(file) }
        var lock = writeLock
        let isAnswered = unsafe fcntl(file, getOpenFileLock, &lock) == 0
        return isAnswered && lock.l_type != Int16(F_UNLCK) ? process(named: file) : nil
    }

    // F_OFD_SETLK and F_OFD_GETLK of fcntl(2), which Swift's Glibc leaves out.
    private static let setOpenFileLock: Int32 = 37
    private static let getOpenFileLock: Int32 = 36

    /// A lock of the open file, not of the process: it can be asked for without being taken, which would keep another from taking it.
    private static var writeLock: flock {
        flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    }

    private static func path(_ folder: String) -> String { folder + "/player.lock" }

    private static func process(named file: Int32) -> Int32 {
        var text = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(file, &text, text.count, 0)
        return Int32(String(decoding: text.prefix(max(count, 0)).prefix { $0 >= 0x30 && $0 <= 0x39 }, as: UTF8.self)) ?? 0
    }
}
