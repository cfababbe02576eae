/// Thins progress out to ten times a second and measures the speed. Belongs to the download's thread for the disk.
struct ProgressMeter {
    static let interval = 0.1
    private let report: @Sendable (DownloadProgress) -> Void
    private var lastReport = -1.0
    /// When so much had been received; a few seconds back.
    private var marks: [(at: Double, received: Int64)] = []

    init(_ report: @escaping @Sendable (DownloadProgress) -> Void) { self.report = report }

    /// Tells that nothing will come for a while.
    mutating func tell(_ pause: DownloadPause, received: Int64, size: Int64?) {
        marks = []
        report(DownloadProgress(received: received, size: size, bytesPerSecond: 0, pause: pause))
    }

    /// Tells, if it is time to, or if this is the last.
    mutating func tell(received: Int64, size: Int64?, isLast: Bool = false, now: Double = monotonicSeconds()) {
        guard isLast || now - lastReport >= Self.interval else { return }
        lastReport = now
        if let last = marks.last, last.received > received { marks = [] }
        marks.append((now, received))
        if marks.count > 30 { marks.removeFirst() }
        let first = marks[0]
        let speed = now > first.at ? Double(received - first.received) / (now - first.at) : 0
        report(DownloadProgress(received: received, size: size, bytesPerSecond: speed))
    }
}
