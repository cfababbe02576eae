/// The item that is to come after the current one.
struct Upcoming {
    let item: PlayItem
    var source: (any ByteSource)?
    /// Opened, but not yet at the place where it begins: a long one is measured before.
    var opened: (any Decoder)?
    /// Ready to give the first samples.
    var decoder: (any Decoder)?
    /// Where its tags end, as far as is known, and how many there were.
    var (head, tags) = (Int64(0), 0)
    /// Why it couldn't be opened: of no account before its turn has come.
    var failure: PlaybackError?

    init(_ item: PlayItem) { self.item = item }

    /// Whether its samples may follow in a stream of that format. A remote one that begins inside isn't there yet: it asks its server first.
    func follows(_ format: AudioFormat) -> Bool {
        decoder?.format == format && (item.start == 0 || source?.isLocal == true)
    }
}

/// What comes after the current item: made ready ahead, and written into the same stream where its format is the same.
extension PlayerLoop {
    /// Seconds before the end of what is decoded at which the next item is opened, and bytes of it that are awaited before it is looked into.
    static let ahead = 30.0
    static let headBytes = 64 << 10
    /// Seconds before the end is heard at which it is decided that nothing follows.
    static let decision = 0.1

    func enqueue(_ item: PlayItem?, after token: PlayToken) {
        if token == lastEnded { return replace(with: item, after: token) }
        guard token == heard?.token else { return }
        if passing != nil { retract() }
        upcoming?.source?.cancel()
        upcoming = item.map(Upcoming.init)
        tellSources()
    }

    /// It was said while the border passed: what followed by itself, of which nobody wants to know any more, makes room.
    private func replace(with item: PlayItem?, after token: PlayToken) {
        if let current, current.token == item?.token { return }
        if current != nil { stop() }
        guard let item else { return }
        begin(Upcoming(item))
        lastEnded = token
    }

    /// Plays it, nothing being before it any more. What couldn't be opened ahead is tried again: the network may be back by now.
    func begin(_ next: Upcoming) {
        var playing = Playing(item: next.item)
        if next.failure == nil {
            (playing.source, playing.decoder) = (next.source, next.decoder ?? next.opened)
        } else {
            next.source?.cancel()
        }
        current = playing
    }

    /// Does a little of what the next item needs; false where there is nothing to do now.
    func prepare(hurry: Bool = false) -> Bool {
        guard let next = upcoming, next.decoder == nil, next.failure == nil, passing == nil, hurry || isNearEnd else { return false }
        do {
            if let source = next.source { return try prepare(next, source, hurry) }
            upcoming?.source = try makeSource(next.item)
            tellSources()
        } catch {
            upcoming?.failure = PlaybackError(wrapping: error)
        }
        return true
    }

    /// The same of one whose source is made.
    private func prepare(_ next: Upcoming, _ source: any ByteSource, _ hurry: Bool) throws(PlaybackError) -> Bool {
        if let decoder = next.opened {
            if source.isLocal, next.item.start > 0 {
                if decoder.measure() { return true }
                try begin(decoder, at: next.item.start)
            }
            upcoming?.decoder = decoder
            return true
        }
        guard let ahead = source as? ReadAhead else {
            upcoming?.opened = try decoder(of: next.item, source)
            return true
        }
        return try prepare(next, ahead: ahead, hurry)
    }

    /// The same of a remote one. Nothing may wait for the network while something sounds: neither what is behind a large tag nor another program.
    private func prepare(_ next: Upcoming, ahead source: ReadAhead, _ hurry: Bool) throws(PlaybackError) -> Bool {
        guard source.has(Self.headBytes, at: next.head) else { return false }
        if next.tags < Content.mostTags, let end = try Content.end(ofTagAt: next.head, in: source) {
            upcoming?.head = end
            upcoming?.tags = next.tags + 1
            return true
        }
        let content = try Content.of(source, behindTags: next.head)
        if !hurry, case .sound = content { return false }
        upcoming?.opened = try decoder(of: next.item, source, content)
        return true
    }

    private var isNearEnd: Bool {
        guard let decoder = current?.decoder else { return false }
        return (decoder.end ?? 0) - decoder.position < Self.ahead
    }

    /// All of the current item is decoded: what comes next?
    func end(_ playing: Playing) -> Next {
        if case .lost(let error) = output.state { return lose(error) }
        if passing != nil { return waitForBorder() }
        if let next = upcoming {
            if next.follows(playing.opened) {
                join(next, to: playing)
                return .again
            }
            if next.decoder != nil || next.failure != nil { return drainAll() }
            if prepare(hurry: true) { return .again }
        }
        // It may still be said, or come.
        let left = output.delay - Self.decision
        if left <= 0 { return drainAll() }
        tell()
        return .wait(min(left, Self.interval))
    }

    @discardableResult
    func drainAll() -> Next {
        output.drain()
        current?.phase = .draining
        return .again
    }

    /// From here on the next item is decoded, into the same stream.
    private func join(_ next: Upcoming, to playing: Playing) {
        passing = playing
        border = 0
        upcoming = nil
        begin(next)
        current?.opened = playing.opened
        current?.phase = .playing
        current?.hasSound = (next.decoder?.position ?? 0) > 0
        current?.told = playing.told
    }

    /// Tells of the border between two items when it is heard.
    func passBorder() {
        guard let last = passing, current?.frozen == nil, output.delay <= border else { return }
        passing = nil
        lastEnded = last.token
        emit(.ended(last.token, last.decoder?.position ?? 0))
        last.source?.cancel()
        tellSources()
        startHearing()
    }

    /// Until there may be room, a place to tell, or the border.
    func waitForBorder() -> Next {
        if case .lost(let error) = output.state { return lose(error) }
        tell()
        let wait = min(output.patience, Self.interval)
        return .wait(passing == nil ? wait : min(wait, max(0.005, output.delay - border)))
    }

    /// The item before, which is still heard, is the current one again; what was decoded of the one behind it is thrown away. The caller has to
    /// go to a place in it.
    func takeBack() {
        guard var last = passing, let next = current else { return }
        last.isPaused = next.isPaused
        last.phase = .playing
        last.told = next.told
        next.source?.cancel()
        (passing, current) = (nil, last)
        upcoming = Upcoming(next.item)
        tellSources()
    }

    /// The same where something else is to follow: it goes on where it is heard.
    private func retract() {
        let place = place
        takeBack()
        guard let playing = current, let decoder = playing.decoder else { return }
        do throws(PlaybackError) {
            _ = try decoder.seek(to: place)
            restart(playing, decoder)
        } catch {
            _ = fail(error)
        }
    }
}
