import Glibc

/// Lets a library that is whole take the place of a damaged one, which is kept under another name. A kill in between leaves what the next
/// opening goes on with: as long as `next` is there, it is not finished.
enum LibrarySwap {
    /// A name beside the library under which damaged files can be kept: no file has it yet.
    static func asideName(for paths: LibraryPaths, at time: Int64) -> String {
        var name = "library.sqlite.damaged-\(BackupFile.stamp(time))"
        while ["", "-wal"].contains(where: { FileAtPath(paths.beside + "/" + name + $0).exists }) { name += "+" }
        return name
    }

    static func isUnfinished(_ paths: LibraryPaths) -> Bool { access(paths.next, F_OK) == 0 }

    /// Only with the folder's lock for oneself. What `next` says of itself gives the name for the old files; where that can't be read they get one
    /// as well. None is written over, and no log is left, which would be taken for the new library's.
    static func finish(_ paths: LibraryPaths) throws(LibraryError) {
        let name = report(of: paths.next)?.keptAs ?? asideName(for: paths, at: FileFacts(paths.next)?.changed ?? 0)
        for ending in ["", "-wal"] { try putAside(paths, ending, as: name) }
        unlink(paths.sharedMemory)
        DiskSpace.sync(folder: paths.beside)
        if rename(paths.next, paths.database) != 0 { throw LibraryError(errno: errno, path: paths.database) }
        unlink(paths.mark)
        DiskSpace.sync(folder: paths.beside)
    }

    /// Gives the library's file with this ending the name `name`, or one that is free, where it is there. Only with that lock.
    static func putAside(_ paths: LibraryPaths, _ ending: String, as name: String) throws(LibraryError) {
        guard FileAtPath(paths.database + ending).exists else { return }
        var aside = FileAtPath(paths.beside + "/" + name + ending)
        while aside.exists { aside.path += "+" }
        if rename(paths.database + ending, aside.path) != 0 { throw LibraryError(errno: errno, path: paths.database + ending) }
    }

    /// What was done when the library at `path` was put together.
    static func report(of path: String) -> RescueReport? {
        guard let database = try? SQLiteDatabase(path: path, busyMilliseconds: 0, access: .still) else { return nil }
        defer { database.close() }
        let packed = try? database.first("SELECT value FROM state WHERE key = ?", RescueReport.key) { $0.text() }
        return packed.flatMap { RescueReport(packed: $0) }
    }
}
