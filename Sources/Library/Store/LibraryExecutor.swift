import Dispatch

/// The library's queue: the store's calls run on it one after the other and may wait for the disk without holding up others.
final class LibraryExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "skywave.library")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Closes a connection on the queue that nobody calls any more.
    fileprivate func close(_ database: SQLiteDatabase) {
        // Nobody else has it by now.
        nonisolated(unsafe) let database = database
        queue.async { database.close() }
    }

    /// Runs `work` on the queue, before there is a store that could be called.
    func open<R>(_ work: () throws(LibraryError) -> R) throws(LibraryError) -> R {
        let result = queue.sync {
            do throws(LibraryError) { return Result<R, LibraryError>.success(try work()) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

/// Lives as long as a store, and closes its connection then.
final class ClosingConnection {
    private let database: SQLiteDatabase
    private let executor: LibraryExecutor

    init(_ database: SQLiteDatabase, on executor: LibraryExecutor) {
        self.database = database
        self.executor = executor
    }

    deinit { executor.close(database) }
}
