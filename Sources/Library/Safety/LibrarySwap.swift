import Glibc

/// Lets a library that is whole take the place of a damaged one, which is kept under another name. A kill in between leaves what the next
/// opening goes on with: as long as `next` is there, it is not finished.
enum LibrarySwap {
    /// The name beside the library under which damaged files are kept.
    static func asideName(at time: Int64) -> String { "library.sqlite.damaged-\(BackupFile.stamp(time))" }

    static func isUnfinished(_ paths: LibraryPaths) -> Bool { access(paths.next, F_OK) == 0 }

    /// Only with the folder's lock. What `next` says of itself gives the name for the old files.
    static func finish(_ paths: LibraryPaths) throws(LibraryError) {
        let name = report(of: paths.next)?.keptAs
        if let name {
            let aside = paths.folder + "/" + name
            for ending in ["", "-wal"] where access(paths.database + ending, F_OK) == 0 && access(aside + ending, F_OK) != 0 {
                if rename(paths.database + ending, aside + ending) != 0 { throw LibraryError(errno: errno, path: paths.database) }
            }
        }
        // A log without its file: it would be taken for the new library's.
        if access(paths.log, F_OK) == 0 {
            let place = paths.folder + "/" + asideName(at: FileFacts(paths.next)?.changed ?? 0) + "-wal"
            if rename(paths.log, place) != 0 { throw LibraryError(errno: errno, path: paths.log) }
        }
        unlink(paths.sharedMemory)
        DiskSpace.sync(folder: paths.folder)
        if rename(paths.next, paths.database) != 0 { throw LibraryError(errno: errno, path: paths.database) }
        unlink(paths.mark)
        DiskSpace.sync(folder: paths.folder)
    }

    /// What was done when the library at `path` was put together.
    static func report(of path: String) -> RescueReport? {
        guard let database = try? SQLiteDatabase(path: path, busyMilliseconds: 0, access: .still) else { return nil }
        defer { database.close() }
        let packed = try? database.first("SELECT value FROM state WHERE key = ?", RescueReport.key) { $0.text() }
        return packed.flatMap { RescueReport(packed: $0) }
    }
}
