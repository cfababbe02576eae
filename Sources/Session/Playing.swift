public import Catalogue
import Library
import Playback
import Queue
import Transfer

extension RadioSession {
    /// Plays these things now, the first one first, the queue after them; without any it goes on where playing was left.
    /// Returns when the player was told. Gives what was put into the queue. Throws SessionError, LibraryError.
    @discardableResult
    public func play(_ words: [String], onlyThese: Bool = false) async throws -> ChangeReport {
        let found = try await episodes(of: words)
        let places = try await placesToBegin(words)
        let report = ChangeReport(
            action: "play", items: found.records.count, records: try await library().records(found.records.map(\.id)),
            failures: found.failures)
        if found.records.isEmpty && !words.isEmpty { return report }
        try await inTurn {
            try await claimPlayer()
            defer { giveUpLease() }
            (playing.failures, playing.failedInARow) = ([], [])
            playing.scope = nil
            // Perhaps there is a sound server by now.
            if isSilenced && playing.open.isEmpty { dropPlayer() }
            if words.isEmpty {
                if playing.current != nil { return try await resumeCurrent() }
                guard let entry = try await changeQueue({ $0.begin() }) else { throw SessionError.emptyQueue }
                return try await start(entry)
            }
            let ids = found.records.map(\.id)
            let entries = try await changeQueue { queue in
                queue.removeFailed(ids)
                let entries = queue.insert(ids)
                if let first = entries.first { queue.select(first.id) }
                return entries
            }
            for (item, place) in places { try await library().keepPosition(item, seconds: place, duration: nil) }
            if onlyThese { playing.scope = Set(entries.map(\.id)) }
            if let first = entries.first { try await start(first) }
        }
        return report
    }

    /// Starts an entry that the queue has made current, from where it was left.
    /// `after`: it is the same station, which was let go of.
    func start(_ entry: PlayQueue.Entry, after paused: Play? = nil) async throws {
        guard let record = try await library().record(entry.item)?.playable else { throw SessionError.noSuchItem(entry.item) }
        try await sayIfLost(record)
        _ = try await player()
        dropUntold()
        // While it is looked up where this one's sound is, nothing follows the one before.
        if needsLookup(record), let old = playing.current { playing.player?.enqueue(nil, after: old.token) }
        var play = Play(entry: entry.id, record: record, position: try await placeToBegin(record))
        let line = line(for: play.token)
        (play.line, play.isAgain) = (line, paused != nil)
        if let paused, playing.recording?.token == paused.token {
            playing.recording?.token = play.token
            line.recorder = playing.recording?.recorder
        }
        (playing.upcoming, playing.pausedAt) = (nil, nil)
        playing.current = play
        playing.open[play.token] = play
        playing.state = .buffering
        guard needsLookup(record) else { return try await tell(play.token, record) }
        // A slow service must not hold up what else is said meanwhile.
        Task {
            let found = await withAudio(record)
            await inTurn {
                do { try await tell(play.token, found) } catch { onEvent(.libraryFailed(error)) }
            }
        }
    }

    /// Hands a play to the player, if it is still wanted.
    private func tell(_ token: PlayToken, _ record: EpisodeRecord) async throws {
        guard playing.current?.token == token, var play = playing.open[token] else { return }
        // Where it was told to go meanwhile it begins.
        (play.isTold, play.isSeeking, play.record, play.effects) = (true, false, record, try await effects(of: record))
        playing.open[token] = play
        playing.current = play
        let player = try await player()
        try await applyVolume()
        player.play(item(of: play, record))
        if play.startsPaused { player.pause() }
    }

    /// A play as the player takes it. A download of it that runs is to hurry.
    func item(of play: Play, _ record: EpisodeRecord) -> PlayItem {
        let cap = settings.number("max-bitrate")
        let (transfer, title, running) = (transfer, record.episode.title, hasten(record.id))
        let (line, allows) = (play.line ?? line(for: play.token), allowsHTTP(from: record.source))
        return PlayItem(
            token: play.token, name: title, start: play.position, effects: play.effects, expectedDuration: record.episode.duration
        ) {
            guard let place = try SoundPlace(of: record, maxBitrate: cap) else { throw SessionError.noAudio(title: title) }
            let source = { @Sendable in
                let heard = HeardSound(name: title, line: line, isLive: record.isLive, allowsHTTP: allows) {
                    await self.freshAddress(of: record, place.url)
                }
                return try place.source(by: transfer, heard)
            }
            guard case .remote = place, let running else { return try source() }
            return GrowingSource(running.growing.reader(), rest: source)
        }
    }

    /// Forgets a play that the player was never told of: it will say nothing about it.
    private func dropUntold() {
        guard let play = playing.current, playing.open[play.token]?.isTold == false else { return }
        playing.open[play.token] = nil
        playing.current = nil
        playing.state = .stopped
    }

    /// Pauses. Throws SessionError.nothingPlaying, or .playingElsewhere where another process plays.
    public func pause() async throws {
        let play = try await inTurn {
            let play = try await ownPlay()
            if play.isTold { playing.player?.pause() } else { playing.open[play.token]?.startsPaused = true }
            return play
        }
        await settled(within: patience(with: play)) { $0.current?.token != play.token || $0.state == .paused }
    }

