extension PlayQueue {
    /// How the current entry was left.
    public enum Leaving: Sendable {
        /// It was heard to its end, or could not be played: `single` holds.
        case ended, failed
        /// The listener asked for the next one.
        case skipped
    }

    /// Makes an entry current; nil and no change where the id isn't queued.
    @discardableResult
    public mutating func select(_ id: Int64) -> Entry? {
        guard let index = index(of: id) else { return nil }
        current = id
        entries[index].upNext = nil
        entries[index].failed = false
        return entries[index]
    }

    /// Where `play` without an item begins: the current entry, else the first that wasn't played, else the first of all.
    public mutating func begin() -> Entry? {
        if let currentEntry { return select(currentEntry.id) }
        let order = ordered
        if let first = order.first(where: { !$0.played }) { return select(first.id) }
        forgetPlayed()
        return ordered.first.flatMap { select($0.id) }
    }

    /// Leaves the current entry for the one after it, and makes that one current; nil at the end. `single` ends after an entry
    /// that ended by itself, or plays it again where `repeats` is on too; a failed one is never played again at once.
    public mutating func advance(_ leaving: Leaving) -> Entry? {
        guard let index = currentIndex else { return nil }
        let left = entries[index]
        if leaving != .skipped && single {
            if repeats && leaving == .ended { return left }
            (entries[index].played, entries[index].failed) = (true, leaving == .failed)
            current = nil
            if consume { entries.remove(at: index) }
            return nil
        }
        (entries[index].played, entries[index].failed) = (true, leaving == .failed)
        var following = entriesAfterCurrent.first
        if following == nil && repeats { following = wrap() }
        current = following?.id
        if consume, let index = self.index(of: left.id) {
            entries.remove(at: index)
            if current == left.id { current = nil }
        }
        // One that has failed stays so until it is asked for or heard.
        if let next = currentIndex { entries[next].upNext = nil }
        return currentEntry
    }

    /// Marks the current entry as one that could not be played, where there is nothing else to go on with. It stays current.
    public mutating func fail() {
        guard let index = currentIndex else { return }
        (entries[index].played, entries[index].failed) = (true, true)
    }

    /// Goes back to the entry before the current one in the order (after the end: to the last that was played); nil at the start.
    public mutating func previous() -> Entry? {
        let order = ordered
        guard let current else { return order.last(where: \.played).flatMap { select($0.id) } }
        guard let place = order.firstIndex(where: { $0.id == current }), place > 0 else { return nil }
        return select(order[place - 1].id)
    }

    /// What is still to come after the current entry, in order; with `random` only what wasn't played.
    public var entriesAfterCurrent: [Entry] {
        let order = ordered
        guard let current, let place = order.firstIndex(where: { $0.id == current }) else { return order.filter { !$0.played } }
        guard random else { return Array(order[(place + 1)...]) }
        let coming = order[(place + 1)...] + order[..<place]
        return coming.filter { $0.upNext != nil }.sorted { ($0.upNext ?? 0) < ($1.upNext ?? 0) }
            + coming.filter { $0.upNext == nil && !$0.played }
    }

    /// All entries in the order they play.
    var ordered: [Entry] {
        random ? entries.sorted { (shuffleKey($0.id), $0.id) < (shuffleKey($1.id), $1.id) } : entries
    }

    /// A new round for `repeats`: a new order, all unplayed.
    private mutating func wrap() -> Entry? {
        if random { reshuffle() }
        forgetPlayed()
        let order = ordered
        return order.count > 1 && random && order.first?.id == current ? order[1] : order.first
    }

    private mutating func forgetPlayed() {
        for index in entries.indices { (entries[index].played, entries[index].failed) = (false, false) }
    }

    /// SplitMix64 of the seed and the id: the same order in each process, without a permutation to keep.
    private func shuffleKey(_ id: Int64) -> UInt64 {
        var z = seed &+ UInt64(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
