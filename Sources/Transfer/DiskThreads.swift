import Glibc
import Synchronization

/// The threads that wait for the disk on behalf of downloads: one does all of a download's work, in order, and thousands of downloads share a
/// few. (Dispatch's queues would have a new thread whenever none is idle at once: thirty, each with memory of its own.)
final class DiskThreads: Sendable {
    static let shared = DiskThreads()

    private let threads = (1...8).map { _ in DiskThread() }
    /// How many downloads each of them serves.
    private let users: Mutex<[Int]>

    private init() { users = Mutex(Array(repeating: 0, count: threads.count)) }

    /// A place at the thread that has the fewest.
    func take() -> Place {
        let index = users.withLock { users in
            let index = users.indices.min { users[$0] < users[$1] } ?? 0
            users[index] += 1
            return index
        }
        return Place(self, index)
    }

    /// Lasts as long as the download.
    final class Place: Sendable {
        private let threads: DiskThreads
        private let index: Int

        var thread: DiskThread { threads.threads[index] }

        fileprivate init(_ threads: DiskThreads, _ index: Int) {
            (self.threads, self.index) = (threads, index)
        }

        deinit { threads.users.withLock { $0[index] -= 1 } }
    }
}

/// One of them. It is started at first use, and sleeps where there is nothing to do.
// Unchecked: what changes is only touched under the signal's lock.
final class DiskThread: @unchecked Sendable {
    private let signal = Signal()
    private var work: [@Sendable () -> Void] = []
    private var isStarted = false

    /// Does something after all that was given before.
    func async(_ body: @escaping @Sendable () -> Void) {
        signal.locked {
            work.append(body)
            if !isStarted { isStarted = start() }
        }
        signal.wake()
    }

    /// False where the system has no thread left: the next call tries again.
    private func start() -> Bool {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(&thread, nil, { DiskThread.main($0) }, box)
        if code == 0 { pthread_detach(thread) } else { Unmanaged<DiskThread>.fromOpaque(box).release() }
        return code == 0
    }

    private static func main(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let box else { return nil }
        // Signals are the main thread's affair.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        Unmanaged<DiskThread>.fromOpaque(box).takeRetainedValue().run()
        return nil
    }

    private func run() {
        while true {
            let due = signal.locked {
                while work.isEmpty { signal.sleep() }
                defer { work = [] }
                return work
            }
            for body in due { body() }
        }
    }
}
