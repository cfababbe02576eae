import Playback
import Synchronization
import Transfer

/// The file of a download that runs, as the player reads it: it waits at its end, and goes on. Where the download ends without the rest, that is
/// streamed from where it comes from.
final class GrowingSource: ByteSource {
    private struct State {
        var rest: (any ByteSource)?
        var isCancelled = false
    }

    private let reader: GrowingFile.Reader
    private let makeRest: @Sendable () throws -> any ByteSource
    private let state = Mutex(State())

    init(_ reader: GrowingFile.Reader, rest: @escaping @Sendable () throws -> any ByteSource) {
        self.reader = reader
        makeRest = rest
    }

    var length: Int64? { state.withLock { $0.rest }?.length ?? reader.length }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if state.withLock({ $0.rest }) == nil, let count = unsafe try reader.read(at: offset, into: buffer) { return count }
        return unsafe try rest().read(at: offset, into: buffer)
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
        let (rest, whole) = (try makeRest(), reader.length)
        if let whole, let length = rest.length, whole != length { throw TransferError.changed(url: "") }
        let isCancelled = state.withLock { state in
            state.rest = rest
            return state.isCancelled
        }
        if isCancelled { rest.cancel() }
        return rest
    }
}
