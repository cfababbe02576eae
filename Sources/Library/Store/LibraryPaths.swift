import Glibc

/// Where a library keeps its things. All paths are absolute.
public struct LibraryPaths: Hashable, Sendable {
    public var folder: String
    public var database: String { folder + "/library.sqlite" }
    public var downloads: String { folder + "/downloads" }
    public var trash: String { folder + "/trash" }
    public var backups: String { folder + "/backups" }

    public init(folder: String) { self.folder = folder }
}

extension LibraryPaths {
    /// Makes the library's folder with those above it, and finds its absolute path.
    init(making folder: String) throws(LibraryError) {
        try Self.makeFolder(folder)
        guard let absolute = realpath(folder, nil) else { throw LibraryError(errno: errno, path: folder) }
        defer { free(absolute) }
        self.init(folder: String(cString: absolute))
    }

    /// Makes the folders within.
    func makeFolders() throws(LibraryError) {
        for path in [downloads, trash, backups] { try Self.makeFolder(path) }
    }

    /// A path as it is stored: relative where it lies in the library, so that a library can be moved.
    func stored(_ path: String) -> String {
        let prefix = folder + "/"
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }

    func absolute(_ stored: String) -> String { stored.hasPrefix("/") ? stored : folder + "/" + stored }

    /// Makes a folder with those above it; `errno` says why where it can't be.
    static func makeFolder(_ path: String) throws(LibraryError) {
        if mkdir(path, 0o777) == 0 { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let above = parent(of: path) else { throw LibraryError(errno: ENOENT, path: path) }
            try makeFolder(above)
            if mkdir(path, 0o777) != 0 && errno != EEXIST { throw LibraryError(errno: errno, path: path) }
        case let code: throw LibraryError(errno: code, path: path)
        }
    }

    private static func parent(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 1 else { return nil }
        return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    }
}
