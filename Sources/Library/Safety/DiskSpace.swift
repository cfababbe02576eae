import Glibc

/// Room on disks, and what belongs to writing there.
enum DiskSpace {
    /// Bytes that may still be written in `folder`; nil where the system doesn't tell.
    static func free(in folder: String) -> Int64? {
        var facts = statvfs()
        guard statvfs(folder, &facts) == 0 else { return nil }
        let (bytes, overflow) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        return overflow ? Int64.max : Int64(clamping: bytes)
    }

    /// Makes the names in `folder` durable.
    static func sync(folder: String) {
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if place < 0 { return }
        fsync(place)
        close(place)
    }
}

/// What the system says of a file without opening it.
struct FileFacts {
    var size: Int64
    /// Seconds since 1970.
    var changed: Int64
    var inode: UInt64
    var isRegular: Bool
    var isFolder: Bool

    /// Nil where there is none, or it can't be looked at. A link is neither file nor folder where it isn't followed.
    init?(_ path: String, following: Bool = true) {
        var facts = stat()
        guard (following ? stat(path, &facts) : lstat(path, &facts)) == 0 else { return nil }
        (size, changed) = (Int64(facts.st_size), Int64(facts.st_mtim.tv_sec))
        (inode, isRegular) = (UInt64(facts.st_ino), facts.st_mode & S_IFMT == S_IFREG)
        isFolder = facts.st_mode & S_IFMT == S_IFDIR
    }
}

/// The names in a folder.
enum FolderNames {
    /// In no order; none where it can't be read.
    static func all(in folder: String) -> [String] {
        guard let opened = opendir(folder) else { return [] }
        defer { closedir(opened) }
        var names: [String] = []
        while let entry = readdir(opened) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
