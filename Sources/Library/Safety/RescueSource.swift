import Glibc

/// A damaged library, opened for reading with whatever SQLite would rather stop at.
final class RescueSource {
    let database: SQLiteDatabase
    /// A copy with a first page that can be read, which goes when it is closed.
    private let graft: String?

    private init(_ database: SQLiteDatabase, graft: String? = nil) { (self.database, self.graft) = (database, graft) }

    /// Nil where nothing can be read. The first page says where each table begins; where it is spoiled, that of a backup of the same
    /// library does, or without one that of a new library. Of a file that has gone or was emptied the log still has what was changed last.
    static func open(_ paths: LibraryPaths, backup: BackupFile?) -> RescueSource? {
        let isEmpty = (FileFacts(paths.database)?.size ?? 0) == 0
        if isEmpty, (FileFacts(paths.log)?.size ?? 0) == 0 { return nil }
        if !isEmpty, let database = read(paths.database, isWhole: true) { return RescueSource(database) }
        let graft = paths.database + ".graft"
        let schemas: [() -> SchemaPages?] = [
            { isEmpty ? blankPage(for: paths.log).map { SchemaPages(first: $0) } : nil },
            { backup.flatMap { SchemaPages(of: $0.path)?.pages[1] }.map { SchemaPages(first: $0) } },
            { backup.flatMap { SchemaPages(of: $0.path) } },
            { isEmpty || backup != nil ? nil : SchemaPages(ofNew: graft, like: paths.database) },
        ]
        for schema in schemas.lazy.compactMap({ $0() }) {
            if makeGraft(graft, from: paths, schema), let database = read(graft, isWhole: true) {
                return RescueSource(database, graft: graft)
            }
        }
        remove(graft)
        return isEmpty ? nil : read(paths.database, isWhole: false).map { RescueSource($0) }
    }

    func close() {
        database.close()
        if let graft { Self.remove(graft) }
    }

    /// With `writable_schema` a file that is too short, or a table that can't be understood, is no hindrance; nothing is written.
    /// `isWhole`: all that is said of tables can be read.
    private static func read(_ path: String, isWhole: Bool) -> SQLiteDatabase? {
        guard let database = try? SQLiteDatabase(path: path, busyMilliseconds: 1_000, access: .reading) else { return nil }
        do {
            try database.script("PRAGMA writable_schema = ON; PRAGMA cell_size_check = ON")
            let isLibrary = try database.first("SELECT 1 FROM sqlite_master WHERE name = 'program'") { $0.int() } != nil
            if isWhole { _ = try database.all("SELECT sql FROM sqlite_master") { $0.text() } }
            if isLibrary { return database }
        } catch {}
        database.close()
        return nil
    }

    /// The damaged file with these pages, and its log.
    private static func makeGraft(_ graft: String, from paths: LibraryPaths, _ schema: SchemaPages) -> Bool {
        remove(graft)
        if access(paths.database, F_OK) == 0, !copy(paths.database, to: graft) { return false }
        if access(paths.log, F_OK) == 0, !copy(paths.log, to: graft + "-wal") { return false }
        return schema.write(over: graft)
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
