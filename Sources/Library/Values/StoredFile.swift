import Glibc

/// What has become of a downloaded file: people and other programs move, delete and empty files.
public enum StoredFile: Hashable, Sendable {
    /// There, and as long as it was.
    case whole
    case missing
    /// Now of so many bytes, which are not those that were stored.
    case changed(size: Int64)
    /// It can't be looked at: the system's error number.
    case unreadable(errno: Int32)

    /// Looks at the file. `size` is how long it was, nil where that is not known.
    public init(at path: String, size: Int64?) {
        var facts = stat()
        guard stat(path, &facts) == 0 else {
            self = errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(errno: errno)
            return
        }
        if facts.st_mode & S_IFMT != S_IFREG {
            self = .missing
        } else if let size, Int64(facts.st_size) != size {
            self = .changed(size: Int64(facts.st_size))
        } else {
            self = access(path, R_OK) == 0 ? .whole : .unreadable(errno: errno)
        }
    }

    /// The listener has the file, though perhaps not the permission to read it.
    var isThere: Bool {
        switch self {
        case .whole, .unreadable: true
        case .missing, .changed: false
        }
    }
}
