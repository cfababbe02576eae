/// The player without its thread: it takes one command (`perform`) or one buffer (`step`) at a time, and says how long nothing is to be done.
/// It never sleeps, and waits for nothing but a remote source's bytes at an item's start and at a seek.
final class PlayerLoop {
    /// What to do after a step.
    enum Next: Equatable {
        case again
        /// Wait for a command, a wake-up, or so many seconds (nil: no limit).
        case wait(Double?)
        case done
    }

    /// Seconds between two `.position` events, between two tries to get the device back, and until an idle device is closed.
    static let interval = 0.5
    static let retry = 0.2
    static let idleLimit = 5.0

    let output: any AudioOutput
    let clock: () -> Double
    let emit: (PlayerEvent) -> Void
    var current: Playing?
    private let makeDecoder: (any ByteSource) throws(PlaybackError) -> any Decoder
    private let wake: @Sendable () -> Void
    private let onSource: ((any ByteSource)?) -> Void
    private var idleSince: Double?
    private var isDone = false

    /// `wake` is called from any thread when a source has more bytes; `onSource` with each source as soon as it is there, for who may have to cancel it.
    init(
        output: any AudioOutput, clock: @escaping () -> Double = Monotonic.now, wake: @escaping @Sendable () -> Void = {},
        makeDecoder: @escaping (any ByteSource) throws(PlaybackError) -> any Decoder = { source throws(PlaybackError) in
            try Mpg123Decoder(source)
        },
        onSource: @escaping ((any ByteSource)?) -> Void = { _ in }, emit: @escaping (PlayerEvent) -> Void
    ) {
        self.output = output
        self.clock = clock
        self.wake = wake
        self.makeDecoder = makeDecoder
        self.onSource = onSource
        self.emit = emit
    }

    func perform(_ command: PlayerCommand) {
        switch command {
        case .play(let item):
            stop()
            current = Playing(item: item)
        case .pause: pause()
        case .resume: resume()
        case .stop: stop()
        case .seek(let token, let seconds): if token == current?.token { seek(to: seconds) }
        case .volume(let percent): output.setVolume(min(max(0, percent), 100))
        case .device(let name): output.setDevice(name)
        case .shutdown:
            stop()
            output.close()
            isDone = true
        }
    }

    func step() -> Next {
        if isDone { return .done }
        guard let playing = current else { return rest() }
        switch playing.phase {
        case .fresh: return open(playing)
        case .opening: return awaitOutput(playing)
        case .playing: return playing.isPaused ? hold(playing) : fill(playing)
        case .draining: return playing.isPaused ? hold(playing) : drain(playing)
        case .lost(let retryAt): return reopen(playing, at: retryAt)
        }
    }

    private func rest() -> Next {
        guard let since = idleSince else { return .wait(nil) }
        let left = since + Self.idleLimit - clock()
        if left > 0 { return .wait(left) }
        idleSince = nil
        output.close()
        return .wait(nil)
    }

    // MARK: an item's beginning and end

    private func open(_ playing: Playing) -> Next {
        var playing = playing
        do {
            let made = try playing.item.makeSource()
            let source: any ByteSource = made.isLocal ? made : ReadAhead(made, wake: wake)
            playing.source = source
            current = playing
            onSource(source)
            let decoder = try makeDecoder(source)
            try begin(decoder, at: playing.item.start)
            playing.decoder = decoder
            playing.hasSound = decoder.position > 0
        } catch {
            return fail(PlaybackError(wrapping: error))
        }
        current = playing
        openOutput()
        return .again
    }

    private func begin(_ decoder: any Decoder, at start: Double) throws(PlaybackError) {
        guard start > 0, start < decoder.duration ?? .infinity else { return }
        _ = try decoder.seek(to: start)
    }

    private func openOutput() {
        guard let format = current?.decoder?.format else { return }
        idleSince = nil
        output.open(format)
        current?.opened = format
        current?.phase = .opening
    }

    private func awaitOutput(_ playing: Playing) -> Next {
        switch output.state {
        case .closed, .opening: return .wait(Self.retry)
        case .lost(let error):
            guard playing.hasStarted else { return fail(error) }
            if playing.frozen == nil { return lose(error) }
            current?.phase = .lost(retryAt: clock() + Self.retry)
            return .wait(Self.retry)
        case .ready: return startPlaying(playing)
        }
    }

    private func startPlaying(_ playing: Playing) -> Next {
        if let place = playing.frozen {
            do throws(PlaybackError) { _ = try playing.decoder?.seek(to: place) } catch { return fail(error) }
            current?.frozen = nil
            emit(.deviceBack)
            if playing.decoder?.format != playing.opened {
                openOutput()
                return .again
            }
        }
        current?.phase = .playing
        if playing.isPaused { output.pause() }
        if !playing.hasStarted {
            current?.hasStarted = true
            emit(.started(playing.token, playing.opened, duration: playing.duration))
            if playing.isPaused { emit(.paused(playing.token, place)) }
        }
        return .again
    }

    /// Ends the current item without its end.
    func leave() {
        current?.source?.cancel()
        onSource(nil)
        current = nil
        idleSince = clock()
    }

    private func silence() {
        output.pause()
        output.flush()
    }

    private func stop() {
        guard let playing = current else { return }
        emit(.stopped(playing.token, place))
        if playing.decoder != nil { silence() }
        leave()
    }

    func fail(_ error: PlaybackError) -> Next {
        guard let playing = current else { return .again }
        emit(error.isCancelled ? .stopped(playing.token, place) : .failed(playing.token, error, at: place))
        if playing.decoder != nil { silence() }
        leave()
        return .again
    }

    /// What is heard now.
    var place: Double {
        guard let playing = current else { return 0 }
        if let frozen = playing.frozen { return frozen }
        guard let decoder = playing.decoder else { return max(0, playing.item.start.isNaN ? 0 : playing.item.start) }
        return max(0, decoder.position - (playing.hasStarted ? output.delay : 0))
    }
}
