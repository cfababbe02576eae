public import Library

/// A download as it is now: what the library knows of it, and what only the process that runs it does.
@dynamicMemberLookup public struct DownloadLook: Hashable, Sendable {
    /// What will happen to it, or what would.
    public enum Outlook: Hashable, Sendable {
        /// It is coming, so fast; nil where that isn't known yet.
        case coming(bytesPerSecond: Double?)
        /// Nothing has come for so many seconds.
        case silent(seconds: Double)
        /// It is asked for again in so many seconds.
        case again(seconds: Double)
        /// It comes when others have ended.
        case inTurn
        /// That process fetches it.
        case elsewhere(process: Int32)
        /// Nobody is at it: `download` would go on with it, or try it again where it is named.
        case left
        /// It is over, well or by the listener's will.
        case over
    }

    public var record: DownloadRecord
    public var outlook: Outlook

    public init(_ record: DownloadRecord, _ outlook: Outlook) {
        (self.record, self.outlook) = (record, outlook)
    }

    public subscript<Value>(dynamicMember path: KeyPath<DownloadRecord, Value>) -> Value { record[keyPath: path] }

    /// Until it is there, at this speed; nil where that can't be said.
    public var secondsLeft: Double? {
        guard case .coming(let rate?) = outlook, rate > 0, let size = record.size, size >= record.received else { return nil }
        return Double(size - record.received) / rate
    }

    /// The same after so many seconds in which nothing was heard of it.
    public func later(by seconds: Double) -> DownloadLook {
        var look = self
        switch outlook {
        case .coming where seconds >= 3: look.outlook = .silent(seconds: seconds)
        case .again(let rest): look.outlook = .again(seconds: max(rest - seconds, 0))
        default: break
        }
        return look
    }
}

/// What has come of the downloads of a while.
public struct DownloadTally: Hashable, Sendable {
    /// How many are there.
    public var done = 0
    /// So many bytes those have.
    public var bytes: Int64 = 0
    /// The one that has ended last.
    public var last: DownloadRecord?

    public init() {}

    /// One more is there.
    mutating func add(_ record: DownloadRecord) {
        done += 1
        bytes += record.size ?? 0
        last = record
    }
}
