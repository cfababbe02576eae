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
        set { state.withLock { $0.recorder = newValue } }
    }

    /// Ends the connection, for a station that is paused for long.
    func hangUp() { source?.cancel() }

    func came(_ bytes: UnsafeRawBufferPointer) {
        guard let recorder, let failure = unsafe recorder.write(bytes) else { return }
        self.recorder = nil
        tell(.recordingFailed(errno: failure))
    }
}
