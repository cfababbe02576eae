import Catalogue
import Library
import Playback
import Transfer

extension RadioSession {
    /// A line for a new play: what its stream tells comes here, one thing after the other.
    func line(for token: PlayToken) -> StreamLine {
        let (news, sink) = AsyncStream.makeStream(of: StreamNews.self, bufferingPolicy: .bufferingNewest(64))
        let outlet = Outlet(sink)
        Task { [weak self] in
            for await one in news { await self?.hear(one, token) }
        }
        return StreamLine { outlet.give($0) }
    }

    private func hear(_ news: StreamNews, _ token: PlayToken) async {
        await inTurn {
            switch news {
            case .began(let facts):
                note(token) { $0.stream = facts }
                if facts.isLive { leaveUnchanged(token) }
            case .title(let title):
                note(token) { $0.streamTitle = title.isEmpty ? nil : title }
                await tellTitle(token)
            case .recordingFailed(let code): await recordingFailed(code, of: token)
            }
        }
        await showStatus()
    }

    /// A broadcast comes no faster than it is sent.
    private func leaveUnchanged(_ token: PlayToken) {
        note(token) { $0.effects = Effects() }
        playing.player?.setEffects(Effects(), of: token)
    }

    /// Notes something of a play, be it that the player only has it ready.
    private func note(_ token: PlayToken, _ change: (inout Play) -> Void) {
        if playing.upcoming?.token == token, var next = playing.upcoming {
            change(&next)
            playing.upcoming = next
        }
        guard var play = playing.open[token] else { return }
        change(&play)
        playing.open[token] = play
        if playing.current?.token == token { playing.current = play }
    }

    /// Says what a station plays now, and writes it into the history; before it is heard itself that waits.
    func tellTitle(_ token: PlayToken) async {
        guard let play = playing.open[token], play.hasStarted, let title = play.streamTitle, title != play.toldTitle else { return }
        note(token) { $0.toldTitle = title }
        if let listen = play.listen { await noting { try await $0.addTitle(title, to: listen) } }
        if playing.current?.token == token { onEvent(.streamTitle(title, station: play.record.episode.title)) }
    }

    /// A station that stays paused for long is let go of: who goes on wants to hear what is on the air then.
    func hangUpLater(_ token: PlayToken) {
        guard playing.open[token]?.isLive == true else { return }
        note(token) { $0.pauses += 1 }
        let pauses = playing.open[token]?.pauses
        Task { [delay = configuration.livePause] in
            try? await Task.sleep(for: delay)
            await inTurn {
                guard playing.state == .paused, playing.current?.token == token, playing.open[token]?.pauses == pauses else { return }
                note(token) { $0.isHungUp = true }
                playing.current?.line?.hangUp()
            }
        }
    }
}
