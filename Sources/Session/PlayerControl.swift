import Library
import Playback

extension RadioSession {
    /// The player, begun at first use; its events come back here one after the other.
    func player() async throws -> Player {
        if let player = playing.player { return player }
        let output = try playing.output ?? outputWithDevice()
        let (events, sink) = AsyncStream.makeStream(of: PlayerEvent.self)
        let outlet = Outlet(sink)
        // A device that is named with this very command has to be there; a remembered one may be unplugged today.
        let player = Player(output: output, fallsBack: output != configuration.output, volume: try await volume()) { outlet.give($0) }
        playing.player = player
        playing.output = output
        Task { [weak self] in
            for await event in events { await self?.take(event) }
        }
        return player
    }

    /// Whether it plays into silence for want of a sound server.
    var isSilenced: Bool { playing.output == .null && configuration.output != .null }

    func dropPlayer() {
        playing.player?.shutdown()
        (playing.player, playing.output) = (nil, nil)
    }

    private func outputWithDevice() throws -> OutputChoice {
        if case .pulse(nil) = configuration.output, let device = settings.value("device") { return .pulse(sink: device) }
        return configuration.output
    }

    /// Takes the right to play on this library, which one process has at a time. Throws SessionError.playingElsewhere.
    func claimPlayer() async throws {
        if playing.lease != nil { return }
        switch PlayerLease.take(inFolder: try await library().paths.folder) {
        case .taken(let lease): playing.lease = lease
        case .held(let process): throw SessionError.playingElsewhere(process: process)
        case .unavailable: break
        }
    }

    /// Lets another process play where this one has nothing to play any more.
    func giveUpLease() {
        if playing.current != nil { return }
        endSleep()
        playing.lease = nil
    }

    /// Throws SessionError.playingElsewhere where another process plays on this library.
    func refuseOtherPlayer() throws {
        if let process = otherPlayer() { throw SessionError.playingElsewhere(process: process) }
    }

    /// The process that plays on this library, if it is another one.
    func otherPlayer() -> Int32? {
        playing.lease == nil ? PlayerLease.holder(inFolder: configuration.libraryFolder) : nil
    }

    /// Whether this process plays something, or holds it paused.
    public var isPlaying: Bool { playing.current != nil }

    /// Waits until playing has come to an end: the queue's, or that of the items that `play` was given. Gives what failed.
    public func waitUntilPlayed() async -> [ItemFailure] {
        await settled(within: nil) { $0.current == nil }
        return playing.failures
    }

    /// Ends playing and waits until the place is kept; at most two seconds.
    func endPlaying() async {
        if playing.current != nil {
            stopPlayer()
            await settled(within: .seconds(2)) { $0.open.isEmpty }
        }
        await endRecording(of: nil)
        dropPlayer()
        playing.lease = nil
    }

    /// Waits until the player has done what it was told, as long as a command may.
    func settled(_ isDone: @escaping (PlayState) -> Bool) async { await settled(within: configuration.settleTime, isDone) }

    /// Waits until the player's events have brought about what is asked, or the time is over.
    func settled(within time: Duration?, _ isDone: @escaping (PlayState) -> Bool) async {
        if isDone(playing) || playing.player == nil { return }
        let id = UInt64.random(in: 1...UInt64.max)
        let alarm = time.map { time in
            Task {
                try? await Task.sleep(for: time)
                self.wakeWaiter(id)
            }
        }
        await withCheckedContinuation { playing.waiters.append(PlayState.Waiter(id: id, isDone: isDone, continuation: $0)) }
        alarm?.cancel()
    }

    func wakeWaiters() {
        let done = playing.waiters.filter { $0.isDone(playing) }
        playing.waiters.removeAll { waiter in done.contains { $0.id == waiter.id } }
        for waiter in done { waiter.continuation.resume() }
    }

    private func wakeWaiter(_ id: UInt64) {
        guard let index = playing.waiters.firstIndex(where: { $0.id == id }) else { return }
        playing.waiters.remove(at: index).continuation.resume()
    }
}
