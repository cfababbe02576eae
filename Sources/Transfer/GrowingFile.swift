import Glibc

/// A download as it grows, for who wants to hear it meanwhile: made with the job, filled by its download, read by any number of readers.
// Unchecked: `state` is only touched under the signal's lock.
public final class GrowingFile: @unchecked Sendable {
    /// Of which version of the file the bytes are.
    fileprivate struct Version: Equatable {
        var validator: String?
        var total: Int64?
    }

    private struct State {
        var descriptor: Int32 = -1
        var size: Int64 = 0
        /// nil until the server has said what comes, and between two beginnings.
        var version: Version?
        /// The server gives any part of it.
        var knowsRanges = false
        var isOver = false
        var isWhole = false
    }

    private let signal = Signal()
    private var state = State()

    public init() {}

    deinit { if state.descriptor >= 0 { close(state.descriptor) } }

    /// A reader of its own, from any thread.
    public func reader() -> Reader { Reader(self) }

    /// No more comes. Called by the download; by others only where there will be none.
    public func end() { end(isWhole: false) }

    // MARK: The download's side

    /// The part is there; opened anew, as a second descriptor of the same opening would keep its lock.
    func opens(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        signal.locked {
            if state.descriptor >= 0 { close(state.descriptor) }
            state.descriptor = descriptor
        }
    }

    func holds(_ size: Int64, of info: PartInfo?) {
        signal.locked {
            state.size = size
            state.version = info.map { Version(validator: $0.validator, total: $0.total) }
        }
        signal.wake()
    }

    /// The server has said that it gives any part.
    func findsRanges() {
        signal.locked { state.knowsRanges = true }
        signal.wake()
    }

    func end(isWhole: Bool) {
        signal.locked {
            if state.isOver { return }
            state.isOver = true
            state.isWhole = isWhole
        }
        signal.wake()
    }

    // MARK: The readers' side

    /// One who reads it, with a thread of its own: the calls wait. `cancel` may come from any thread.
    // Unchecked: what changes is only touched under the file's lock.
    public final class Reader: @unchecked Sendable {
        private let file: GrowingFile
        fileprivate var isCancelled = false
        fileprivate var version: Version?

        fileprivate init(_ file: GrowingFile) { self.file = file }

        /// How many bytes there will be; waits until that is told. nil where it never is.
        public var length: Int64? { file.length(for: self) }

        /// Waits for one byte at least; 0: the end. nil: that byte will not come here, or it stands `patience` bytes or more behind those that
        /// are here, and the server would give it at once. Throws `cancelled`, `changed` where the file is another one than at its beginning, or
        /// what the disk says.
        public func read(
            at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, patience: Int64 = .max
        ) throws(TransferError) -> Int? {
            try file.read(at: max(0, offset), into: buffer, for: self, patience)
        }

        /// Ends it; whoever waits is woken.
        public func cancel() { file.cancel(self) }
    }

    private func cancel(_ reader: Reader) {
        signal.locked { reader.isCancelled = true }
        signal.wake()
    }

    private func length(for reader: Reader) -> Int64? {
        signal.locked {
            while state.version == nil && !state.isOver && !reader.isCancelled { signal.sleep() }
            return state.isWhole ? state.size : state.version?.total
        }
    }

    private enum Place {
        case here(Int32, count: Int)
        case end
        case nowhere
    }

    private func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, for reader: Reader, _ patience: Int64
    ) throws(TransferError) -> Int? {
        if buffer.isEmpty { return 0 }
        let place = try signal.locked { () throws(TransferError) in try self.place(of: offset, for: reader, patience) }
        switch place {
        case .end: return 0
        case .nowhere: return nil
        case .here(let descriptor, let count):
            while true {
                let got = pread(descriptor, buffer.baseAddress, min(count, buffer.count), off_t(offset))
                if got > 0 { return got }
                // Emptied meanwhile: another version begins.
                if got == 0 { throw .changed(url: "") }
                if errno != EINTR { throw .file("", errno) }
            }
        }
    }

    /// Waits until it is known where the byte is. Under the lock.
    private func place(of offset: Int64, for reader: Reader, _ patience: Int64) throws(TransferError) -> Place {
        while true {
            if reader.isCancelled { throw .cancelled }
            if let version = state.version {
                if let known = reader.version, known != version { throw .changed(url: "") }
                if state.size > offset, state.descriptor >= 0 {
                    reader.version = version
                    return .here(state.descriptor, count: Int(clamping: state.size - offset))
                }
            }
            if state.isOver { return state.isWhole && state.descriptor >= 0 ? .end : .nowhere }
            if state.version != nil, state.knowsRanges, offset - state.size >= patience { return .nowhere }
            signal.sleep()
        }
    }
}
