import Dispatch
import Playback
import Synchronization
import Transfer

/// A stream of Transfer's as the player reads it. Where its server refuses it, a new address is asked for once.
final class RemoteSource: ByteSource {
    /// Gives an address of the same sound with a signature of today, or nil.
    typealias Renewal = @Sendable () async -> String?

    private struct State {
        var stream: HTTPStream
        /// The stream is of a new address and has given nothing yet.
        var isFresh = false
        var isCancelled = false
    }

    private let transfer: TransferClient
    private let request: StreamRequest
    private let renewed: Renewal?
    private let state: Mutex<State>

    init(_ request: StreamRequest, _ transfer: TransferClient, renewed: Renewal? = nil) throws {
        self.transfer = transfer
        self.request = request
        self.renewed = renewed
        state = Mutex(State(stream: try transfer.open(request)))
    }

    var length: Int64? { stream.length }
    /// What the server said of it; waits for that.
    var facts: StreamFacts { stream.facts }

    /// A station's metadata up to an offset, where it wasn't given before.
    func metadata(upTo offset: Int64) -> [[UInt8]] { stream.metadata(upTo: offset) }

    func turned(to offset: Int64) { stream.turn(to: offset) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        do { return unsafe try given(at: offset, into: buffer) } catch let error as TransferError {
            guard error.wantsSignature, try renew() else { throw error }
            return unsafe try given(at: offset, into: buffer)
        }
    }

    func cancel() {
        let stream = state.withLock { state in
            state.isCancelled = true
            return state.stream
        }
        stream.cancel()
    }

    private var stream: HTTPStream { state.withLock { $0.stream } }

    private func given(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = unsafe try stream.read(at: offset, into: buffer)
        state.withLock { $0.isFresh = false }
        return count
    }

    /// Opens it anew at a new address; false where there is none, or the last one was no better.
    private func renew() throws -> Bool {
        guard let renewed, !state.withLock({ $0.isFresh }), let url = waited(renewed) else { return false }
        var request = request
        request.url = url
        let (next, old) = (try transfer.open(request), stream)
        if let length = old.length, let now = next.length, length != now { throw TransferError.changed(url: url) }
        let isCancelled = state.withLock { state in
            (state.stream, state.isFresh) = (next, true)
            return state.isCancelled
        }
        if isCancelled { next.cancel() }
        return true
    }

    /// Waits on this thread, which is the reader's own, for what is asked on the cooperative pool.
    private func waited(_ renewed: @escaping Renewal) -> String? {
        let (answer, isThere) = (Answer(), DispatchSemaphore(value: 0))
        Task {
            let url = await renewed()
            answer.url.withLock { $0 = url }
            isThere.signal()
        }
        isThere.wait()
        return answer.url.withLock { $0 }
    }

    private final class Answer: Sendable {
        let url = Mutex<String?>(nil)
    }
}
