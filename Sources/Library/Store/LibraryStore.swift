import Catalogue
import Glibc

/// The library: what services said, and what the listener did with it. An actor on a queue of its own, over SQLite.
///
/// Each call that changes something is one transaction, durable when it returns. Nothing is kept in memory between calls, so several processes
/// may share a library: each sees at its next call what another did. A reader never waits for a writer; a writer waits for another for
/// five seconds. All calls throw `LibraryError`, after which the library is as it was before.
public actor LibraryStore {
    public nonisolated let paths: LibraryPaths
    /// What was done with a damaged or lost library before this one was opened; nil where it was as it should be.
    public nonisolated let rescue: RescueReport?
    let database: SQLiteDatabase
    private let executor: LibraryExecutor
    // SQLite's connection is closed where it was used. (By this, as the optimizer of Swift 6.3 stumbles over an isolated deinit that another
    // module sees.)
    private let closing: ClosingConnection
    nonisolated let clock: @Sendable () -> Int64

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the library in `folder`, or makes one, with the folders above it. `busyMilliseconds` is how long a call waits for another process;
    /// `clock` gives seconds since 1970.
    public init(
        folder: String, busyMilliseconds: Int32 = 5_000, clock: @escaping @Sendable () -> Int64 = LibraryStore.systemTime
    ) async throws(LibraryError) {
        executor = LibraryExecutor()
        self.clock = clock
        (paths, database, rescue) = try executor.open { () throws(LibraryError) in
            let paths = try LibraryPaths(making: folder)
            let (database, report) = try LibraryStart(paths: paths, busyMilliseconds: busyMilliseconds, now: clock()).open()
            try paths.makeFolders()
            return (paths, database, report)
        }
        closing = ClosingConnection(database, on: executor)
    }

    /// A library in memory, for tests and for commands that store nothing. `folder` is only where `paths` point; it is not made.
    public init(
        inMemory folder: String, clock: @escaping @Sendable () -> Int64 = LibraryStore.systemTime
    ) async throws(LibraryError) {
        executor = LibraryExecutor()
        self.clock = clock
        paths = LibraryPaths(folder: folder)
        rescue = nil
        database = try executor.open { () throws(LibraryError) in try LibraryFile(path: ":memory:", busyMilliseconds: 0).open() }
        closing = ClosingConnection(database, on: executor)
    }

    /// Closes the library before the process ends, which spares the next start some reading. Calls after it throw.
    public func close() { database.close() }

    /// Seconds since 1970.
    public static let systemTime: @Sendable () -> Int64 = { Int64(time(nil)) }
}

extension LibraryStore {
    var now: Int64 { clock() }

    /// The store's reads: one view of the library, with SQLite's errors told as the library's.
    func reading<R>(_ body: () throws -> R) throws -> R {
        do { return try database.reading(body) } catch let error as SQLiteError { throw told(error) }
    }

    /// The store's changes: one transaction, with SQLite's errors told as the library's.
    func writing<R>(_ body: () throws -> R) throws -> R {
        do { return try database.writing(body) } catch let error as SQLiteError { throw told(error) }
    }

    /// Damage is marked, so that the next opening reads the library whole and rescues what can be.
    private func told(_ error: SQLiteError) -> LibraryError {
        if error.isDamage { paths.markDamage() }
        return LibraryError(error, path: paths.database)
    }
}
