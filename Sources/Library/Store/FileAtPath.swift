import Glibc

/// A file of the library's, by its absolute path. Calls give the system's error number, 0 where all went well.
struct FileAtPath {
    var path: String

    init(_ path: String) { self.path = path }

    var exists: Bool { size != nil }

    /// Bytes; nil where there is no file, or something else.
    var size: Int64? {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFDIR else { return nil }
        return Int64(facts.st_size)
    }

    /// The disk on which it lies, or what a link of its name leads to.
    var device: dev_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_dev : nil
    }

    /// Gives it another path, where no file may be yet. That it lies there now survives a power cut.
    func move(to other: FileAtPath) -> Int32 {
        if other.exists { return EEXIST }
        do throws(LibraryError) { try LibraryPaths.makeFolder(other.folder) } catch { return errno }
        if rename(path, other.path) != 0 { return errno }
        for folder in Set([folder, other.folder]) { Self.sync(folder) }
        return 0
    }

    /// No file is none to remove.
    func remove() -> Int32 { unlink(path) == 0 || errno == ENOENT ? 0 : errno }

    /// Its own path where that is free, else one with a number before the ending.
    func free(_ isFree: (String) throws -> Bool) rethrows -> FileAtPath? {
        let name = self.name
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        for number in 1...10_000 {
            let mark = number == 1 ? "" : " (\(number))"
            let other = FileAtPath(folder + "/" + name[..<dot] + mark + name[dot...])
            if try !other.exists && isFree(other.path) { return other }
        }
        return nil
    }

    // By bytes: with a mark behind it a slash is another character, and a slash all the same.
    var name: String { path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path }

    private var folder: String { String(Substring(path.utf8.prefix(max(path.utf8.count - name.utf8.count - 1, 1)))) }

    private static func sync(_ folder: String) {
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if place < 0 { return }
        _ = fsync(place)
        close(place)
    }
}
