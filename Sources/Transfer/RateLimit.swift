import Synchronization

/// So many bytes a second for all downloads together: each piece gets a time at which it may be taken, one behind the other, so that those who
/// ask share what there is.
final class RateLimit: Sendable {
    /// What may come at once after a pause, in seconds of the rate.
    static let burst = 0.1

    private struct State {
        var rate: Double?
        /// When the next piece may be taken.
        var next = 0.0
    }

    private let state = Mutex(State())

    /// Bytes a second; nil: no limit.
    func set(_ rate: Int64?) {
        state.withLock { state in
            state.rate = rate.map { Double(max(1, $0)) }
            state.next = 0
        }
    }

    /// Reserves a piece; gives the time at which it may be taken.
    func reserve(_ count: Int, now: Double = monotonicSeconds()) -> Double {
        state.withLock { state in
            guard let rate = state.rate else { return now }
            let at = max(state.next, now - Self.burst)
            state.next = at + Double(count) / rate
            return max(at, now)
        }
    }
}
