import CPulse

/// The PulseAudio server. Nothing here waits for the server, but for the place at a pause, and there no longer than 150 ms: opening is begun and
/// looked at later, requests are sent and left.
final class PulseOutput: AudioOutput {
    enum Phase {
        case closed
        case opening(since: Double)
        case ready
        case lost(PlaybackError)
    }

    var phase = Phase.closed
    var sink: String?
    private var volume: Int
    private let server: String?
    /// Where the sink isn't there, the default one is used.
    private let fallsBack: Bool
    private var isSinkMissing = false
    /// What was last told of another device.
    var toldDetour: Detour?
    private let wake: @Sendable () -> Void
    var connection: PulseConnection?
    var stream: PulseStream?
    private var format = AudioFormat(sampleRate: 44_100, channels: 2)
    var isCorked = false
    /// Seconds written since the last flush: no more than that can be unheard.
    var written = 0.0
    /// The last `delay` and the time for which it holds, for the place at a loss.
    var sample = (delay: 0.0, at: 0.0)
    /// When the server was last asked where it is, and when the device was last not suspended.
    var asked = 0.0
    var awake = 0.0

    /// `wake` is called from libpulse's thread whenever there is room, an answer or a loss. `server` nil is the one that the environment names.
    init(sink: String?, fallsBack: Bool = false, volume: Int, server: String? = nil, wake: @escaping @Sendable () -> Void) {
        self.sink = sink
        self.fallsBack = fallsBack
        self.volume = volume
        self.server = server
        self.wake = wake
    }

    deinit { close() }

    var state: OutputState {
        connection?.locked { look() }
        switch phase {
        case .closed: return .closed
        case .opening: return .opening
        case .ready: return .ready
        case .lost(let error): return .lost(error)
        }
    }

    func open(_ format: AudioFormat) {
        if case .ready = state, stream?.format == format {
            flush()
            return resume()
        }
        self.format = format
        isCorked = false
        written = 0
        isSinkMissing = false
        do {
            let connection = try connection ?? PulseConnection(wake: wake)
            self.connection = connection
            connection.locked {
                stream = nil
                if case .ready = phase {} else { connection.connect(to: server) }
                phase = .opening(since: Monotonic.now())
                look()
            }
        } catch {
            phase = .lost(PlaybackError(wrapping: error))
        }
    }

    /// Brings `phase` up to date; with the lock held.
    func look() {
        guard let connection else { return }
        switch phase {
        case .closed, .lost: return
        case .opening, .ready: break
        }
        let state = connection.context.map { connection.pulse.context_get_state($0) } ?? PA_CONTEXT_FAILED
        switch state {
        case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose(.noDevice(connection.words))
        case PA_CONTEXT_READY: lookAtStream(connection)
        default: lookAtClock()
        }
    }

    private func lookAtStream(_ connection: PulseConnection) {
        do {
            let stream = try stream ?? PulseStream(connection, format, sink: isSinkMissing ? nil : sink, volume: volume)
            self.stream = stream
            switch stream.state {
            case PA_STREAM_READY:
                guard case .opening = phase else { return }
                phase = .ready
                connection.hasMoved = true
                // What was said while it was being made.
                if stream.volume != volume { stream.setVolume(volume) }
                if !isSinkMissing, stream.sink != sink { stream.move(to: sink) }
                startClock(connection)
            case PA_STREAM_FAILED where connection.code == PA_ERR_NOENTITY.rawValue && sink != nil && !isSinkMissing:
                guard fallsBack else { return lose(.noSuchDevice(sink ?? "")) }
                connection.forgetLoss()
                isSinkMissing = true
                self.stream = nil
                lookAtStream(connection)
            case PA_STREAM_FAILED, PA_STREAM_TERMINATED: lose(.noDevice(connection.words))
            default: lookAtClock()
            }
        } catch {
            lose(PlaybackError(wrapping: error))
        }
    }

    private func lookAtClock() {
        guard case .opening(let since) = phase, Monotonic.now() - since > PulseLibrary.patience else { return }
        lose(.noDevice("the sound server does not answer"))
    }

    private func lose(_ error: PlaybackError) {
        sample.delay = delay(at: connection?.lossTime ?? Monotonic.now())
        phase = .lost(error)
        stream = nil
        connection?.disconnect()
    }

    func write(limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(PlaybackError) -> Int) throws(PlaybackError) -> Written {
        guard let connection, let stream, let memory = borrow(limit) else {
            if case .lost(let error) = phase { throw error }
            return .full
        }
        do {
            // Without the lock: decoding may take its time, and libpulse's thread has work to do.
            let filled = try body(memory)
            connection.locked { filled > 0 ? stream.commit(memory, filled) : stream.cancel() }
            // Taken or not, it is decoded and unheard. Where it isn't taken, the next look at the state says why.
            count(format.seconds(filled / format.bytesPerFrame))
            return .bytes(filled)
        } catch {
            connection.locked { stream.cancel() }
            throw error
        }
    }

    /// What is written now is heard that much later.
    private func count(_ seconds: Double) {
        written += seconds
        sample.delay += seconds
    }

    private func borrow(_ limit: Int) -> UnsafeMutableRawBufferPointer? {
        connection?.locked {
            look()
            guard case .ready = phase, let stream else { return nil }
            let room = min(stream.room, limit)
            // A little room is left to grow, as each write costs a message.
            guard room >= min(limit, Self.smallRoom) else { return nil }
            guard let memory = stream.borrow(room / format.bytesPerFrame * format.bytesPerFrame) else { return nil }
            let whole = memory.count / format.bytesPerFrame * format.bytesPerFrame
            return UnsafeMutableRawBufferPointer(rebasing: memory[..<whole])
        }
    }

    func pause() {
        isCorked = true
        guard let connection else { return }
        let before = connection.answers.read { $0 }
        let isAsked = connection.locked {
            guard let stream else { return false }
            stream.cork(true)
            stream.askTiming(isAwaited: true)
            return true
        }
        if isAsked { _ = connection.answers.wait(seconds: 0.15) { $0 != before ? true : nil } }
    }

    func resume() {
        isCorked = false
        guard let connection else { return }
        connection.locked {
            startClock(connection)
            stream?.cork(false)
        }
    }

    func flush() {
        connection?.locked { stream?.flush() }
        written = 0
        sample = (0, Monotonic.now())
    }

    func drain() { connection?.locked { stream?.drain() } }
    var isDrained: Bool { connection?.locked { stream?.isDrained ?? false } ?? false }

    func setVolume(_ percent: Int) {
        volume = percent
        guard case .ready = state else { return }
        connection?.locked { stream?.setVolume(percent) }
    }

    func setDevice(_ name: String?) {
        sink = name
        guard case .ready = state, let connection else { return }
        connection.locked {
            // What was before is no detour from this one.
            connection.hasMoved = false
            stream?.move(to: name)
        }
    }

    func close() {
        connection?.locked { stream = nil }
        connection = nil
        phase = .closed
    }

    /// Wake-ups come by themselves.
    var patience: Double { 0.5 }
}
