import CPulse

/// A threaded main loop and one context on it. Everything is called on the output's thread with the loop's lock held, which
/// `locked` takes; libpulse's own thread only runs the callbacks, under the same lock.
// Unchecked: what the callbacks touch is guarded by the loop's lock, or is a `Gate`.
final class PulseConnection: @unchecked Sendable {
    let pulse: cpulse
    private(set) var context: OpaquePointer?
    private let loop: OpaquePointer
    /// Answers of the server to requests that someone waits for.
    let answers = Gate(0)
    /// When the connection or a stream on it went away.
    private(set) var lossTime: Double?
    /// When the server last said anything of the stream: that it took bytes, or where it is.
    var newsTime = 0.0
    /// The stream may be on another sink than it was.
    var hasMoved = false
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) throws(PlaybackError) {
        pulse = try PulseLibrary.open()
        guard let made = pulse.threaded_mainloop_new() else { throw .noDevice("no main loop") }
        loop = made
        self.wake = wake
        guard pulse.threaded_mainloop_start(loop) >= 0 else {
            pulse.threaded_mainloop_free(loop)
            throw .noDevice("no main loop")
        }
    }

    deinit {
        locked { disconnect() }
        pulse.threaded_mainloop_stop(loop)
        pulse.threaded_mainloop_free(loop)
    }

    func lock() { pulse.threaded_mainloop_lock(loop) }
    func unlock() { pulse.threaded_mainloop_unlock(loop) }

    func locked<R>(_ body: () -> R) -> R {
        lock()
        defer { unlock() }
        return body()
    }

    /// What callbacks get to find their way back.
    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// In a callback: something about the context or a stream has changed.
    static func changed(_ address: UnsafeMutableRawPointer?, isLoss: Bool) {
        guard let address else { return }
        let connection = Unmanaged<PulseConnection>.fromOpaque(address).takeUnretainedValue()
        if isLoss { connection.lossTime = connection.lossTime ?? Monotonic.now() }
        connection.answers.change { $0 &+= isLoss ? 1 : 0 }
        connection.wake()
    }

    /// A stream that was refused is no loss where another is made.
    func forgetLoss() { lossTime = nil }

    /// In a callback: the server has said something of the stream.
    static func heardOf(_ address: UnsafeMutableRawPointer?, isMove: Bool = false) {
        guard let address else { return }
        let connection = Unmanaged<PulseConnection>.fromOpaque(address).takeUnretainedValue()
        connection.newsTime = Monotonic.now()
        connection.hasMoved = connection.hasMoved || isMove
    }

    /// In a callback: an answer that somebody may wait for by `answers`.
    static func answered(_ address: UnsafeMutableRawPointer?) {
        guard let address else { return }
        let connection = Unmanaged<PulseConnection>.fromOpaque(address).takeUnretainedValue()
        connection.answers.change { $0 &+= 1 }
    }

    /// Begins anew, with the server that the environment names where `server` is nil; never starts one.
    func connect(to server: String?) {
        disconnect()
        context = pulse.context_new(pulse.threaded_mainloop_get_api(loop), PulseLibrary.name)
        guard let context else { return }
        pulse.context_set_state_callback(
            context,
            { context, address in
                guard let address else { return }
                let connection = Unmanaged<PulseConnection>.fromOpaque(address).takeUnretainedValue()
                let state = connection.pulse.context_get_state(context)
                PulseConnection.changed(address, isLoss: state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED)
            }, address)
        // A failure here is also the context's state, which is looked at next.
        _ = pulse.context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil)
    }

    func disconnect() {
        lossTime = nil
        guard let old = context else { return }
        context = nil
        pulse.context_set_state_callback(old, nil, nil)
        pulse.context_disconnect(old)
        pulse.context_unref(old)
    }

    /// The context's last error in libpulse's words.
    var words: String { PulseLibrary.words(code, pulse) }
    var code: Int32 { context.map { pulse.context_errno($0) } ?? Int32(PA_ERR_CONNECTIONREFUSED.rawValue) }

    /// Lets a request run whose answer no one waits for.
    func send(_ operation: OpaquePointer?) {
        if let operation { pulse.operation_unref(operation) }
    }
}
