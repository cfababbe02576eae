import Catalogue
import Directory
import Library
import Playback
import Queue

extension RadioSession {
    /// What the player says, one event after the other. Each event names its play: a late one changes nothing but that play's place.
    func take(_ event: PlayerEvent) async {
        await inTurn {
            let before = playing.state
            do { try await follow(event) } catch { giveUp(error) }
            giveUpLease()
            if playing.state != before { await noting { try await $0.setValue("state", self.playing.state.rawValue) } }
        }
        wakeWaiters()
        await showStatus(after: event)
    }

    /// Writes something down while playing goes on: where the library is busy or the disk full, that is said, and the next event tries again.
    func noting(_ write: (LibraryStore) async throws -> Void) async {
        do { try await write(library()) } catch { onEvent(.libraryFailed(error)) }
    }

    /// The next item can't be found out: nothing plays any more.
    private func giveUp(_ error: any Error) {
        onEvent(.libraryFailed(error))
        if let play = playing.current, playing.open[play.token] == nil { endOfQueue() }
    }

    /// Gives out the status. Where only the place has changed, as it does twice a second, not all of it is looked up again.
    func showStatus(after event: PlayerEvent? = nil) async {
        if configuration.face == .script || !showsStatusLine { return }
        if case .position = event, var report = playing.shown, playing.shownAgain < 10, let play = playing.current {
            (report.position, report.duration, report.state, report.sleep) = (play.shown, play.duration, playing.state, sleepReport)
            playing.shownAgain += 1
            return onEvent(.status(report))
        }
        guard let report = try? await status() else { return }
        (playing.shown, playing.shownAgain) = (report, 0)
        onEvent(.status(report))
    }

    private func follow(_ event: PlayerEvent) async throws {
        switch event {
        case .started(let token, _, let length): await started(token, length)
        case .position(let token, let position, let length):
            // Where the device goes during a pause, it stays one.
            await moved(token, to: position, length, state: playing.state == .paused ? nil : .playing)
        case .paused(let token, let position):
            if playing.current?.token == token, playing.state != .paused { playing.pausedAt = now }
            await moved(token, to: position, state: .paused, keep: true)
            hangUpLater(token)
        case .resumed(let token, let position): await moved(token, to: position, state: .playing)
        case .buffering(let token, let position): await moved(token, to: position, state: .buffering)
        case .seeked(let token, let position):
            playing.open[token]?.isSeeking = false
            playing.open[token]?.position = position
            await moved(token, to: position, state: nil, keep: true)
        case .ended(let token, let position): try await ended(token, at: position)
        case .stopped(let token, let position): await stopped(token, at: position)
        case .failed(let token, let error, let position): try await failed(token, error, at: position)
        case .noDevice(let error):
            playing.error = error
            onEvent(.noDevice(error))
        case .deviceBack:
            playing.error = nil
            onEvent(.deviceBack)
        case .detour(let asked, let used): onEvent(.detour(asked: asked, used: used))
        }
    }

    private func started(_ token: PlayToken, _ length: ItemLength?) async {
        guard var play = playing.open[token] else { return }
        if play.record.isLive, !play.hasStarted, !play.isAgain { countClick(of: play.record) }
        play.take(length)
        // The player begins such a one at its start.
        if let length, !length.isGuess, play.position >= length.seconds { play.position = 0 }
        play.hasStarted = true
        await noting { play.listen = try await $0.beginListen(play.record.id, at: play.position) }
        playing.open[token] = play
        guard playing.current?.token == token else { return }
        playing.current = play
        playing.state = .playing
        playing.error = isSilenced ? playing.error : nil
        if !isSilenced { playing.saidNoDevice = false }
        onEvent(.nowPlaying(play.record, from: play.position))
        await tellTitle(token)
        await noting { _ in try await self.tellUpcoming() }
    }

    /// Tells a radio directory that its station is heard, beside everything else: nothing waits for it, and nobody hears of a failure.
    private func countClick(of station: EpisodeRecord) {
        Task {
            guard let source = try? await source(named: station.source) else { return }
            await directory.countClick(station: station.episode.ref, of: access(to: source))
        }
    }

    /// Keeps the place every few seconds: after a power cut at most four are heard again.
    private func moved(
        _ token: PlayToken, to position: Double, _ length: ItemLength? = nil, state: StatusReport.State?, keep: Bool = false
    ) async {
        guard var play = playing.open[token] else { return }
        play.go(to: position)
        play.take(length)
        if keep || (play.position - play.keptPosition).magnitude >= 4 { await keepPlace(of: &play) }
        playing.open[token] = play
        guard playing.current?.token == token else { return }
        playing.current = play
        if play.heard > 0 { playing.failedInARow = [] }
        if let state { playing.state = state }
    }

