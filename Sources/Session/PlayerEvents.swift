import Catalogue
import Library
import Playback
import Queue

extension RadioSession {
    /// What the player says, one event after the other. Each event names its play: a late one changes nothing but that play's place.
    func take(_ event: PlayerEvent) async {
        await inTurn {
            let before = playing.state
            do {
                try await follow(event)
                if playing.state != before { try await library().setValue("state", playing.state.rawValue) }
                giveUpLease()
            } catch {
                // The library may be busy or full: what is heard goes on, and the next event tries again.
                onEvent(.libraryFailed(error))
            }
        }
        wakeWaiters()
        if let status = try? await status() { onEvent(.status(status)) }
    }

    private func follow(_ event: PlayerEvent) async throws {
        switch event {
        case .started(let token, _, let duration): try await started(token, duration: duration)
        case .position(let token, let position, let duration):
            try await moved(token, to: position, duration: duration, state: .playing)
        case .paused(let token, let position): try await moved(token, to: position, state: .paused, keep: true)
        case .resumed(let token, let position): try await moved(token, to: position, state: .playing)
        case .buffering(let token, let position): try await moved(token, to: position, state: .buffering)
        case .seeked(let token, let position):
            playing.open[token]?.isSeeking = false
            try await moved(token, to: position, state: nil, keep: true)
        case .ended(let token, let position): try await ended(token, at: position)
        case .stopped(let token, let position): try await stopped(token, at: position)
        case .failed(let token, let error, let position): try await failed(token, error, at: position)
        case .noDevice(let error):
            playing.error = error
            onEvent(.noDevice(error))
        case .deviceBack:
            playing.error = nil
            onEvent(.deviceBack)
        }
    }

    private func started(_ token: PlayToken, duration: Double?) async throws {
        guard var play = playing.open[token] else { return }
        play.duration = duration ?? play.duration
        play.hasStarted = true
        play.listen = try await library().beginListen(play.record.id, at: play.position)
        playing.open[token] = play
        guard playing.current?.token == token else { return }
        playing.current = play
        playing.state = .playing
        playing.failedInARow = []
        playing.error = nil
        onEvent(.nowPlaying(play.record, from: play.position))
    }

    /// Keeps the place every few seconds: after a power cut at most four are heard again.
    private func moved(
        _ token: PlayToken, to position: Double, duration: Double? = nil, state: StatusReport.State?, keep: Bool = false
    ) async throws {
        guard var play = playing.open[token] else { return }
        if !play.isSeeking { play.position = position }
        play.duration = duration ?? play.duration
        if keep || (position - play.keptPosition).magnitude >= 4 { try await keepPlace(of: &play) }
        playing.open[token] = play
        guard playing.current?.token == token else { return }
        playing.current = play
        if let state { playing.state = state }
    }

    private func ended(_ token: PlayToken, at position: Double) async throws {
        guard let play = playing.open.removeValue(forKey: token) else { return }
        let library = try await library()
        try await library.keepPosition(play.record.id, seconds: nil, duration: position)
        try await library.markPlayed(play.record.id, true)
        if let listen = play.listen { try await library.continueListen(listen, position: position) }
        if playing.current?.token == token { try await goOn(.ended) }
    }

    private func stopped(_ token: PlayToken, at position: Double) async throws {
        guard var play = playing.open.removeValue(forKey: token) else { return }
        play.position = position
        if play.hasStarted { try await keepPlace(of: &play) }
        guard playing.current?.token == token else { return }
        playing.current = nil
        playing.state = .stopped
    }

    private func failed(_ token: PlayToken, _ error: PlaybackError, at position: Double) async throws {
        guard var play = playing.open.removeValue(forKey: token) else { return }
        play.position = position
        if play.hasStarted { try await keepPlace(of: &play) }
        guard playing.current?.token == token else { return }
        if error.isNoDevice { return try await withoutDevice(error, play) }
        playing.failures.append(ItemFailure(title: play.record.episode.title, error: error))
        onEvent(.skipped(play.record, error))
        playing.failedInARow.insert(play.entry)
        if try await queue().entries.allSatisfy({ playing.failedInARow.contains($0.id) }) { return endOfQueue() }
        try await goOn(.failed)
    }

    /// The next entry, if there is one that is to be played.
    private func goOn(_ leaving: PlayQueue.Leaving) async throws {
        let entry = try await changeQueue { $0.advance(leaving) }
        guard let entry, playing.scope?.contains(entry.id) ?? true else { return endOfQueue() }
        try await start(entry)
    }

    private func endOfQueue() {
        playing.current = nil
        playing.state = .stopped
        onEvent(.queueEnded(failures: playing.failures.count))
    }

    /// No sound server: a prompt goes on into silence, everything else has failed.
    private func withoutDevice(_ error: PlaybackError, _ play: Play) async throws {
        playing.error = error
        onEvent(.noDevice(error))
        if configuration.face == .prompt, playing.output != .null {
            playing.player?.shutdown()
            playing.player = nil
            playing.output = .null
            if let entry = try await queue().currentEntry { return try await start(entry) }
        }
        playing.failures.append(ItemFailure(title: play.record.episode.title, error: error))
        playing.current = nil
        playing.state = .stopped
    }

    /// Writes where a play stands: the place to go on from, and the line of history.
    func keepPlace(of play: inout Play) async throws {
        let library = try await library()
        try await library.keepPosition(play.record.id, seconds: play.position, duration: play.duration)
        if let listen = play.listen { try await library.continueListen(listen, position: play.position) }
        play.keptPosition = play.position
    }
}
