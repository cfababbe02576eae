import Glibc

/// A damaged library, opened for reading with whatever SQLite would rather stop at.
final class RescueSource {
    let database: SQLiteDatabase
    /// A copy with a first page that can be read, which goes when it is closed.
    private let graft: String?

    private init(_ database: SQLiteDatabase, graft: String? = nil) { (self.database, self.graft) = (database, graft) }

    /// Nil where nothing can be read. The first page says where each table begins; where it is spoiled, that of a backup of the same
    /// library does, since tables stay where they are. Of a file that has gone or was emptied the log still has what was changed last.
    static func open(_ paths: LibraryPaths, backup: BackupFile?) -> RescueSource? {
        let isEmpty = (FileFacts(paths.database)?.size ?? 0) == 0
        if isEmpty, (FileFacts(paths.log)?.size ?? 0) == 0 { return nil }
        if !isEmpty, let database = read(paths.database) { return RescueSource(database) }
        let pages = [isEmpty ? blankPage(for: paths.log) : nil, backup.flatMap { firstPage(of: $0.path) }]
        let graft = paths.database + ".graft"
        for page in pages.compactMap({ $0 }) {
            if makeGraft(graft, from: paths, page), let database = read(graft) { return RescueSource(database, graft: graft) }
        }
        remove(graft)
        return nil
    }

    func close() {
        database.close()
        if let graft { Self.remove(graft) }
    }

    /// With `writable_schema` a file that is too short, or a table that can't be understood, is no hindrance; nothing is written.
    private static func read(_ path: String) -> SQLiteDatabase? {
        guard let database = try? SQLiteDatabase(path: path, busyMilliseconds: 1_000, access: .reading) else { return nil }
        do {
            try database.script("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON")
            let isLibrary = try database.first("SELECT 1 FROM sqlite_master WHERE name = 'program'") { $0.int() } != nil
            if isLibrary { return database }
        } catch {}
        database.close()
        return nil
    }

    /// The damaged file with this first page, and its log.
    private static func makeGraft(_ graft: String, from paths: LibraryPaths, _ page: [UInt8]) -> Bool {
        remove(graft)
        if access(paths.database, F_OK) == 0, !copy(paths.database, to: graft) { return false }
        if access(paths.log, F_OK) == 0, !copy(paths.log, to: graft + "-wal") { return false }
        let file = Glibc.open(graft, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file < 0 { return false }
        defer { Glibc.close(file) }
        return pwrite(file, page, page.count, 0) == page.count
    }

    /// No more than a header, for a file of which there is the log alone: without a page SQLite would not look into that.
    private static func blankPage(for log: String) -> [UInt8]? {
        let file = Glibc.open(log, O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { Glibc.close(file) }
        var head = [UInt8](repeating: 0, count: 12)
        guard pread(file, &head, 12, 0) == 12 else { return nil }
        // sqlite.org/fileformat.html "The WAL File Format": the size of a page, the first byte first
        let size = head[8..<12].reduce(0) { $0 << 8 | Int($1) }
        guard (512...65_536).contains(size), size & (size - 1) == 0 else { return nil }
        let start = Array("SQLite format 3\0".utf8) + [size == 65_536 ? 0 : head[10], size == 65_536 ? 1 : head[11], 2, 2, 0, 64, 32, 32]
        return start + [UInt8](repeating: 0, count: size - start.count)
    }

    /// Of a backup; without the list of free pages and the number of pages, which are of another day.
    private static func firstPage(of path: String) -> [UInt8]? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { return nil }
        defer { Glibc.close(file) }
        var head = [UInt8](repeating: 0, count: 100)
        guard pread(file, &head, 100, 0) == 100 else { return nil }
        // sqlite.org/fileformat.html "The Database Header"
        let size = Int(head[16]) << 8 | Int(head[17])
        var page = [UInt8](repeating: 0, count: size == 1 ? 65_536 : size)
        guard page.count >= 512, pread(file, &page, page.count, 0) == page.count else { return nil }
        for place in 28..<40 { page[place] = 0 }
        return page
    }

    private static func copy(_ from: String, to place: String) -> Bool {
        let (source, target) = (Glibc.open(from, O_RDONLY | O_CLOEXEC), Glibc.open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600))
        defer { for file in [source, target] where file >= 0 { Glibc.close(file) } }
        guard source >= 0, target >= 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(source, &buffer, buffer.count)
            if count <= 0 { return count == 0 }
            guard write(target, buffer, count) == count else { return false }
        }
    }

    private static func remove(_ graft: String) {
        for ending in ["", "-wal", "-shm"] { unlink(graft + ending) }
    }
}
