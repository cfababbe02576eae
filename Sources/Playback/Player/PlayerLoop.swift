/// The player without its thread: it takes one command (`perform`) or one buffer (`step`) at a time, and says how long nothing is to be done.
/// It never sleeps, and waits for nothing but a remote source's bytes at an item's start and at a seek.
///
/// `current` is the item that is decoded. What is heard is that, or the last second of the item before it (`passing`).
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
    /// The item before the current one, decoded to its end, while that is still heard; and how many seconds of the current one are written.
    var passing: Playing?
    var border = 0.0
    /// What comes after the current item.
    var upcoming: Upcoming?
    /// The item that ended by itself, until anything else is said or played.
    var lastEnded: PlayToken?
    /// `.noDevice` was said, and `.deviceBack` not yet.
    var saidNoDevice = false
    private let makeDecoder: (any ByteSource, Content?) throws(PlaybackError) -> any Decoder
    private let wake: @Sendable () -> Void
    private let onSources: ([any ByteSource]) -> Void
    private var idleSince: Double?
    private var isDone = false

    /// `wake` is called from any thread when a source has more bytes; `onSources` with those that are in use whenever
    /// that changes, for who may have to cancel them.
    init(
        output: any AudioOutput, clock: @escaping () -> Double = Monotonic.now, wake: @escaping @Sendable () -> Void = {},
        makeDecoder: @escaping (any ByteSource, Content?) throws(PlaybackError) -> any Decoder = { source, content throws(PlaybackError) in
            try AudioDecoders.open(source, content)
        },
        onSources: @escaping ([any ByteSource]) -> Void = { _ in }, emit: @escaping (PlayerEvent) -> Void
    ) {
        self.output = output
        self.clock = clock
        self.wake = wake
        self.makeDecoder = makeDecoder
        self.onSources = onSources
        self.emit = emit
    }

    func perform(_ command: PlayerCommand) {
        switch command {
        case .play(let item):
            stop()
            current = Playing(item: item)
        case .enqueue(let item, let token): enqueue(item, after: token)
        case .pause: pause()
        case .resume: resume()
        case .stop: stop()
        case .seek(let token, let seconds): if token == heard?.token { seek(to: seconds) }
        case .effects(let token, let effects): if token == heard?.token { change(effects) }
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
        passBorder()
        watchDevice()
        guard let playing = current else { return rest() }
        switch playing.phase {
        case .fresh: return open(playing)
        case .opening: return awaitOutput(playing)
        case .playing: return playing.isPaused ? hold(playing) : fill(playing)
        case .ending: return playing.isPaused ? hold(playing) : end(playing)
        case .draining: return playing.isPaused ? hold(playing) : drain(playing)
        case .failed(let error): return passing == nil ? fail(error) : waitForBorder()
        case .lost(let retryAt): return reopen(playing, at: retryAt)
        }
    }

    private func rest() -> Next {
        guard let since = idleSince else { return .wait(nil) }
        let left = since + Self.idleLimit - clock()
        if left > 0 { return .wait(left) }
        (idleSince, saidNoDevice) = (nil, false)
        output.close()
        return .wait(nil)
    }

    // MARK: an item's beginning and end

    private func open(_ playing: Playing) -> Next {
        var playing = playing
        do {
            let source = try playing.source ?? makeSource(playing.item)
            playing.source = source
            current = playing
            tellSources()
            let decoder = try playing.decoder ?? decoder(of: playing.item, source)
            if decoder.position == 0 { try begin(decoder, at: playing.item.start) }
            playing.decoder = decoder
            playing.hasSound = decoder.position > 0
        } catch {
            return fail(PlaybackError(wrapping: error))
        }
        current = playing
        openOutput()
        return .again
    }

    func decoder(of item: PlayItem, _ source: any ByteSource, _ content: Content? = nil) throws(PlaybackError) -> any Decoder {
        let decoder = try makeDecoder(source, content)
        if let duration = item.expectedDuration { decoder.expect(duration) }
        return decoder.changed(by: item.effects)
    }

    func makeSource(_ item: PlayItem) throws -> any ByteSource {
        let made = try item.makeSource()
        return made.isLocal ? made : ReadAhead(made, wake: wake)
    }

    func tellSources() { onSources([passing?.source, current?.source, upcoming?.source].compactMap { $0 }) }

    func begin(_ decoder: any Decoder, at start: Double) throws(PlaybackError) {
        guard start > 0, start < decoder.duration ?? .infinity || !decoder.isMeasured else { return }
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
            // One that was begun while a device was away waits for it, too.
            guard playing.hasStarted || saidNoDevice else { return fail(error) }
            if playing.frozen == nil { return lose(error) }
            current?.phase = .lost(retryAt: clock() + Self.retry)
            return .wait(Self.retry)
        case .ready: return startPlaying(playing)
        }
    }

    private func startPlaying(_ playing: Playing) -> Next {
        if let place = playing.frozen {
            // A broadcast goes on where it is: what was before may be gone.
            if playing.source?.length != nil {
                do throws(PlaybackError) { _ = try playing.decoder?.seek(to: place) } catch { return fail(error) }
            }
            current?.frozen = nil
            sayDeviceIsBack()
            if playing.decoder?.format != playing.opened {
                openOutput()
                return .again
            }
        }
        current?.phase = .playing
        if playing.isPaused { output.pause() }
        if !playing.hasStarted { startHearing() }
        return .again
    }

    /// Says that the current item is heard from now on.
    func startHearing() {
        guard let playing = current else { return }
        current?.hasStarted = true
        current?.told = clock()
        emit(.started(playing.token, playing.opened, length: playing.length))
        if playing.isPaused { emit(.paused(playing.token, place)) }
    }

    /// Lets go of all there is.
    private func leave() {
        for source in [passing?.source, current?.source, upcoming?.source] { source?.cancel() }
        (passing, current, upcoming, lastEnded) = (nil, nil, nil, nil)
        tellSources()
        idleSince = clock()
    }

    /// The current item was heard to its end, and nothing of it is left to be heard.
    func finish(_ playing: Playing) {
        emit(.ended(playing.token, playing.decoder?.position ?? 0))
        let next = upcoming
        upcoming = nil
        leave()
        lastEnded = playing.token
        if let next { begin(next) }
    }

    private func silence() {
        output.pause()
        output.flush()
    }

    func stop() {
        lastEnded = nil
        guard let playing = heard else { return }
        emit(.stopped(playing.token, place))
        if playing.decoder != nil { silence() }
        leave()
    }

    func fail(_ error: PlaybackError) -> Next {
        guard let playing = current else { return .again }
        if passing != nil {
            current?.phase = .failed(error)
            return .again
        }
        emit(error.isCancelled ? .stopped(playing.token, place) : .failed(playing.token, error, at: place))
        if playing.decoder != nil { silence() }
        leave()
        return .again
    }

    /// The item that is heard, or will be first.
    var heard: Playing? { passing ?? current }

    /// The place in it that is heard now.
    var place: Double {
        guard let playing = current else { return 0 }
        if let frozen = playing.frozen { return frozen }
        if let decoder = passing?.decoder { return decoder.position(behind: max(0, output.delay - border)) }
        guard let decoder = playing.decoder else { return max(0, playing.item.start.isNaN ? 0 : playing.item.start) }
        return decoder.position(behind: playing.hasStarted ? output.delay : 0)
    }
}
