import Catalogue
import Library
import Playback

/// `sleep`: playing fades out and stops by itself. What was only half heard in the fade is heard again: the place is where it began.
extension RadioSession {
    /// When playing will end by itself; nil where it won't. Throws SessionError.playingElsewhere.
    public func sleep() throws -> SleepReport? {
        try refuseOtherPlayer()
        return sleepReport
    }

    /// Says when playing is to end, in place of what was said before. The time goes on in a pause. Throws SessionError.nothingPlaying,
    /// .playingElsewhere, .isLive of what has no end, and .noChapters.
    public func sleep(_ wish: SleepWish) async throws -> SleepReport? {
        if wish == .off {
            return try await inTurn {
                try refuseOtherPlayer()
                endSleep()
                try await applyVolume()
                try await tellUpcoming()
                return nil
            }
        }
        let play = try await ownPlay()
        if play.isLive, wish == .episode || wish == .chapter { throw SessionError.isLive(title: play.record.episode.title) }
        let chapters = wish == .chapter ? (play.record.id, try await chapters(of: play.record)) : nil
        return try await inTurn {
            _ = try await ownPlay()
            var sleep = newSleep(wish)
            sleep.chapters = chapters
            endSleep()
            try await applyVolume()
            sleep.watcher = Task { await watchSleep() }
            playing.sleep = sleep
            try await tellUpcoming()
            return sleepReport
        }
    }

    private func newSleep(_ wish: SleepWish) -> Sleep {
        let now = ContinuousClock.now
        switch wish {
        case .episode: return Sleep(.episode)
        case .chapter: return Sleep(.chapter)
        case .off: return Sleep(until: now, from: now)
        case .time(let seconds): return Sleep(until: now + .seconds(seconds), from: now)
        case .longer(let seconds):
            guard case .time(let end)? = playing.sleep?.goal else { return Sleep(until: now + .seconds(seconds), from: now) }
            let latest = now + .seconds(SleepWish.longest)
            return Sleep(until: min(end + .seconds(seconds), latest), from: now)
        }
    }

    /// What `status` tells of it.
    var sleepReport: SleepReport? {
        guard let sleep = playing.sleep, let play = playing.current else { return nil }
        let left = sleep.left(in: play, at: play.place(playing.state), now: .now)?.seconds
        let goal: SleepReport.Goal =
            switch sleep.goal {
            case .time: .time
            case .episode: .episode
            case .chapter: .chapter
            }
        return SleepReport(goal: goal, left: left.map { max($0, 0) })
    }

    /// Nothing is to end by itself any more; the volume is as before from the next time it is told.
    func endSleep() {
        playing.sleep?.watcher?.cancel()
        (playing.sleep, playing.fade) = (nil, 1)
    }

    /// Tells the player how loud it is to be: as was set, less what a fade takes.
    func applyVolume() async throws {
        let loudness = try await volume(of: playing.current?.record)
        playing.player?.setVolume(Int((Double(loudness) * playing.fade).rounded()))
    }

    /// Whether the queue is to stop here: what has just ended was to be the last.
    var sleepsNow: Bool { playing.sleep?.endsWithItem == true }

    /// The queue stands at what comes next, which waits for `play`.
    func sleepAfterItem() {
        stopPlayer()
        playing.current = nil
        playing.state = .stopped
        onEvent(.asleep(at: nil))
    }
}

extension RadioSession {
    private func watchSleep() async {
        while !Task.isCancelled {
            await learnChapters()
            guard let pause = await inTurn({ await stepOfSleep() }) else { return }
            try? await Task.sleep(for: .seconds(pause))
        }
    }

    /// `next` leads to an item with other chapters; where it has none its own end counts.
    private func learnChapters() async {
        guard case .chapter? = playing.sleep?.goal, let record = playing.current?.record, playing.sleep?.chapters?.item != record.id else {
            return
        }
        let found = (try? await chapters(of: record)) ?? []
        if !Task.isCancelled { playing.sleep?.chapters = (record.id, found) }
    }

    /// Does what is due now. Gives the seconds until the next look, nil where there is none.
    private func stepOfSleep() async -> Double? {
        guard !Task.isCancelled, let sleep = playing.sleep, let play = playing.current else { return nil }
        let place = play.place(playing.state)
        guard let left = sleep.left(in: play, at: place, now: .now) else {
            await fade(to: 1)
            return Sleep.look
        }
        if left.isToBeEnded, left.seconds <= 0 {
            fallAsleep(play)
            return nil
        }
        let level = sleep.level(left.seconds)
        if level == 1 {
            playing.sleep?.fading = nil
        } else if sleep.fading?.token != play.token {
            playing.sleep?.fading = Sleep.Fading(token: play.token, place: place, end: left.isToBeEnded ? nil : play.end)
        }
        await fade(to: level)
        if level < 1 { return Sleep.step }
        if case .time = sleep.goal { return max(left.seconds - sleep.fade, Sleep.step) }
        return Sleep.look
    }

    /// Where the library is busy for a moment, the next step sets the volume.
    private func fade(to level: Double) async {
        if level == playing.fade { return }
        playing.fade = level
        try? await applyVolume()
    }

    private func fallAsleep(_ play: Play) {
        let place = playing.sleep?.fading?.token == play.token ? playing.sleep?.fading?.place ?? play.position : play.position
        playing.open[play.token]?.position = place
        // What the player says of where it stopped doesn't count.
        playing.open[play.token]?.isSeeking = true
        playing.open[play.token]?.isAsleep = true
        playing.current = playing.open[play.token] ?? play
        stopPlayer()
        // The player knew nothing of it yet.
        if playing.current == nil { onEvent(.asleep(at: place)) }
        giveUpLease()
    }
}
