import Dispatch
import Synchronization

/// The disk's side of one download: a serial queue that owns the `.part`, so that neither the transfer thread nor a task waits for the disk.
///
/// `append` may be called from the transfer thread; it takes a MB and then says that it is full.
final class DownloadFile: Sendable {
    /// What only the queue touches.
    // Unchecked: every use is within a block on `queue`, which is serial.
    private final class Desk: @unchecked Sendable {
        var part: PartFile?
        var meter: ProgressMeter
        init(_ meter: ProgressMeter) { self.meter = meter }
    }

    private struct Inflow {
        var pending = 0
        var failure: TransferError?
        var wake: (@Sendable () -> Void)?
        var stop: (@Sendable () -> Void)?
    }

    private static let high = 1 << 20
    private static let low = 256 << 10

    private let queue = DispatchQueue(label: "download")
    private let desk: Desk
    private let inflow = Mutex(Inflow())
    private let cancelled = Atomic<Bool>(false)

    /// Tells those who read the file while it grows.
    private let growing: GrowingFile?

    init(_ growing: GrowingFile? = nil, progress: @escaping @Sendable (DownloadProgress) -> Void) {
        self.growing = growing
        desk = Desk(ProgressMeter(progress))
    }

    /// Lets long work on the queue end soon.
    func cancel() { cancelled.store(true, ordering: .relaxed) }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Opens the `.part` of that final name.
    func open(_ final: String) async throws(TransferError) {
        try await run { [desk, growing] () throws(TransferError) in
            let part = try PartFile(final)
            desk.part = part
            growing?.opens(part.path)
        }
    }

    /// Closes it; the object is of no use afterwards.
    func close() async {
        _ = await result { [desk] () throws(TransferError) in desk.part = nil }
    }

    /// Works on the part, after all that was appended.
    func work<Value: Sendable>(_ body: @escaping @Sendable (PartFile) throws(TransferError) -> Value) async throws(TransferError) -> Value {
        try await run { [desk, growing] () throws(TransferError) in
            guard let part = desk.part else { throw .cancelled }
            defer { growing?.holds(part.size, of: part.info) }
            return try body(part)
        }
    }

    /// What an earlier run left of that resource.
    func takeUp(resource: String) async throws(TransferError) -> ResumePoint? {
        try await run { [self] () throws(TransferError) in
            guard let part = desk.part else { throw .cancelled }
            let point = try part.takeUp(resource: resource) { cancelled.load(ordering: .relaxed) }
            growing?.holds(part.size, of: part.info)
            if let point { desk.meter.tell(received: point.offset, size: point.total) }
            return point
        }
    }

    /// Gives the file its name; tells the last progress.
    func finish(from url: String) async throws(TransferError) -> DownloadedFile {
        try await run { [self] () throws(TransferError) in
            guard let part = desk.part else { throw .cancelled }
            let file = try part.finish(from: url)
            growing?.holds(file.size, of: part.info)
            desk.meter.tell(received: file.size, size: file.size, isLast: true)
            return file
        }
    }

    /// Tells that it is asked for again after a while.
    func tell(_ pause: DownloadPause) {
        queue.async { [desk] in
            guard let part = desk.part else { return }
            desk.meter.tell(pause, received: part.size, size: part.info?.total)
        }
    }

    /// Says how to end the request whose bytes come: that is done at the first failure, until `settle`.
    func onFailure(_ stop: @escaping @Sendable () -> Void) {
        inflow.withLock { $0.stop = stop }
    }

    /// Does something with the part later, in order with what is appended; if it fails, `append` throws from then on.
    func later(_ body: @escaping @Sendable (PartFile) throws(TransferError) -> Void) {
        queue.async { [self] in perform(body) }
    }

    /// Takes bytes to be written. False: full; `wake` is called once when there is room again. Throws what a write before has met.
    func append(_ bytes: UnsafeRawBufferPointer, from url: String, wake: @escaping @Sendable () -> Void) throws(TransferError) -> Bool {
        let (failure, isFull) = inflow.withLock { inflow in
            if inflow.failure == nil && inflow.pending >= Self.high { inflow.wake = wake }
            return (inflow.failure, inflow.pending >= Self.high)
        }
        if let failure { throw failure }
        if isFull { return false }
        let copy = [UInt8](bytes)
        inflow.withLock { $0.pending += copy.count }
        queue.async { [self] in
            perform { [desk] (part) throws(TransferError) in
                try part.write(copy, from: url)
                desk.meter.tell(received: part.size, size: part.info?.total)
            }
            written(copy.count)
        }
        return true
    }

    /// Writes bytes and waits for it.
    func write(_ bytes: [UInt8], from url: String) async throws(TransferError) {
        try await run { [desk, growing] () throws(TransferError) in
            guard let part = desk.part else { throw .cancelled }
            try part.write(bytes, from: url)
            growing?.holds(part.size, of: part.info)
            desk.meter.tell(received: part.size, size: part.info?.total)
        }
    }

    /// Does something on the queue that needs no part.
    func alone<Value: Sendable>(_ body: @escaping @Sendable () throws(TransferError) -> Value) async throws(TransferError) -> Value {
        try await run(body)
    }

    /// The first failure of what was appended, once all of that is done; it is forgotten then.
    func settle() async throws(TransferError) {
        try await run { [self] () throws(TransferError) in
            let failure = inflow.withLock { inflow in
                defer {
                    inflow.failure = nil
                    inflow.stop = nil
                }
                return inflow.failure
            }
            if let failure { throw failure }
        }
    }

    private func perform(_ body: (PartFile) throws(TransferError) -> Void) {
        guard let part = desk.part, inflow.withLock({ $0.failure == nil }) else { return }
        do {
            try body(part)
            growing?.holds(part.size, of: part.info)
        } catch {
            let stop = inflow.withLock { inflow in
                inflow.failure = error
                return inflow.stop
            }
            stop?()
        }
    }

    private func written(_ count: Int) {
        let wake = inflow.withLock { inflow -> (@Sendable () -> Void)? in
            inflow.pending -= count
            guard inflow.pending < Self.low else { return nil }
            defer { inflow.wake = nil }
            return inflow.wake
        }
        wake?()
    }

    private func run<Value: Sendable>(_ body: @escaping @Sendable () throws(TransferError) -> Value) async throws(TransferError) -> Value {
        try await result(body).get()
    }

    private func result<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TransferError) -> Value
    ) async -> Result<Value, TransferError> {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result { () throws(TransferError) in try body() }) }
        }
    }
}
