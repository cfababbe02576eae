import Glibc

/// A lock and a condition that can be waited for with a time limit (Synchronization has no such thing), on the monotonic clock.
// Unchecked: `value` is only touched under `mutex`, and the two pthread objects never move.
final class Gate<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    private let condition: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
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

    /// Looks at the value without waking anyone.
    func read<R>(_ body: (Value) throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(value)
    }

    /// Changes the value and wakes who waits.
    func change<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Waits until `body` gives something, and wakes the others then; nil after `seconds` (nil: for as long as it takes).
    func wait<R>(seconds: Double? = nil, for body: (inout Value) -> R?) -> R? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let deadline: timespec? = seconds.map(Monotonic.deadline)
        while true {
            if let result = body(&value) {
                pthread_cond_broadcast(condition)
                return result
            }
            guard var limit = deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            if pthread_cond_timedwait(condition, mutex, &limit) == ETIMEDOUT { return body(&value) }
        }
    }
}
