import Dispatch

/// Tests that block the thread they run on have one of their own: the pool has as many as the machine has cores, and other tests need them.
@globalActor public actor OwnThread {
    public static let shared = OwnThread()
    private let executor = QueueExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "skywave.tests")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