    private func ended(_ token: PlayToken, at position: Double) async throws {
        guard var play = playing.open.removeValue(forKey: token) else { return }
        play.go(to: position)
        let heard = play.heard
        await endRecording(of: token)
        // Where the outro was left out it has ended before its end, and behind a seek by guess the place is one, too.
        let isSure = play.effects.outro == 0 && (play.sureDuration != nil || heard > position - 1)
        let duration = isSure ? position : play.sureDuration
        await noting { [play] library in
            if !play.isLive {
                try await library.keepPosition(play.record.id, seconds: nil, duration: duration)
                try await library.markPlayed(play.record.id, true)
            }
            if let listen = play.listen { try await library.continueListen(listen, position: position, heard: heard) }
        }
        guard playing.current?.token == token else { return }
        playing.failedInARow = []
        try await goOn(.ended)
    }

    private func stopped(_ token: PlayToken, at position: Double) async {
        guard var play = playing.open.removeValue(forKey: token) else { return }
        // A place that it was sent to counts, reached or not: `seek` has said so.
        if !play.isSeeking { play.leave(at: position) }
        await endRecording(of: token)
        if play.hasStarted || play.isSeeking { await keepLastPlace(of: &play) }
        guard playing.current?.token == token else { return }
        (playing.current, playing.upcoming) = (nil, nil)
        playing.state = .stopped
        if play.isAsleep { onEvent(.asleep(at: play.isLive ? nil : play.position)) }
    }

    private func failed(_ token: PlayToken, _ error: PlaybackError, at position: Double) async throws {
        guard var play = playing.open.removeValue(forKey: token) else { return }
        play.leave(at: position)
        await endRecording(of: token)
        if play.hasStarted { await keepPlace(of: &play) }
        guard playing.current?.token == token else { return }
        playing.upcoming = nil
        if error.isNoDevice { return try await withoutDevice(error, play) }
        playing.failures.append(ItemFailure(title: play.record.episode.title, error: error))
        onEvent(.skipped(play.record, error))
        playing.failedInARow.insert(play.entry)
        guard try await queue().entries.allSatisfy({ playing.failedInARow.contains($0.id) }) else { return try await goOn(.failed) }
        try await changeQueue { $0.fail() }
        endOfQueue()
    }

    /// The next entry, if there is one that is to be played.
    private func goOn(_ leaving: PlayQueue.Leaving) async throws {
        let entry = try await changeQueue { $0.advance(leaving) }
        if leaving == .ended, sleepsNow { return sleepAfterItem() }
        guard let entry, playing.scope?.contains(entry.id) ?? true else { return endOfQueue() }
        if leaving == .ended, let next = playing.upcoming, next.entry == entry.id { return try await follow(next) }
        try await start(entry)
    }

    private func endOfQueue() {
        if playing.upcoming != nil { stopPlayer() }
        playing.current = nil
        playing.state = .stopped
        // Of the items of one command only they have ended, not the queue.
        if playing.scope == nil { onEvent(.queueEnded(failures: playing.failures.count)) }
    }

    /// No sound server: a prompt goes on into silence, after saying so once; everything else has failed.
    private func withoutDevice(_ error: PlaybackError, _ play: Play) async throws {
        playing.error = error
        if configuration.face == .prompt, !isSilenced {
            if !playing.saidNoDevice { onEvent(.intoSilence(error)) }
            playing.saidNoDevice = true
            dropPlayer()
            playing.output = .null
            if let entry = try await queue().currentEntry { return try await start(entry) }
        }
        playing.failures.append(ItemFailure(title: play.record.episode.title, error: error))
        playing.current = nil
        playing.state = .stopped
    }

    /// Of what is left within its last seconds nothing is missing: it counts as heard.
    private func keepLastPlace(of play: inout Play) async {
        await keepPlace(of: &play)
        // By no guess: there may be more to come.
        guard !play.isLive, play.isEndSure, let end = play.end, Self.isHeard(play.position, of: end) else { return }
        await noting { [id = play.record.id] in try await $0.markPlayed(id, true) }
    }

    /// The last seconds are fifteen, of what is shorter than five minutes the last twentieth.
    static func isHeard(_ position: Double, of duration: Double) -> Bool {
        duration > 0 && position > 0 && position >= duration - min(15, duration / 20)
    }

    /// Writes where a play stands: the place to go on from, and the line of history.
    private func keepPlace(of play: inout Play) async {
        let (record, position, duration, listen, heard) = (play.record, play.position, play.sureDuration, play.listen, play.heard)
        let isLive = play.isLive
        await noting { library in
            if !isLive { try await library.keepPosition(record.id, seconds: position, duration: duration) }
            if let listen { try await library.continueListen(listen, position: position, heard: heard) }
        }
        play.keptPosition = position
    }
}
