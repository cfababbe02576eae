/// The part of the loop that moves samples, and what listeners do to them.
extension PlayerLoop {
    /// Decodes one buffer into the output.
    func fill(_ playing: Playing) -> Next {
        guard let decoder = playing.decoder else { return .again }
        guard decoder.isReady else { return starve(playing) }
        var got: Decoded?
        do {
            let written = try output.write(limit: limit(playing)) { buffer throws(PlaybackError) in
                let decoded = try decoder.read(into: buffer)
                got = decoded
                if case .bytes(let count) = decoded { return count }
                return 0
            }
            if written == .full { return waitForRoom(playing, decoder) }
        } catch {
            if case .lost(let loss) = output.state { return lose(loss) }
            return fail(error)
        }
        return take(got ?? .end, playing)
    }

    /// A remote item is decoded in bits that need no more bytes than `isReady` has seen.
    private func limit(_ playing: Playing) -> Int {
        playing.source?.isLocal == false ? 1152 * playing.opened.bytesPerFrame : 64 << 10
    }

    private func take(_ decoded: Decoded, _ playing: Playing) -> Next {
        switch decoded {
        case .bytes(0): tell()
        case .bytes(let count):
            current?.hasSound = true
            if passing != nil { border += playing.opened.seconds(count / playing.opened.bytesPerFrame) }
            if playing.isBuffering {
                current?.isBuffering = false
                current?.told = 0
            }
            tell()
        case .end where !playing.hasSound: return fail(.nothingPlayable)
        case .end: current?.phase = .ending
        // What is before the border has to be heard in the old format, too.
        case .format: drainAll()
        }
        return .again
    }

    private func starve(_ playing: Playing) -> Next {
        if case .lost(let error) = output.state { return lose(error) }
        if !playing.isBuffering, output.delay < 0.02 {
            current?.isBuffering = true
            emit(.buffering(playing.token, place))
        } else if !playing.isBuffering {
            tell()
        }
        return .wait(0.1)
    }

    private func waitForRoom(_ playing: Playing, _ decoder: any Decoder) -> Next {
        if case .lost(let error) = output.state { return lose(error) }
        tell()
        if decoder.measure() || prepare() { return .again }
        return waitForBorder()
    }

    /// Paused: only the device is watched, and what is left to measure measured.
    func hold(_ playing: Playing) -> Next {
        if case .lost(let error) = output.state { return lose(error) }
        return playing.decoder?.measure() == true ? .again : .wait(nil)
    }

    func drain(_ playing: Playing) -> Next {
        if case .lost(let error) = output.state { return lose(error) }
        guard output.isDrained else {
            tell()
            return waitForBorder()
        }
        guard let decoder = playing.decoder, decoder.format != playing.opened else {
            finish(playing)
            return .again
        }
        output.open(decoder.format)
        current?.opened = decoder.format
        current?.phase = .opening
        return .again
    }

    /// Sends the place, not more often than it is wanted.
    func tell() {
        guard let playing = heard, let told = current?.told, clock() - told >= Self.interval else { return }
        current?.told = clock()
        emit(.position(playing.token, place, length: playing.length))
    }

    // MARK: the device goes and comes

    func lose(_ error: PlaybackError) -> Next {
        guard let playing = heard else { return .again }
        let heard = place
        takeBack()
        current?.frozen = heard
        current?.isBuffering = false
        current?.phase = .lost(retryAt: clock() + Self.retry)
        emit(.position(playing.token, heard, length: playing.length))
        sayDeviceIsGone(error)
        return .wait(Self.retry)
    }

    /// Notices that a device that is there stands still or goes on, or that the sound goes elsewhere.
    func watchDevice() {
        guard let playing = current, !playing.isPaused else { return }
        switch playing.phase {
        case .playing, .ending, .draining: break
        case .fresh, .opening, .failed, .lost: return
        }
        if let detour = output.takeDetour() { emit(.detour(asked: detour.asked, used: detour.used)) }
        guard let error = output.standstill else { return sayDeviceIsBack() }
        if saidNoDevice { return }
        if let heard { emit(.position(heard.token, place, length: heard.length)) }
        sayDeviceIsGone(error)
    }

    private func sayDeviceIsGone(_ error: PlaybackError) {
        if !saidNoDevice { emit(.noDevice(error)) }
        saidNoDevice = true
    }

    func sayDeviceIsBack() {
        if saidNoDevice { emit(.deviceBack) }
        saidNoDevice = false
    }

    func reopen(_ playing: Playing, at time: Double) -> Next {
        let left = time - clock()
        if left > 0 { return .wait(left) }
        output.open(playing.opened)
        current?.phase = .opening
        return .again
    }

    // MARK: what listeners do

    func pause() {
        guard let playing = heard, current?.isPaused == false else { return }
        current?.isPaused = true
        guard playing.hasStarted else { return }
        output.pause()
        emit(.paused(playing.token, place))
    }

    func resume() {
        guard let playing = heard, current?.isPaused == true else { return }
        current?.isPaused = false
        guard playing.hasStarted else { return }
        output.resume()
        current?.told = clock()
        emit(.resumed(playing.token, place))
    }

    func seek(to seconds: Double) {
        if seconds.isNaN { return }
        takeBack()
        guard let playing = current else { return }
        guard playing.decoder != nil else {
            current?.item.start = max(0, seconds)
            return emit(.seeked(playing.token, max(0, seconds)))
        }
        guard let reached = go(to: seconds) else { return }
        // A seek may find out how long it is.
        if playing.hasStarted, playing.decoder?.isMeasured == false { emit(.position(playing.token, reached, length: current?.length)) }
        emit(.seeked(playing.token, reached))
    }

    /// From here on the current item is heard from a place; gives that, nil where it failed.
    private func go(to seconds: Double) -> Double? {
        guard let playing = current, let decoder = playing.decoder else { return nil }
        do throws(PlaybackError) {
            let reached = try decoder.seek(to: seconds)
            current?.hasSound = true
            current?.isBuffering = false
            current?.told = clock()
            if playing.frozen != nil { current?.frozen = reached } else { restart(playing, decoder) }
            return reached
        } catch {
            _ = fail(error)
            return nil
        }
    }

    /// Changes how the item that is heard sounds. A local one is decoded again from the place that is heard; with a remote one, whose bytes
    /// may be gone, what is decoded already stays.
    func change(_ effects: Effects) {
        guard let playing = heard, playing.item.effects != effects else { return }
        let (place, isAgain) = (place, passing != nil || playing.source?.isLocal == true)
        if isAgain { takeBack() }
        current?.item.effects = effects
        guard let decoder = current?.decoder else { return }
        if isAgain {
            current?.decoder = decoder.changed(by: effects)
            _ = go(to: place)
        } else if let changed = decoder as? ChangedDecoder {
            changed.change(effects)
        } else {
            current?.decoder = decoder.changed(by: effects)
        }
        guard let changed = heard, changed.hasStarted, !changed.isPaused, !changed.isBuffering, changed.frozen == nil else { return }
        current?.told = 0
        tell()
    }

    /// What was written before the seek must not be heard any more.
    func restart(_ playing: Playing, _ decoder: any Decoder) {
        if case .opening = playing.phase, decoder.format == playing.opened { return }
        output.flush()
        if decoder.format == playing.opened {
            current?.phase = .playing
        } else {
            output.open(decoder.format)
            current?.opened = decoder.format
            current?.phase = .opening
        }
    }
}
