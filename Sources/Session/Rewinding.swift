import Catalogue
import Library
import Playback
import Queue

/// After a pause one has lost the thread: playing goes back a little, by how long it was.
enum Rewind {
    /// Seconds, by those of the pause; none where the clock was set back meanwhile.
    static func seconds(afterPause pause: Int64) -> Double {
        switch pause {
        case ..<10: 0
        case ..<300: 3
        case ..<3600: 10
        default: 20
        }
    }
}

extension RadioSession {
    /// Goes on with what is paused; with a station that was let go of by what is on the air now.
    func resumeCurrent() async throws {
        guard playing.state == .paused, let play = playing.current else {
            // It may have been told to pause before it sounds.
            if let token = playing.current?.token { playing.open[token]?.startsPaused = false }
            playing.player?.resume()
            return
        }
        if play.isHungUp, let entry = try await queue().currentEntry, entry.id == play.entry { return try await start(entry, after: play) }
        let back = playing.pausedAt.map { secondsBack(since: $0) } ?? 0
        if back > 0, !play.isLive, play.position > 0 { send(play, to: max(play.position - back, 0)) }
        playing.player?.resume()
    }

    /// Where an item is to begin: at its place, or a little before it where it was left by playing some time ago. A place that was chosen
    /// (by `seek`, or a bookmark) counts as it is.
    func placeToBegin(_ record: EpisodeRecord) async throws -> Double {
        let place = try await beginning(of: record, at: record.position)
        guard let position = record.position, position > 0, let left = try await library().timeLeft(record.id) else { return place }
        return max(place - secondsBack(since: left), 0)
    }

    /// Tells the player to go elsewhere in what it plays.
    func send(_ play: Play, to place: Double) {
        playing.open[play.token]?.position = place
        playing.open[play.token]?.isSeeking = true
        playing.current = playing.open[play.token]
        playing.pausedAt = nil
        playing.sleep?.fading = nil
        playing.player?.seek(play.token, to: place)
    }

    private func secondsBack(since time: Int64) -> Double {
        guard settings.value("rewind") != "off" else { return 0 }
        return Rewind.seconds(afterPause: now.subtractingReportingOverflow(time).partialValue)
    }
}
