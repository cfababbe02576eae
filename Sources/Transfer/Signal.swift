import Glibc

/// A lock with a condition, for threads that wait: the stream's reader, and whoever waits for the transfer thread's end.
// Unchecked: the pthread objects are made for many threads, and the flag is only touched under the lock.
final class Signal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isRaised = false

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Raises the flag, for ever.
    func raise() {
        locked { isRaised = true }
        wake()
    }

    /// Waits for the flag, but no longer than so many seconds.
    func wait(upTo seconds: Double) {
        let end = monotonicSeconds() + seconds
        locked { while !isRaised && wait(until: end) {} }
    }

    /// Runs `body` under the lock.
    func locked<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Sleeps until `wake`; only within `locked`, and in a loop that looks at what it waits for.
    func sleep() { pthread_cond_wait(condition, mutex) }

    /// Wakes every sleeper.
    func wake() { pthread_cond_broadcast(condition) }

    private func wait(until end: Double) -> Bool {
        var time = timespec(tv_sec: Int(end), tv_nsec: Int((end - end.rounded(.down)) * 1e9))
        return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
    }
}
