/// Where the sound is: how late, on which device, and whether it moves at all.
extension PulseOutput {
    /// Seconds after which the server is asked again where it is, after which the sound isn't taken to go on without its word, and after
    /// which it hangs.
    private static let questions = 0.4
    private static let trust = 0.75
    private static let hang = 2.5
    /// Seconds that a device may take to wake up.
    private static let suspension = 1.0

    /// Bytes of room that aren't worth a message yet.
    static let smallRoom = 4096

    var delay: Double {
        var delay = sample.delay
        connection?.locked {
            look()
            guard case .ready = phase, let stream else { return }
            let now = Monotonic.now()
            // Where the server says nothing though it has enough to play, what was known before holds.
            guard stream.room > Self.smallRoom || lastHeard(now) == now else { return delay = self.delay(at: now) }
            sample = (min(stream.latency ?? written, written), now)
            delay = sample.delay
            guard !isCorked, now - asked > Self.questions else { return }
            asked = now
            stream.askTiming(isAwaited: false)
        }
        return delay
    }

    /// As it was at a time by what was known before.
    func delay(at time: Double) -> Double {
        isCorked ? sample.delay : min(max(0, sample.delay - (lastHeard(time) - sample.at)), written)
    }

    func startClock(_ connection: PulseConnection) {
        awake = Monotonic.now()
        connection.newsTime = awake
    }

    /// Until when the sound has gone on at a time: libpulse reckons that it always does, but a hung server plays nothing.
    func lastHeard(_ now: Double) -> Double {
        guard !isCorked, let news = connection?.newsTime, now - news > Self.trust else { return now }
        return now - news > Self.hang ? news + Self.questions / 2 : news + Self.trust
    }

    var standstill: PlaybackError? {
        guard let connection else { return nil }
        return connection.locked { () -> PlaybackError? in
            guard case .ready = phase, !isCorked, let stream else { return nil }
            let now = Monotonic.now()
            if !stream.isSuspended { awake = now }
            if now - awake > Self.suspension { return .deviceSuspended }
            return now - connection.newsTime > Self.hang ? .serverHangs : nil
        }
    }

    func takeDetour() -> Detour? {
        guard let connection else { return nil }
        return connection.locked { () -> Detour? in
            guard case .ready = phase, connection.hasMoved, let used = stream?.device else { return nil }
            connection.hasMoved = false
            let detour = sink.flatMap { used == $0 ? nil : Detour(asked: $0, used: used) }
            defer { toldDetour = detour }
            return detour == toldDetour ? nil : detour
        }
    }
}
