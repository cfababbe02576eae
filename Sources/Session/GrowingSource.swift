import Playback
import Synchronization
import Transfer

/// The file of a download that runs, as the player reads it: it waits at its end, and goes on. Where the download ends without the rest, that is
/// streamed from where it comes from, and so is a place far ahead of the download.
final class GrowingSource: ByteSource {
    private struct State {
        var rest: (any ByteSource)?
        /// The place up to which the rest was last read: who reads on from there stays with it.
        var edge: Int64?
        /// The server gave no rest: what the download brings is waited for, however far ahead it is.
        var isPatient = false
        var isCancelled = false
    }

    /// Bytes behind what is there at which the download is waited for.
    private static let near: Int64 = 2 << 20

    private let reader: GrowingFile.Reader
    private let makeRest: @Sendable () throws -> any ByteSource
    private let state = Mutex(State())

    init(_ reader: GrowingFile.Reader, rest: @escaping @Sendable () throws -> any ByteSource) {
        self.reader = reader
        makeRest = rest
    }

    var length: Int64? { reader.length ?? state.withLock { $0.rest }?.length }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let patience = state.withLock { $0.isPatient ? .max : $0.edge == offset ? 0 : Self.near }
        if let count = unsafe try reader.read(at: offset, into: buffer, patience: patience) { return count }
        do {
            let count = unsafe try rest().read(at: offset, into: buffer)
            state.withLock { $0.edge = offset + Int64(count) }
            return count
        } catch {
            state.withLock { $0.isPatient = true }
            guard let count = unsafe try reader.read(at: offset, into: buffer) else { throw error }
            return count
        }
    }

    func cancel() {
        let rest = state.withLock { state in
            state.isCancelled = true
            return state.rest
        }
        reader.cancel()
        rest?.cancel()
    }

    private func rest() throws -> any ByteSource {
        if let rest = state.withLock({ $0.rest }) { return rest }
        let rest = try makeRest()
        let isCancelled = state.withLock { state in
            state.rest = rest
            return state.isCancelled
        }
        if isCancelled { rest.cancel() }
        guard let whole = reader.length, let length = rest.length, whole != length else { return rest }
        state.withLock { $0.rest = nil }
        rest.cancel()
        throw TransferError.changed(url: "")
    }
}
