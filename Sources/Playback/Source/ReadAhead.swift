/// A remote source, read on ahead by a thread of its own into a bounded window, so that the player knows whether a read would wait.
/// The thread ends with `cancel`, which whoever makes a `ReadAhead` has to call.
final class ReadAhead: ByteSource {
    /// Bytes ahead of the reader, bytes kept behind it (a decoder goes back a frame or two), and bytes asked for at once.
    private static let ahead = 128 << 10
    private static let behind = 32 << 10
    private static let chunk = 16 << 10

    private struct Window {
        var bytes: [UInt8] = []
        var start: Int64 = 0
        /// Where the reader is.
        var reader: Int64 = 0
        /// Counts the jumps: what was asked for before one is thrown away.
        var jumps = 0
        var isEnded = false
        var error: (any Error)?
        var isCancelled = false

        var end: Int64 { start + Int64(bytes.count) }
        var isOver: Bool { isEnded || error != nil || isCancelled }
    }

    private let source: any ByteSource
    private let window = Gate(Window())
    private let wake: @Sendable () -> Void

    /// `wake` is called on the thread whenever there is more.
    init(_ source: any ByteSource, wake: @escaping @Sendable () -> Void) {
        self.source = source
        self.wake = wake
        startThread { [source, window, wake] in Self.run(source, window, wake) }
    }

    var length: Int64? { source.length }

    var isCancelled: Bool { window.read { $0.isCancelled } }

    func cancel() {
        window.change { $0.isCancelled = true }
        source.cancel()
    }

    /// True where `count` bytes from `offset` on, or all up to the end, are here; an error counts as here. Never waits.
    func has(_ count: Int, at offset: Int64) -> Bool {
        guard count > 0 else { return true }
        return window.change { window in
            move(&window, to: offset)
            return window.isOver || window.end - offset >= Int64(count)
        }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        window.change { move(&$0, to: offset) }
        source.passed(offset)
        let outcome: Result<Int, any Error>? = window.wait { window in
            if window.isCancelled { return .failure(PlaybackError.cancelled) }
            if offset < window.end { return .success(Self.take(&window, offset, buffer)) }
            if let error = window.error { return .failure(error) }
            return window.isEnded ? .success(0) : nil
        }
        return try outcome?.get() ?? 0
    }

    private func move(_ window: inout Window, to offset: Int64) {
        window.reader = offset
        guard offset < window.start || offset > window.end else { return }
        window.bytes.removeAll(keepingCapacity: true)
        window.start = offset
        window.jumps += 1
        window.isEnded = false
        window.error = nil
        // Before the thread can ask for these.
        source.turned(to: offset)
    }

    private static func take(_ window: inout Window, _ offset: Int64, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let first = Int(offset - window.start)
        let count = min(window.bytes.count - first, buffer.count)
        window.bytes[first..<first + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
        window.reader = offset + Int64(count)
        return count
    }

    private static func run(_ source: any ByteSource, _ window: Gate<Window>, _ wake: @Sendable () -> Void) {
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            let job: (offset: Int64, jump: Int)? =
                window.wait { window in
                    if window.isCancelled { return .some(nil) }
                    return window.isOver || window.end - window.reader >= Int64(ahead) ? nil : (window.end, window.jumps)
                } ?? nil
            guard let job else { return }
            let got = Result { try chunk.withUnsafeMutableBytes { try source.read(at: job.offset, into: $0) } }
            window.change { store(got, chunk, in: &$0, jump: job.jump) }
            wake()
        }
    }

    private static func store(_ got: Result<Int, any Error>, _ chunk: [UInt8], in window: inout Window, jump: Int) {
        guard window.jumps == jump else { return }
        switch got {
        case .failure(let error): window.error = error
        case .success(let count) where count <= 0: window.isEnded = true
        case .success(let count):
            let old = Int(clamping: window.reader - Int64(behind) - window.start)
            if old > behind {
                window.bytes.removeFirst(min(old, window.bytes.count))
                window.start += Int64(old)
            }
            window.bytes += chunk.prefix(count)
        }
    }
}
