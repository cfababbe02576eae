import Glibc
import Synchronization

/// The folder of backups. A backup is a whole library in one file; it gets its name once it has been checked.
struct BackupShelf {
    let folder: String
    /// Seconds since 1970. What is dated a day after that or later was made when the clock was wrong, and comes last.
    var now = Int64(time(nil))

    /// Newest first.
    func files() -> [BackupFile] {
        let found = FolderNames.all(in: folder).compactMap { BackupFile($0, in: folder) }.sorted { ($1.made, $1.name) < ($0.made, $0.name) }
        return found.filter { !isDatedLater($0) } + found.filter(isDatedLater)
    }

    func isDatedLater(_ file: BackupFile) -> Bool { file.made - 86_400 > now }

    /// The newest that can be read to its end and is a library of this version or an older one.
    func newestGood() -> BackupFile? { files().first { (try? Self.check($0.path)) != nil } }

    /// Copies what `database` holds under the name `name` and the time. `path` is the library's, for errors. Throws `diskFull` before
    /// anything is written where there is no room, and `damaged` where the copy isn't whole.
    func make(
        _ name: String, of database: SQLiteDatabase, path: String, isUnwanted: () -> Bool = { false }
    ) throws(LibraryError) -> BackupFile {
        let place = try written(name + BackupFile.stamp(now), of: database, path: path, isUnwanted: isUnwanted)
        guard let file = BackupFile(String(place.dropFirst(folder.count + 1)), in: folder) else {
            throw .cannotOpen(path: place, words: String(cString: strerror(ENOENT)))
        }
        return file
    }

    /// Copies it under the name `name`, or with a plus behind it where that is taken, also by another process at this moment.
    private func written(
        _ name: String, of database: SQLiteDatabase, path: String, isUnwanted: () -> Bool
    ) throws(LibraryError) -> String {
        var place = folder + "/" + name
        while true {
            while access(place + BackupFile.ending, F_OK) == 0 { place += "+" }
            do {
                try Self.write(database, to: place + BackupFile.ending, path: path, isUnwanted: isUnwanted)
                return place + BackupFile.ending
            } catch .notWritten(_, EEXIST) {}
        }
    }

    /// Takes away those that newer ones stand for but for those named in `wanted`, and what killed processes have left half made.
    func rotate(keeping wanted: Set<String>) {
        for file in BackupRotation.superseded(files()) where !wanted.contains(file.name) { unlink(file.path) }
        sweep()
    }

    /// Takes away what killed processes have left half made. It is of no use to anybody: what it is a copy of is there.
    func sweep() {
        for name in CopyLeftovers.ofBackups(in: FolderNames.all(in: folder)) { unlink(folder + "/" + name) }
    }

    /// The copy before a library of an older version is changed.
    func keepCopy(of database: SQLiteDatabase, before version: Int, path: String) throws {
        guard try database.first("SELECT 1 FROM sqlite_master WHERE type = 'table'", read: { $0.int() }) != nil else { return }
        if mkdir(folder, 0o777) != 0 && errno != EEXIST { throw LibraryError(errno: errno, path: folder) }
        _ = try make("\(BackupFile.before)v\(version)-", of: database, path: path)
    }
}

extension BackupShelf {
    /// Writes a whole library into the file `place`, which must not exist: into a part beside it, which gets the name when it was checked.
    static func write(
        _ database: SQLiteDatabase, to place: String, path: String, isOver: Bool = false, isUnwanted: () -> Bool = { false }
    ) throws(LibraryError) {
        let folder = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? "."
        let part = "\(place).\(getpid()).part\(parts.add(1, ordering: .relaxed).newValue)"
        do {
            defer { for ending in ["", "-journal"] { unlink(part + ending) } }
            if let free = DiskSpace.free(in: folder), try database.size() &+ 1_000_000 > free { throw LibraryError.diskFull(path: path) }
            unlink(part)
            let made = Glibc.open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if made < 0 { throw notWritten(place, path: path) }
            close(made)
            let copy = try SQLiteDatabase(path: part, busyMilliseconds: 0)
            defer { copy.close() }
            try database.copy(to: copy, isUnwanted: isUnwanted)
            copy.close()
            if let fault = try fault(of: part) { throw LibraryError.damaged(path: path, words: fault) }
            if isOver ? rename(part, place) != 0 : link(part, place) != 0 && !renamedWithoutLinks(part, place) {
                throw notWritten(place, path: path)
            }
            DiskSpace.sync(folder: folder)
        } catch let error as LibraryError {
            throw error
        } catch let error as SQLiteError {
            throw LibraryError(error, path: path)
        } catch {
            throw .cannotOpen(path: place, words: String(describing: error))
        }
    }

    /// So that two copies of one process don't meet in one part.
    private static let parts = Atomic(0)

    private static func notWritten(_ place: String, path: String) -> LibraryError {
        [ENOSPC, EDQUOT].contains(errno) ? .diskFull(path: path) : .notWritten(path: place, errno: errno)
    }

    /// Where a file system knows no links.
    private static func renamedWithoutLinks(_ part: String, _ place: String) -> Bool {
        if errno == EEXIST || access(place, F_OK) == 0 {
            errno = EEXIST
            return false
        }
        return rename(part, place) == 0
    }

    /// Opens a file for reading; one with a log beside it was in use, and is read with that.
    static func open(_ path: String) throws -> SQLiteDatabase {
        let isInUse = (FileFacts(path + "-wal")?.size ?? 0) > 0
        return try SQLiteDatabase(path: path, busyMilliseconds: 0, access: isInUse ? .reading : .still)
    }

    /// What is wrong with a backup's structure, nil where it is whole.
    static func fault(of path: String) throws -> String? {
        let database = try SQLiteDatabase(path: path, busyMilliseconds: 0, access: .still)
        defer { database.close() }
        return try database.firstFault(isQuick: true)
    }

    /// Looks whether a file is a library that this program can read, and whole: its version. Throws `newer`, `unusable`, `foreign`,
    /// `cannotOpen`.
    static func check(_ path: String) throws(LibraryError) -> Int {
        do {
            guard let facts = FileFacts(path) else { throw LibraryError(errno: errno, path: path) }
            if facts.size == 0 { throw LibraryError.unusable(path: path, words: "it is empty") }
            let database = try open(path)
            defer { database.close() }
            let version = try database.first("PRAGMA user_version") { Int($0.int()) } ?? 0
            if version > Migrations.all.count { throw LibraryError.newer(path: path, found: version, known: Migrations.all.count) }
            let table = try database.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") { $0.text() }
            if !table.contains("program") { throw LibraryError.foreign(path: path, table: table.first ?? "") }
            if let fault = try database.firstFault(isQuick: true) { throw LibraryError.unusable(path: path, words: fault) }
            return version
        } catch let error as LibraryError {
            throw error
        } catch let error as SQLiteError {
            if error.isDamage { throw .unusable(path: path, words: error.words) }
            throw LibraryError(error, path: path)
        } catch {
            throw .cannotOpen(path: path, words: String(describing: error))
        }
    }
}
