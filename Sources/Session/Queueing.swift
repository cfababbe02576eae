import Catalogue
import Library
import Playback
public import Queue

extension RadioSession {
    /// The queue's lines, and its modes. They become the last listing.
    public func queueLines() async throws -> (lines: [QueueLine], modes: QueueModes) {
        let queue = try await queue()
        let records = try await episodeRecords(queue.entries.map(\.item))
        let lines = queue.entries.enumerated().compactMap { index, entry in
            records[entry.item].map {
                QueueLine(position: index + 1, record: $0, isCurrent: entry.id == queue.current, played: entry.played, failed: entry.failed)
            }
        }
        if !lines.isEmpty { try await keepListing(queue.entries.map(\.item.description), source: nil, next: nil) }
        return (lines, queue.modes)
    }

    /// Puts things at the end of the queue (or, with `next`, after what plays); a programme stands for its episodes.
    public func add(_ words: [String], next: Bool = false) async throws -> ChangeReport {
        let found = try await episodes(of: words)
        let ids = found.records.map(\.id)
        if !ids.isEmpty { try await inTurn { _ = try await changeQueue { next ? $0.insert(ids) : $0.append(ids) } } }
        return ChangeReport(
            action: next ? "insert" : "add", items: ids.count, records: try await library().records(ids), failures: found.failures)
    }

    /// Removes queue positions. Throws SessionError.noSuchPosition, and removes nothing then.
    public func delete(positions: [Int]) async throws -> ChangeReport {
        let gone = try await edit(step: "del") { try $0.delete(positions) }
        return ChangeReport(action: "del", items: gone.count, records: try await library().records(gone.map(\.item)))
    }

    /// Moves a queue position to another. Throws SessionError.noSuchPosition, as does `swap`.
    public func move(from: Int, to: Int) async throws -> ChangeReport {
        try await edit { try $0.move(from: from, to: to) }
        return ChangeReport(action: "move", items: 1)
    }

    /// Swaps two queue positions.
    public func swap(_ a: Int, _ b: Int) async throws -> ChangeReport {
        try await edit { try $0.swap(a, b) }
        return ChangeReport(action: "swap", items: 2)
    }

    /// Empties the queue; what plays is stopped.
    public func clear() async throws -> ChangeReport {
        ChangeReport(action: "clear", items: try await edit(step: "clear") { $0.clear() })
    }

    /// Removes all but the current entry. Throws SessionError.emptyQueue and .nothingCurrent: all would go.
    public func crop() async throws -> ChangeReport {
        let count = try await edit(step: "crop") { queue in
            if queue.entries.isEmpty { throw SessionError.emptyQueue }
            if queue.current == nil { throw SessionError.nothingCurrent }
            return queue.crop()
        }
        return ChangeReport(action: "crop", items: count)
    }

    /// Puts the queue into a new order, the current entry first.
    public func shuffle() async throws -> ChangeReport {
        let count = try await edit(step: "shuffle") { queue in
            var generator = SystemRandomNumberGenerator()
            queue.shuffle(using: &generator)
            return queue.entries.count
        }
        return ChangeReport(action: "shuffle", items: count)
    }

    /// Switches a mode, or turns it over where `on` is nil; gives all modes as they are now.
    public func setMode(_ mode: any WritableKeyPath<PlayQueue, Bool> & Sendable, _ on: Bool?) async throws -> QueueModes {
        try await inTurn {
            try refuseOtherPlayer()
            return try await changeQueue { queue in
                queue[keyPath: mode] = on ?? !queue[keyPath: mode]
                return queue.modes
            }
        }
    }

    /// What the words point at, as episodes: a programme stands for all of its own, oldest pages included. Errors are told as
    /// `resolveEach` tells them.
    func episodes(of words: [String]) async throws -> FoundEpisodes {
        let resolved = try await resolveEach(words)
        var (records, failures) = ([EpisodeRecord](), resolved.failures)
        for record in resolved.records {
            do { records += try await episodes(of: record) } catch {
                if error is LibraryError || resolved.records.count == 1 && failures.isEmpty { throw error }
                failures.append(ItemFailure(title: record.title, error: error))
            }
        }
        return (records, failures)
    }

