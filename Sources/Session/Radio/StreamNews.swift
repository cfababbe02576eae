import Catalogue
import Synchronization
import Transfer

/// What a play's stream tells of itself while it is heard.
enum StreamNews: Sendable {
    /// It has answered, and this is what it says.
    case began(StreamFacts)
    /// What it says to be playing now; "" for nothing.
    case title(String)
    /// What came can't be written into the recording any more: the system's error number.
    case recordingFailed(errno: Int32)
}

/// A play's way to its server: the session hears of what comes by it, records it, and hangs up. Any thread.
final class StreamLine: Sendable {
    private struct State {
        var source: NetworkSource?
        var recorder: Recorder?
        /// The recording has begun: what it needs in front is written.
        var hasBegun = false
        /// Of an Ogg stream, from its beginning on.
        var pages: OggPages?
        /// Where what came last has ended.
        var end: Int64 = 0

        /// The whole pages of Ogg in what came, behind the headers where a recording begins with them; nil where the stream isn't of Ogg.
        mutating func take(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> [UInt8]? {
            // The decoder begins anew where it has found out what it is.
            if offset == 0 { pages = unsafe OggPages.begin(bytes) ? OggPages() : nil }
            if offset != end { pages?.jump() }
            end = offset &+ Int64(bytes.count)
            let front = recorder == nil || hasBegun ? [] : pages?.head ?? []
            hasBegun = recorder != nil
            guard let whole = unsafe pages?.take(bytes) else { return nil }
            return front.isEmpty ? whole : front + whole
        }
    }

    private let state = Mutex(State())
    let tell: @Sendable (StreamNews) -> Void

    /// `tell` is called on any thread and must return at once.
    init(tell: @escaping @Sendable (StreamNews) -> Void) { self.tell = tell }

    /// The stream, from when there is one until it is cancelled: it knows this line, too.
    var source: NetworkSource? {
        get { state.withLock { $0.source } }
        set { state.withLock { $0.source = newValue } }
    }

    /// What writes down what comes, while somebody wants it.
    var recorder: Recorder? {
        get { state.withLock { $0.recorder } }
        set { state.withLock { ($0.recorder, $0.hasBegun) = (newValue, false) } }
    }

    /// Ends the connection, for a station that is paused for long.
    func hangUp() { source?.cancel() }

    /// Some of the stream was read, from that offset on.
    func came(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        let (recorder, pages) = state.withLock { state in
            let pages = unsafe state.take(bytes, at: offset)
            return (state.recorder, pages)
        }
        guard let recorder else { return }
        let failure = unsafe pages.map { unsafe $0.withUnsafeBytes { unsafe recorder.write($0) } } ?? recorder.write(bytes)
        guard let failure else { return }
        self.recorder = nil
        tell(.recordingFailed(errno: failure))
    }
}
