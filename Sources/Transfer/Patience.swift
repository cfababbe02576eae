/// How often a download is asked for again, and after how long.
struct Patience {
    private let limits: TransferLimits
    private let chance: () -> Double
    private var failed = 0
    private var busy = 0
    private var restarts = 0
    private var most: Int64 = 0
    private var end: Int64?

    /// `chance` gives numbers from 0 to 1.
    init(_ limits: TransferLimits, chance: @escaping () -> Double = { Double.random(in: 0...1) }) {
        self.limits = limits
        self.chance = chance
    }

    /// A server that has one thing to say to a range and another without may contradict itself only twice.
    mutating func mayRestart() -> Bool {
        restarts += 1
        return restarts <= 2
    }

    /// Whether a file that says no length has ended at another place than the last time.
    mutating func isNew(end: Int64) -> Bool {
        defer { self.end = end }
        return self.end != end
    }

    /// Seconds to wait before the next request; nil to give up. `size`: bytes on the disk now; `isKnown`: the server has answered before.
    mutating func pause(after error: TransferError, size: Int64, isKnown: Bool = false) -> Double? {
        if case .unavailable(_, _, let seconds) = error {
            busy += 1
            guard busy <= limits.retries, seconds <= limits.longestWait else { return nil }
            return max(Double(seconds), delay(busy))
        }
        guard error.mayHeal else { return nil }
        if size > most { failed = 0 }
        most = max(most, size)
        failed += 1
        return failed <= (isKnown ? limits.patientRetries : limits.retries) ? delay(failed) : nil
    }

    private func delay(_ time: Int) -> Double {
        let whole = min(limits.retryDelay * Double(1 << min(max(0, time - 1), 16)), limits.longestDelay)
        return whole * (1 - limits.jitter * chance())
    }
}

extension TransferError {
    /// Whether asking again may help: the network or the server was in trouble, rather than that something was wrong.
    var mayHeal: Bool {
        switch self {
        case .cutShort, .connectionLost, .notHTTP, .stalled, .timedOut, .couldNotConnect, .couldNotResolve, .unavailable: true
        case .status(let status, _): [408, 425, 429, 500, 502, 503, 504].contains(status)
        default: false
        }
    }

    /// Whether it will be the same the next time, so that only somebody who knows better should ask again. A certificate that isn't right may
    /// be that of a hotel's network, or the clock be wrong.
    public var isForGood: Bool {
        switch self {
        case .status(let status, _): (400..<500).contains(status) && !mayHeal
        case .badURL, .unsupportedScheme, .tooManyRedirects, .downgradeRefused, .redirectToForeignScheme, .feedInsteadOfAudio,
            .notAudio:
            true
        default: false
        }
    }

    /// Whether what is in the `.part` may be of use later. It isn't when it is no audio.
    var leavesPart: Bool {
        switch self {
        case .webPageInsteadOfAudio, .feedInsteadOfAudio, .notAudio, .exists, .changed: false
        default: true
        }
    }
}