    private func episodes(of record: ItemRecord) async throws -> [EpisodeRecord] {
        switch record {
        case .episode(let episode): return [episode]
        case .station(let station):
            if station.station.isHLS { throw SessionError.isHLS(title: station.station.title) }
            return [station.playable]
        case .story(let story): throw SessionError.noAudio(title: story.story.title)
        case .program(let program):
            let all = try await allEpisodes(of: program)
            if all.isEmpty { throw SessionError.noEpisodes(title: program.program.title) }
            return all
        }
    }

    /// An episode as it can be played: one that a list named without its files is looked up in its programme.
    func withAudio(_ record: EpisodeRecord) async -> EpisodeRecord {
        guard needsLookup(record), let ref = record.episode.programRef, let source = try? await source(named: record.source) else {
            return record
        }
        return await lookedUp(record, of: ref, from: source)
    }

    func needsLookup(_ record: EpisodeRecord) -> Bool {
        record.episode.audio.isEmpty && record.downloaded == nil && record.episode.programRef != nil
    }

    func queue() async throws -> PlayQueue { PlayQueue(try await library().queue()) }

    /// Changes the queue in one transaction, so that two processes never undo each other's work.
    func changeQueue<Result: Sendable>(
        step: String? = nil, _ change: @escaping @Sendable (inout PlayQueue) throws -> Result
    ) async throws -> Result {
        let result = try await library().changeQueue(step: step) { state in
            var queue = PlayQueue(state)
            let result = try change(&queue)
            state = queue.state
            return result
        }
        try await tellUpcoming()
        return result
    }

    func episodeRecords(_ ids: [ItemID]) async throws -> [ItemID: EpisodeRecord] {
        var found: [ItemID: EpisodeRecord] = [:]
        for record in try await library().records(Array(Set(ids))).compactMap(\.playable) { found[record.id] = record }
        return found
    }

    /// A change by hand; where it takes away what plays, the entry that follows plays. With `step` it can be undone.
    private func edit<Result: Sendable>(
        step: String? = nil, _ change: @escaping @Sendable (inout PlayQueue) throws -> Result
    ) async throws -> Result {
        let (result, isOver) = try await inTurn {
            do {
                let result = try await changeQueue(step: step, change)
                return (result, try await followRemoval())
            } catch let error as NoSuchPosition {
                throw SessionError.noSuchPosition(error.position, length: error.length)
            }
        }
        if isOver { await settled { $0.current == nil } }
        return result
    }

    /// True where nothing follows: then the player was told to stop.
    func followRemoval() async throws -> Bool {
        guard let play = playing.current else { return false }
        let queue = try await queue()
        if queue.index(of: play.entry) != nil { return false }
        guard let entry = queue.currentEntry else {
            stopPlayer()
            return true
        }
        try await start(entry)
        return false
    }

    private func allEpisodes(of record: ProgramRecord) async throws -> [EpisodeRecord] {
        let library = try await library()
        if let source = try? await source(named: record.source) {
            do { _ = try await allPages(.program(ref: record.program.ref, page: 1), from: source) } catch {
                if try await library.episodes(of: record.id).isEmpty { throw error }
            }
        }
        let episodes = try await library.episodes(of: record.id)
        return record.program.isSerial == true ? episodes.oldestFirst : episodes
    }
}

extension PlayQueue {
    init(_ state: QueueState) {
        self.init(
            entries: state.entries.map {
                Entry(id: $0.entry, item: $0.item, played: $0.played, failed: $0.failed, upNext: $0.shuffleOrder)
            },
            current: state.current, nextID: state.nextEntry, random: state.random, repeats: state.repeats, single: state.single,
            consume: state.consume, seed: state.seed)
    }

    var state: QueueState {
        QueueState(
            entries: entries.map {
                QueueRow(entry: $0.id, item: $0.item, played: $0.played, failed: $0.failed, shuffleOrder: $0.upNext)
            },
            current: current, nextEntry: nextID, random: random, repeats: repeats, single: single, consume: consume, seed: seed)
    }

    var modes: QueueModes { QueueModes(random: random, repeats: repeats, single: single, consume: consume) }
}
