import Glibc
import Queue

/// Paths of local files and their `file://` URLs.
enum LocalFile {
    /// An absolute path, `~/` and the working folder filled in; `.` and `..` are taken out by the system where the file exists.
    static func absolute(_ path: String) -> String {
        let full = placed(path)
        guard let real = unsafe realpath(full, nil) else { return full }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Anything of that name, be it a link that leads nowhere.
    static func isThere(_ path: String) -> Bool {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0
    }

    static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// An ordinary file, or a link to one: no folder, pipe or device.
    static func isRegular(_ path: String) -> Bool { kind(path) == S_IFREG }

    static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    private static func kind(_ path: String) -> mode_t? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }

    static func size(_ path: String) -> Int64? {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 ? Int64(facts.st_size) : nil
    }

    static func remove(_ path: String) -> Bool { unsafe unlink(path) == 0 }

    /// A file's bytes; nil where it can't be read or has more than `limit`: `errno` says why.
    static func bytes(_ path: String, limit: Int) -> [UInt8]? {
        // Non-blocking, so that a pipe of that name can't hold the caller.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0 { return nil }
        defer {
            let code = errno
            close(file)
            errno = code
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(file, &block, block.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return bytes }
            bytes += block[..<count]
            if bytes.count > limit {
                errno = EFBIG
                return nil
            }
        }
    }

    /// Makes a folder for the listener alone, with those above it. False where it can't be: `errno` says why.
    static func makeFolder(_ path: String) -> Bool {
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return false }
        return makeFolder(String(path[..<slash])) && (unsafe mkdir(path, 0o700) == 0 || errno == EEXIST)
    }

    /// The names in a folder, in no order; none where it can't be read.
    static func names(in folder: String) -> [String] {
        guard let opened = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(opened) }
        var names: [String] = []
        while let entry = unsafe readdir(opened) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    static var workingFolder: String {
        guard let folder = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(folder) }
        return unsafe String(cString: folder)
    }

    /// `file:///music/%E4%B8%80.mp3`.
    static func url(_ path: String) -> String { FileURL.of(path) }

    /// The path of a `file://` URL of this machine; nil for one of another host.
    static func path(ofURL url: String) -> String? { FileURL.path(of: url) }

    static func percentDecoded(_ text: String) -> String { FileURL.decoded(text) }

    /// An absolute path as it was meant: links in it are kept, since names in a list are relative to where the list was found.
    static func placed(_ path: String) -> String {
        var full = path
        if path.hasPrefix("~/"), let home = environment("HOME") { full = home + path.dropFirst() }
        return full.hasPrefix("/") ? full : workingFolder + "/" + full
    }
}
