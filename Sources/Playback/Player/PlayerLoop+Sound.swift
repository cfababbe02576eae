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
        case .bytes:
            current?.hasSound = true
            if playing.isBuffering {
                current?.isBuffering = false
                current?.told = 0
            }
            tell()
        case .end where !playing.hasSound: return fail(.nothingPlayable)
        case .end, .format:
            output.drain()
            current?.phase = .draining
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
        if decoder.measure() { return .again }
        return .wait(min(output.patience, Self.interval))
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
            return .wait(min(output.patience, Self.interval))
        }
        guard let decoder = playing.decoder, decoder.format != playing.opened else {
            emit(.ended(playing.token, playing.decoder?.position ?? 0))
            leave()
            return .again
        }
        output.open(decoder.format)
        current?.opened = decoder.format
        current?.phase = .opening
        return .again
    }

    /// Sends the place, not more often than it is wanted.
    private func tell() {
        guard let playing = current, clock() - playing.told >= Self.interval else { return }
        current?.told = clock()
        emit(.position(playing.token, place, duration: playing.duration))
    }

    // MARK: the device goes and comes

    func lose(_ error: PlaybackError) -> Next {
        guard let playing = current else { return .again }
        let heard = place
        current?.frozen = heard
        current?.isBuffering = false
        current?.phase = .lost(retryAt: clock() + Self.retry)
        emit(.position(playing.token, heard, duration: playing.duration))
        emit(.noDevice(error))
        return .wait(Self.retry)
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
        guard let playing = current, !playing.isPaused else { return }
        current?.isPaused = true
        guard playing.hasStarted else { return }
        output.pause()
        emit(.paused(playing.token, place))
    }

    func resume() {
        guard let playing = current, playing.isPaused else { return }
        current?.isPaused = false
        guard playing.hasStarted else { return }
        output.resume()
        current?.told = clock()
        emit(.resumed(playing.token, place))
    }

    func seek(to seconds: Double) {
        guard let playing = current, !seconds.isNaN else { return }
        guard let decoder = playing.decoder else {
            current?.item.start = max(0, seconds)
            return emit(.seeked(playing.token, max(0, seconds)))
        }
        do throws(PlaybackError) {
            let reached = try decoder.seek(to: seconds)
            current?.hasSound = true
            current?.isBuffering = false
            current?.told = clock()
            if playing.frozen != nil { current?.frozen = reached } else { restart(playing, decoder) }
            emit(.seeked(playing.token, reached))
        } catch {
            _ = fail(error)
        }
    }

    /// What was written before the seek must not be heard any more.
    private func restart(_ playing: Playing, _ decoder: any Decoder) {
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
