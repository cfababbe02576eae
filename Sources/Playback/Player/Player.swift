/// Plays one item at a time, on a thread of its own. Every call returns at once, from any thread; what comes of it is told by events.
///
/// The thread waits for a remote source's bytes only at an item's start and at a seek: then `stop`, `play` and `shutdown` cancel the source.
public final class Player: Sendable {
    private struct Mailbox {
        var commands: [PlayerCommand] = []
        var isWoken = false
        /// The source of the current item.
        var source: (any ByteSource)?
        var isOver = false
    }

    private let mailbox = Gate(Mailbox())

    /// `onEvent` is called on the player's thread and must return at once. A `wav:` or `raw:` choice, which is `Renderer`'s, plays to nowhere.
    public convenience init(output: OutputChoice, volume: Int = 100, onEvent: @escaping @Sendable (PlayerEvent) -> Void) {
        self.init(
            makeOutput: { wake in
                if case .pulse(let sink) = output {
                    PulseOutput(sink: sink, volume: min(max(0, volume), 100), wake: wake)
                } else {
                    NullOutput()
                }
            }, onEvent: onEvent)
    }

    init(
        makeOutput: @escaping @Sendable (@escaping @Sendable () -> Void) -> any AudioOutput,
        onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        let mailbox = mailbox
        startThread { Self.run(mailbox, makeOutput, onEvent) }
    }

    deinit { post(.shutdown) }

    /// Plays it from its start on, in place of what is playing.
    public func play(_ item: PlayItem) { post(.play(item)) }
    public func pause() { post(.pause) }
    public func resume() { post(.resume) }
    public func stop() { post(.stop) }
    /// Goes to a place in seconds, paused or not; a token that isn't playing is ignored.
    public func seek(_ token: PlayToken, to seconds: Double) { post(.seek(token, seconds)) }
    /// In percent, 0 to 100: the stream's own volume at the sound server.
    public func setVolume(_ percent: Int) { post(.volume(percent)) }
    /// Another sink by its name (`PulseDevices.list` has them; an unknown one changes nothing while playing), nil for the default one.
    public func setDevice(_ name: String?) { post(.device(name)) }

    /// Stops, frees the device and ends the thread; waits for that, two seconds at most. Nothing is played afterwards.
    public func shutdown() {
        post(.shutdown)
        _ = mailbox.wait(seconds: 2) { $0.isOver ? true : nil }
    }

    private func post(_ command: PlayerCommand) {
        let source = mailbox.change { mailbox in
            mailbox.commands.append(command)
            return command.endsItem ? mailbox.source : nil
        }
        source?.cancel()
    }

    private static func run(
        _ mailbox: Gate<Mailbox>, _ makeOutput: @Sendable (@escaping @Sendable () -> Void) -> any AudioOutput,
        _ onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        let wake: @Sendable () -> Void = { mailbox.change { $0.isWoken = true } }
        let loop = PlayerLoop(output: makeOutput(wake), wake: wake, onSource: { keep($0, in: mailbox) }, emit: onEvent)
        var isDone = false
        while !isDone {
            while let command = mailbox.change({ $0.commands.isEmpty ? nil : $0.commands.removeFirst() }) { loop.perform(command) }
            switch loop.step() {
            case .again: break
            case .wait(let seconds): wait(mailbox, seconds)
            case .done: isDone = true
            }
        }
        mailbox.change { $0.isOver = true }
    }

    private static func wait(_ mailbox: Gate<Mailbox>, _ seconds: Double?) {
        _ = mailbox.wait(seconds: seconds) { mailbox -> Bool? in
            guard mailbox.isWoken || !mailbox.commands.isEmpty else { return nil }
            mailbox.isWoken = false
            return true
        }
    }

    /// A source that came after its end was asked for is cancelled here, as `post` couldn't.
    private static func keep(_ source: (any ByteSource)?, in mailbox: Gate<Mailbox>) {
        let isStale = mailbox.change { mailbox in
            mailbox.source = source
            return mailbox.commands.contains { $0.endsItem }
        }
        if isStale { source?.cancel() }
    }
}
