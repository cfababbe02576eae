import Glibc

/// Where a library keeps its things. All paths are absolute.
public struct LibraryPaths: Hashable, Sendable {
    public var folder: String
    /// The database: the file itself, where `library.sqlite` in the folder is a link. What belongs to it lies beside it.
    public var database: String
    public var downloads: String { folder + "/downloads" }
    public var trash: String { folder + "/trash" }
    public var backups: String { folder + "/backups" }

    public init(folder: String) {
        self.folder = folder
        database = folder + "/library.sqlite"
    }
}

extension LibraryPaths {
    /// Makes the library's folder with those above it, and finds its absolute path.
    init(making folder: String) throws(LibraryError) {
        try Self.makeFolder(folder)
        guard let absolute = realpath(folder, nil) else { throw LibraryError(errno: errno, path: folder) }
        defer { free(absolute) }
        self.init(folder: String(cString: absolute))
        try followLink()
    }

    /// The folder in which the database lies.
    var beside: String { database.lastIndex(of: "/").map { String(database[..<$0]) } ?? "." }

    /// Those of a library's folder that is there; nil where there is none.
    public init?(existing folder: String) {
        guard let real = Self.real(folder) else { return nil }
        self.init(folder: real)
        try? followLink()
    }

    /// Whether the file `path` is the library's own, or a link to it: its database, or something beside that SQLite or this program calls so.
    public func isOwn(_ path: String) -> Bool {
        let path = Self.real(path) ?? path
        guard let slash = path.lastIndex(of: "/"), let place = Self.real(slash == path.startIndex ? "/" : String(path[..<slash])) else {
            return false
        }
        let name = path[slash...].dropFirst()
        let isNamed = name.hasPrefix("library.") || name.hasPrefix(database.dropFirst(beside.count + 1))
        return isNamed && [folder, beside].contains(place)
    }

    /// The absolute path behind links; nil where nothing is there.
    static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
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

    /// A link that leads nowhere, as to a disk that isn't there now, is no library that has gone.
    private mutating func followLink() throws(LibraryError) {
        var facts = stat()
        guard lstat(database, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return }
        guard let real = realpath(database, nil) else {
            throw .cannotOpen(path: database, words: "it is a link to a file that isn't there")
        }
        defer { free(real) }
        database = String(cString: real)
    }

    private static func parent(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count > 1 else { return nil }
        return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    }
}
