import Glibc

/// What a library's files look like from outside, before anything is opened: a few calls of stat.
enum LibraryLook: Hashable {
    /// There is none yet.
    case new
    case usual
    /// It may be damaged: it is to be read whole before it is used.
    case doubtful(Doubt)
    case lost(Loss)

    enum Doubt: Hashable {
        /// A command found damage.
        case marked
        /// The machine went down while it was open.
        case machineWentDown
        /// Its log is missing although it was open.
        case logIsMissing
    }

    /// There is nothing in it, although there was.
    enum Loss: Hashable {
        case missing, empty
    }
}

extension LibraryLook {
    /// Looks at the library in `paths`.
    init(_ paths: LibraryPaths) {
        let log = FileFacts(paths.log)
        let file = FileFacts(paths.database)
        guard let file, file.size > 0 else {
            let isLost = (log?.size ?? 0) > 0 || !BackupShelf(folder: paths.backups).files().isEmpty
            self = isLost ? .lost(file == nil ? .missing : .empty) : .new
            return
        }
        if access(paths.mark, F_OK) == 0 {
            self = .doubtful(.marked)
        } else if log == nil, Self.isWithoutLog(paths) {
            self = .doubtful(.logIsMissing)
        } else if let log, log.size > 0, log.changed < Self.started() {
            self = .doubtful(.machineWentDown)
        } else {
            self = .usual
        }
    }

    /// The shared memory is made after the log and taken away before it, so it never stands alone. Looked at twice, as another process
    /// may be closing the library at this moment.
    private static func isWithoutLog(_ paths: LibraryPaths) -> Bool {
        guard let memory = FileFacts(paths.sharedMemory), access(paths.log, F_OK) != 0 else { return false }
        return FileFacts(paths.sharedMemory)?.inode == memory.inode && LogIndex(paths.sharedMemory)?.hasMore == true
    }

    /// When the machine was started, seconds since 1970.
    private static func started() -> Int64 {
        var (now, up) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &now)
        clock_gettime(CLOCK_BOOTTIME, &up)
        return Int64(now.tv_sec) &- Int64(up.tv_sec)
    }
}

/// What the shared memory says of its log (sqlite.org/walformat.html "The WAL-Index Header").
private struct LogIndex {
    /// The log held something that was not in the file.
    let hasMore: Bool

    /// Nil where it was never set up, as when the disk was full. Only for a library that this process hasn't open.
    init?(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { close(file) }
        // Two headers of 48 bytes (isInit, mxFrame), then nBackfill; in the machine's order of bytes.
        var head = [UInt8](repeating: 0, count: 100)
        guard pread(file, &head, 100, 0) == 100, head[12] != 0 else { return nil }
        let (frames, copied) = head.withUnsafeBytes {
            ($0.loadUnaligned(fromByteOffset: 16, as: UInt32.self), $0.loadUnaligned(fromByteOffset: 96, as: UInt32.self))
        }
        hasMore = frames > copied
    }
}

extension LibraryPaths {
    var log: String { database + "-wal" }
    var sharedMemory: String { database + "-shm" }
    /// Says that a command found damage.
    var mark: String { database + ".suspect" }
    /// A library that is being put together.
    var part: String { database + ".part" }
    /// One that is whole, and is to take the library's place.
    var next: String { database + ".next" }

    /// Leaves the mark that damage was found.
    func markDamage() {
        let file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }
}
