import Glibc

/// What came when a line was asked for.
public enum Answer: Equatable, Sendable {
    /// A line without its end.
    case line(String)
    /// A line of a script that is longer than `limit` bytes; it was read over.
    case tooLong(limit: Int)
    /// Ctrl-C: what was typed is dropped.
    case interrupted
    /// The end of the input, or a signal that ends the program (`Console.endingSignal`).
    case end
    /// Standard input cannot be read.
    case unreadable(errno: Int32)
}

/// Lines from a pipe or a file. Main thread only.
///
/// A last line without a line end counts, a CR before the end does not; a byte-order mark at the beginning is dropped, and bytes
/// that aren't UTF-8, and NUL, become U+FFFD.
final class InputLines {
    /// The longest line, in bytes.
    static let limit = 1 << 20

    private let descriptor: Int32
    private var bytes: [UInt8] = []
    private var (start, scanned) = (0, 0)
    private var (isAtEnd, isSkipping, isFirst) = (false, false, true)
    private var failure: Int32?

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next line if it has been read already, or the end; nil: wait until the descriptor can be read, then call `fill`.
    func next() -> Answer? {
        let newline: UInt8 = 10
        if let end = bytes[scanned...].firstIndex(of: newline) { return take(upTo: end, next: end + 1) }
        scanned = bytes.count
        if scanned - start > Self.limit {
            isSkipping = true
            drop(upTo: scanned)
        }
        guard isAtEnd else { return nil }
        if start < bytes.count || isSkipping { return take(upTo: bytes.count, next: bytes.count) }
        return failure.map { .unreadable(errno: $0) } ?? .end
    }

    /// Reads once. Call it only when `poll` says so, else it waits.
    func fill() {
        drop(upTo: start)
        let room = 65_536
        let before = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: room))
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress?.advanced(by: before), room) }
        let error = errno
        bytes.removeLast(room - max(count, 0))
        if count < 0 && (error == EINTR || error == EAGAIN) { return }
        if count < 0 { failure = error }
        if count <= 0 { isAtEnd = true }
    }

    private func take(upTo end: Int, next: Int) -> Answer {
        defer {
            (start, scanned) = (next, next)
            (isSkipping, isFirst) = (false, false)
        }
        if isSkipping || end - start > Self.limit { return .tooLong(limit: Self.limit) }
        var line = bytes[start..<end]
        if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
        if line.last == 13 { line.removeLast() }
        let text = String(decoding: line, as: UTF8.self)
        return .line(line.contains(0) ? String(text.map { $0 == "\0" ? "\u{FFFD}" : $0 }) : text)
    }

    private func drop(upTo end: Int) {
        bytes.removeFirst(end)
        (start, scanned) = (0, max(scanned - end, 0))
    }
}
