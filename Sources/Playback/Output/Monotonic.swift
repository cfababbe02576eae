import Glibc

/// The clock that no one sets.
enum Monotonic {
    /// In seconds, from an unnamed start.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The absolute time `seconds` from now, for `pthread_cond_timedwait`.
    static func deadline(after seconds: Double) -> timespec {
        let at = now() + min(max(0, seconds), 1e6)
        return timespec(tv_sec: Int(at), tv_nsec: Int((at - at.rounded(.down)) * 1e9))
    }
}
