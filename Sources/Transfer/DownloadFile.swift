import Synchronization

/// The disk's side of one download: a thread that owns the `.part`, so that neither the transfer thread nor a task waits for the disk.
///
/// `append` may be called from the transfer thread; it takes so much and then says that it is full.
final class DownloadFile: Sendable {
    /// What only the thread touches.
    // Unchecked: every use is within what is given to `thread`.
    private final class Desk: @unchecked Sendable {
        var part: PartFile?
        var meter: ProgressMeter
        init(_ meter: ProgressMeter) { self.meter = meter }
    }

    private struct Inflow {
        /// What has come and is to be written.
        var pending: [UInt8] = []
        var url = ""
        var isToBeWritten = false
        var failure: TransferError?
        var wake: (@Sendable () -> Void)?
        var stop: (@Sendable () -> Void)?
    }

    /// Four times what libcurl gives at once.
    private static let room = 64 << 10
    private static let low = 16 << 10

    /// Taken at the first use: many wait in line.
    private let place = Mutex<DiskThreads.Place?>(nil)
    private let desk: Desk
    private let isOpen = Atomic<Bool>(false)
    private let inflow = Mutex(Inflow())
    private let cancelled = Atomic<Bool>(false)

    /// Tells those who read the file while it grows.
    private let growing: GrowingFile?

    init(_ growing: GrowingFile? = nil, progress: @escaping @Sendable (DownloadProgress) -> Void) {
        self.growing = growing
        desk = Desk(ProgressMeter(progress))
    }

    private var thread: DiskThread {
        place.withLock { place in
            let taken = place ?? DiskThreads.shared.take()
            place = taken
            return taken.thread
        }
    }

    /// The server gives any part of what comes: who hears it meanwhile needn't wait for a far one.
    func findsRanges() { growing?.findsRanges() }

    /// Lets long work on the thread end soon.
    func cancel() { cancelled.store(true, ordering: .relaxed) }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Opens the `.part` of that final name.
    func open(_ final: String) async throws(TransferError) {
        try await run { [self] () throws(TransferError) in _ = try opened(final) }
    }

    /// Opens it, and gives what an earlier run left of that resource.
    func open(_ final: String, resource: String) async throws(TransferError) -> ResumePoint? {
        try await run { [self] () throws(TransferError) in
            let part = try opened(final)
            let point = try part.takeUp(resource: resource) { cancelled.load(ordering: .relaxed) }
            growing?.holds(part.size, of: part.info)
            if let point { desk.meter.tell(received: point.offset, size: point.total) }
            return point
        }
    }

    private func opened(_ final: String) throws(TransferError) -> PartFile {
        let part = try PartFile(final)
        desk.part = part
        isOpen.store(true, ordering: .relaxed)
        growing?.opens(part.path)
        return part
    }

    /// Closes it where it is open still; the object is of no use afterwards.
    func close() async {
        if !isOpen.load(ordering: .relaxed) { return }
        _ = await result { [self] () throws(TransferError) in closed() }
    }

    private func closed() {
        desk.part = nil
        isOpen.store(false, ordering: .relaxed)
    }

    /// Works on the part, after all that was appended.
    func work<Value: Sendable>(_ body: @escaping @Sendable (PartFile) throws(TransferError) -> Value) async throws(TransferError) -> Value {
        try await run { [desk, growing] () throws(TransferError) in
            guard let part = desk.part else { throw .cancelled }
            defer { growing?.holds(part.size, of: part.info) }
            return try body(part)
        }
    }

    /// Gives the file its name and closes it; tells the last progress.
    func finish(from url: String) async throws(TransferError) -> DownloadedFile {
        try await run { [self] () throws(TransferError) in
            guard let part = desk.part else { throw .cancelled }
            let file = try part.finish(from: url)
            growing?.holds(file.size, of: part.info)
            desk.meter.tell(received: file.size, size: file.size, isLast: true)
            closed()
            return file
        }
    }

    /// Tells that it is asked for again after a while.
    func tell(_ pause: DownloadPause) {
        thread.async { [desk] in
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
        thread.async { [self] in perform(body) }
    }

    /// Takes bytes to be written. False: full; `wake` is called once when there is room again. Throws what a write before has met.
    func append(_ bytes: UnsafeRawBufferPointer, from url: String, wake: @escaping @Sendable () -> Void) throws(TransferError) -> Bool {
        let (failure, isFull, isToBeWritten) = inflow.withLock { inflow in
            let isFull = !inflow.pending.isEmpty && inflow.pending.count + bytes.count > Self.room
            if inflow.failure != nil || isFull {
                if inflow.failure == nil { inflow.wake = wake }
                return (inflow.failure, isFull, true)
            }
            inflow.pending.append(contentsOf: bytes)
            inflow.url = url
            defer { inflow.isToBeWritten = true }
            return (nil, false, inflow.isToBeWritten)
        }
        if let failure { throw failure }
        if !isToBeWritten { thread.async { [self] in writePending() } }
        return !isFull
    }

    /// Writes all that has come.
    private func writePending() {
        let (bytes, url) = inflow.withLock { inflow in
            defer { (inflow.pending, inflow.isToBeWritten) = ([], false) }
            return (inflow.pending, inflow.url)
        }
        perform { [desk] (part) throws(TransferError) in
            try part.write(bytes, from: url)
            desk.meter.tell(received: part.size, size: part.info?.total)
        }
        let wake = inflow.withLock { inflow -> (@Sendable () -> Void)? in
            guard inflow.pending.count < Self.low else { return nil }
            defer { inflow.wake = nil }
            return inflow.wake
        }
        wake?()
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

    /// Does something on the thread that needs no part.
    func alone<Value: Sendable>(_ body: @escaping @Sendable () throws(TransferError) -> Value) async throws(TransferError) -> Value {
        try await run(body)
    }

    /// The first failure of what was appended, once all of that is done; it is forgotten then.
    func settle() async throws(TransferError) {
        try await run { [self] () throws(TransferError) in
            let failure = inflow.withLock { inflow in
                defer { inflow = Inflow() }
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

    private func run<Value: Sendable>(_ body: @escaping @Sendable () throws(TransferError) -> Value) async throws(TransferError) -> Value {
        try await result(body).get()
    }

    private func result<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TransferError) -> Value
    ) async -> Result<Value, TransferError> {
        await withCheckedContinuation { continuation in
            thread.async { continuation.resume(returning: Result { () throws(TransferError) in try body() }) }
        }
    }
}