    /// Goes on after a pause; without one it plays as `play` does.
    public func resume() async throws {
        try await play([])
    }

    /// Pauses what plays, goes on with what is paused or stopped. One-shot there is nothing that could: it throws SessionError.nothingPlaying.
    public func toggle() async throws {
        let isStopped = playing.current == nil && configuration.face != .oneShot
        if isStopped || playing.state == .paused { try await resume() } else { try await pause() }
    }

    /// Ends playing; the place is kept.
    public func stop() async throws {
        try await inTurn {
            try refuseOtherPlayer()
            playing.scope = nil
            stopPlayer()
        }
        await settled { $0.current == nil }
    }

    /// Makes the next entry current (the first that wasn't played, where none is), and plays it where something plays. Gives it, or nil at
    /// the queue's end.
    public func next() async throws -> EpisodeRecord? {
        try await step { queue in
            if queue.current != nil { return queue.advance(.skipped) }
            return queue.entriesAfterCurrent.first.flatMap { queue.select($0.id) }
        }
    }

    /// Makes the entry before current, and plays it where something plays. Gives it, or nil at the queue's start.
    public func previous() async throws -> EpisodeRecord? {
        try await step { $0.previous() }
    }

    private func step(_ change: @escaping @Sendable (inout PlayQueue) -> PlayQueue.Entry?) async throws -> EpisodeRecord? {
        let (record, isOver) = try await inTurn { () -> (EpisodeRecord?, Bool) in
            try refuseOtherPlayer()
            let wasPlaying = playing.current != nil
            let length = try await queue().entries.count
            if length == 0 { throw SessionError.emptyQueue }
            playing.failedInARow = []
            guard let entry = try await changeQueue(change) else {
                // Before the first entry what plays goes on; behind the last it ends.
                let hasEnded = try await queue().currentEntry == nil
                let isOver = wasPlaying && hasEnded
                if isOver { stopPlayer() }
                return (nil, isOver)
            }
            if wasPlaying { try await start(entry) }
            guard let record = try await library().record(entry.item)?.playable else { return (nil, false) }
            return (record, false)
        }
        if isOver { await settled { $0.current == nil } }
        return record
    }

    /// Goes to a place in what plays, or changes where it will go on. Gives the place, in seconds, inside the item.
    /// Throws SessionError.nothingCurrent, .isLive, .lengthUnknown, .noOtherPlace, .playingElsewhere.
    public func seek(_ time: SeekTime) async throws -> Double {
        let (place, play) = try await inTurn { () -> (Double, Play?) in
            try refuseOtherPlayer()
            if let play = playing.current {
                if play.isLive { throw SessionError.isLive(title: play.record.episode.title) }
                if time.isPart, play.duration == nil { throw SessionError.lengthUnknown(title: play.record.episode.title) }
                // The player knows best where it ends.
                let place = time.place(from: play.position, duration: play.duration, isOpen: play.isTold)
                send(play, to: place)
                await leave(play.record.id, at: play.position, for: place)
                return (place, play)
            }
            guard let entry = try await queue().currentEntry, let record = try await library().record(entry.item)?.playable else {
                throw SessionError.nothingCurrent
            }
            if record.isLive { throw SessionError.isLive(title: record.episode.title) }
            if time.isPart, record.episode.duration == nil { throw SessionError.lengthUnknown(title: record.episode.title) }
            let position = record.position ?? 0
            let place = time.place(from: position, duration: record.episode.duration)
            try await library().keepPosition(record.id, seconds: place, duration: record.episode.duration)
            await leave(record.id, at: position, for: place)
            return (place, nil)
        }
        if let play {
            await settled(within: patience(with: play)) { $0.open[play.token]?.isSeeking != true && $0.state != .buffering }
        }
        guard let play, let now = playing.open[play.token], !now.isSeeking else { return place }
        let reached = min(place, now.duration ?? place)
        // It stayed where it was: a server without ranges, several files in a row.
        if (now.position - reached).magnitude > 5, (now.position - play.position).magnitude < 2 {
            throw SessionError.noOtherPlace(title: now.record.episode.title)
        }
        return reached
    }

    /// What the player doesn't know of yet may take as long as its server does: nobody waits for that.
    private func patience(with play: Play) -> Duration {
        play.isTold ? configuration.settleTime : min(configuration.settleTime, .milliseconds(500))
    }

    /// Sets the volume (percent, held between 0 and 100), or changes it; gives what holds now.
    public func volume(_ change: (Int) -> Int = { $0 }) async throws -> Int {
        let library = try await library()
        let now = try await volume()
        let wanted = min(max(change(now), 0), 100)
        if wanted != now {
            try refuseOtherPlayer()
            try await library.setValue("volume", String(wanted))
            try await applyVolume()
        }
        return wanted
    }

    func volume() async throws -> Int {
        try await library().value("volume").flatMap { Int($0) } ?? 100
    }

    /// Ends what plays; the player says when it has.
    func stopPlayer() {
        endSleep()
        dropUntold()
        playing.upcoming = nil
        playing.player?.stop()
    }

    func ownPlay() async throws -> Play {
        try refuseOtherPlayer()
        guard let play = playing.current else { throw SessionError.nothingPlaying }
        return play
    }
}
