import Catalogue
import Library
import Playback
import Queue

/// What plays after the current item is told to the player ahead, so that it follows without a gap. The queue decides when the current one has
/// ended: where it has another answer by then (another process may have changed it), that plays instead.
extension RadioSession {
    /// Tells the player what comes now after what it plays. Within a turn, whenever that may have changed.
    func tellUpcoming() async throws {
        // The status line tells of the queue, too.
        playing.shown = nil
        guard let play = playing.current, play.hasStarted, let player = playing.player else { return }
        let queue = try await queue()
        guard queue.current == play.entry else { return }
        let entry = entryAfter(queue)
        if entry?.id == playing.upcoming?.entry { return }
        playing.upcoming = nil
        guard let entry, let next = try await self.play(of: entry, after: play) else { return player.enqueue(nil, after: play.token) }
        playing.upcoming = next
        player.enqueue(item(of: next, next.record), after: play.token)
    }

    private func entryAfter(_ queue: PlayQueue) -> PlayQueue.Entry? {
        var later = queue
        guard !sleepsNow, let entry = later.advance(.ended), playing.scope?.contains(entry.id) ?? true else { return nil }
        return entry
    }

    /// Nil for what is to be started in its own time: a station, and what has to be looked up first.
    private func play(of entry: PlayQueue.Entry, after play: Play) async throws -> Play? {
        guard let record = try await library().record(entry.item)?.playable, !record.isLive, !needsLookup(record) else { return nil }
        // What plays now begins again afterwards: its place is kept while it plays.
        let place = record.id == play.record.id ? try await beginning(of: record, at: nil) : try await placeToBegin(record)
        var next = Play(entry: entry.id, record: record, position: place)
        (next.isTold, next.line, next.effects) = (true, line(for: next.token), try await effects(of: record))
        return next
    }

    /// The player goes on with it by itself.
    func follow(_ next: Play) async throws {
        try await sayIfLost(next.record)
        playing.upcoming = nil
        playing.current = next
        playing.open[next.token] = next
        playing.state = .buffering
        try await applyVolume()
    }
}
