/// Plays one item at a time, on a thread of its own. Every call returns at once, from any thread; what comes of it is told by events.
///
/// The thread waits for a remote source's bytes only at an item's start and at a seek: then `stop`, `play` and `shutdown` cancel the source.
public final class Player: Sendable {
    private struct Mailbox {
        var commands: [PlayerCommand] = []
        var isWoken = false
        /// The sources of the current item and of the one behind it.
        var sources: [any ByteSource] = []
        var isOver = false
    }

    private let mailbox = Gate(Mailbox())

    /// `onEvent` is called on the player's thread and must return at once. A `wav:` or `raw:` choice, which is `Renderer`'s, plays to nowhere.
    /// `fallsBack`: where the chosen device isn't there, the default one is used, and `.detour` says so.
    public convenience init(
        output: OutputChoice, fallsBack: Bool = false, volume: Int = 100, onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        self.init(
            makeOutput: { wake in
                if case .pulse(let sink) = output {
                    PulseOutput(sink: sink, fallsBack: fallsBack, volume: min(max(0, volume), 100), wake: wake)
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
    /// What comes after the item `after` (nil: nothing), in place of what was said before. It is opened ahead, and where its format is the same it
    /// follows in the same stream without a gap: then `.ended` and `.started` come when the border is heard. Where `after` isn't playing any more and
    /// has not just ended it is ignored.
    public func enqueue(_ item: PlayItem?, after: PlayToken) { post(.enqueue(item, after: after)) }
    public func pause() { post(.pause) }
    public func resume() { post(.resume) }
    public func stop() { post(.stop) }
    /// Goes to a place in seconds, paused or not; a token that isn't playing is ignored.
    public func seek(_ token: PlayToken, to seconds: Double) { post(.seek(token, seconds)) }
    /// Changes how an item sounds, from the place that is heard on; of a remote one what waits in the device is still as it was. A token that isn't
    /// playing is ignored.
    public func setEffects(_ effects: Effects, of token: PlayToken) { post(.effects(token, effects)) }
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
        let sources = mailbox.change { mailbox in
            mailbox.commands.append(command)
            return command.endsItem ? mailbox.sources : []
        }
        for source in sources { source.cancel() }
    }

    private static func run(
        _ mailbox: Gate<Mailbox>, _ makeOutput: @Sendable (@escaping @Sendable () -> Void) -> any AudioOutput,
        _ onEvent: @escaping @Sendable (PlayerEvent) -> Void
    ) {
        let wake: @Sendable () -> Void = { mailbox.change { $0.isWoken = true } }
        let loop = PlayerLoop(output: makeOutput(wake), wake: wake, onSources: { keep($0, in: mailbox) }, emit: onEvent)
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
    private static func keep(_ sources: [any ByteSource], in mailbox: Gate<Mailbox>) {
        let isStale = mailbox.change { mailbox in
            mailbox.sources = sources
            return mailbox.commands.contains { $0.endsItem }
        }
        if isStale { for source in sources { source.cancel() } }
    }
}
