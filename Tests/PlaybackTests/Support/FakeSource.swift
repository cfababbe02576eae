import Synchronization

@testable import Playback

/// A source, remote unless said otherwise: its reads come when the test lets them, fail when it says so, and are counted.
final class FakeSource: ByteSource {
    struct Plan {
        /// Bytes that have arrived; a read beyond waits.
        var arrived: Int64
        var failure: PlaybackError?
        var isCancelled = false
        var bytesRead: Int64 = 0
        var waiting = 0
    }

    let length: Int64?
    let isLocal: Bool
    private let bytes: [UInt8]
    private let plan: Gate<Plan>

    init(_ bytes: [UInt8], arrived: Int64 = .max, hasLength: Bool = true, isLocal: Bool = false) {
        (self.bytes, self.isLocal) = (bytes, isLocal)
        length = hasLength ? Int64(bytes.count) : nil
        plan = Gate(Plan(arrived: arrived))
    }

    var bytesRead: Int64 { plan.read { $0.bytesRead } }
    var isCancelled: Bool { plan.read { $0.isCancelled } }

    func arrive(_ count: Int64) { plan.change { $0.arrived = count } }
    func fail(_ error: PlaybackError) { plan.change { $0.failure = error } }
    func cancel() { plan.change { $0.isCancelled = true } }

    /// Waits until a read waits for bytes; false after a minute.
    func awaitReader() -> Bool { plan.wait(seconds: 60) { $0.waiting > 0 ? true : nil } ?? false }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        plan.change { $0.waiting += 1 }
        defer { plan.change { $0.waiting -= 1 } }
        let outcome: Result<Int, any Error>? = plan.wait { [bytes] plan in
            if plan.isCancelled { return .failure(PlaybackError.cancelled) }
            if let failure = plan.failure { return .failure(failure) }
            if offset >= bytes.count { return .success(0) }
            let limit = min(plan.arrived, Int64(bytes.count))
            guard offset < limit else { return nil }
            let part = bytes[Int(offset)..<min(Int(limit), Int(offset) + buffer.count)]
            part.withUnsafeBytes { buffer.copyMemory(from: $0) }
            plan.bytesRead += Int64(part.count)
            return .success(part.count)
        }
        return try outcome?.get() ?? 0
    }
}
