/// The item in the player and how far it has come.
struct Playing {
    enum Phase {
        /// Its source isn't made yet.
        case fresh
        /// The output is opening for `opened`.
        case opening
        case playing
        /// All is decoded; what comes behind it isn't decided yet.
        case ending
        /// All is decoded; the output plays to its end.
        case draining
        /// It can't be played on; told when what is before it was heard.
        case failed(PlaybackError)
        /// The device is gone; tried again at a time.
        case lost(retryAt: Double)
    }

    var item: PlayItem
    var phase = Phase.fresh
    var isPaused = false
    var source: (any ByteSource)?
    var decoder: (any Decoder)?
    /// The output's format.
    var opened = AudioFormat(sampleRate: 44_100, channels: 2)
    /// `.started` was sent.
    var hasStarted = false
    /// Something was decoded, or a seek says that there is something.
    var hasSound = false
    var isBuffering = false
    /// The place where the device went away, until it is back.
    var frozen: Double?
    /// When the last place was told.
    var told = 0.0

    init(item: PlayItem) { self.item = item }

    var token: PlayToken { item.token }

    /// What is told as the length: an estimate that has been passed isn't one.
    var length: ItemLength? {
        guard let decoder, let duration = decoder.duration else { return nil }
        return ItemLength(seconds: max(duration, decoder.position), isGuess: !decoder.isMeasured)
    }
}
