public import Catalogue

extension PlayQueue {
    /// Puts the items at the end; gives the new entries.
    @discardableResult
    public mutating func append(_ items: [ItemID]) -> [Entry] {
        let new = make(items)
        entries += new
        return new
    }

    /// Puts the items after the current entry (at the front where there is none), so that they play next, with `random` too.
    @discardableResult
    public mutating func insert(_ items: [ItemID]) -> [Entry] {
        var new = make(items)
        if random {
            // Counted anew: the numbers may be from elsewhere, and so near the greatest.
            let waiting = entries.indices.filter { entries[$0].upNext != nil }.sorted {
                (entries[$0].upNext ?? 0) < (entries[$1].upNext ?? 0)
            }
            for (rank, index) in waiting.enumerated() { entries[index].upNext = new.count + rank }
            for index in new.indices { new[index].upNext = index }
        }
        entries.insert(contentsOf: new, at: currentIndex.map { $0 + 1 } ?? 0)
        return new
    }

    /// Removes the entries at these positions (from 1, given twice counts once). If the current one goes, the entry that would have
    /// followed becomes current. Nothing is removed if one of the positions isn't there.
    @discardableResult
    public mutating func delete(_ positions: some Sequence<Int>) throws(NoSuchPosition) -> [Entry] {
        var ids = Set<Int64>()
        for position in positions { ids.insert(try entry(at: position).id) }
        return remove { ids.contains($0.id) }
    }

    /// Removes what failed of these: it is to be tried again elsewhere in the queue.
    public mutating func removeFailed(_ items: [ItemID]) {
        let wanted = Set(items)
        _ = remove { $0.failed && wanted.contains($0.item) }
    }

    /// Moves the entry at one position to another (both from 1).
    public mutating func move(from: Int, to: Int) throws(NoSuchPosition) {
        let entry = try entry(at: from)
        _ = try self.entry(at: to)
        entries.remove(at: from - 1)
        entries.insert(entry, at: to - 1)
    }

    /// Swaps the entries at two positions (from 1).
    public mutating func swap(_ a: Int, _ b: Int) throws(NoSuchPosition) {
        _ = try (entry(at: a), entry(at: b))
        entries.swapAt(a - 1, b - 1)
    }

    /// Removes all; gives how many there were.
    @discardableResult
    public mutating func clear() -> Int {
        defer { (entries, current) = ([], nil) }
        return entries.count
    }

    /// Removes all but the current entry; gives how many went.
    @discardableResult
    public mutating func crop() -> Int {
        let kept = current
        return remove { $0.id != kept }.count
    }

    /// Puts the entries into a new order of positions, the current one first, so that all the others are still to come. Of a few entries it is
    /// tried again where it came out as it was, which whoever asked would take for a fault.
    public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
        let before = entries.map(\.id)
        for _ in 1...Self.mostShuffles {
            entries.shuffle(using: &generator)
            if let index = currentIndex { entries.insert(entries.remove(at: index), at: 0) }
            if entries.map(\.id) != before { return }
        }
    }

    private static let mostShuffles = 32

    /// The entry at a position (from 1).
    public func entry(at position: Int) throws(NoSuchPosition) -> Entry {
        guard position >= 1, position <= entries.count else { throw NoSuchPosition(position: position, length: entries.count) }
        return entries[position - 1]
    }

    private mutating func make(_ items: [ItemID]) -> [Entry] {
        defer { nextID += Int64(items.count) }
        return items.enumerated().map { Entry(id: nextID + Int64($0), item: $1) }
    }

    private mutating func remove(where goes: (Entry) -> Bool) -> [Entry] {
        let gone = entries.filter(goes)
        if let current, gone.contains(where: { $0.id == current }) {
            let following = entriesAfterCurrent.first { !goes($0) }
            self.current = following?.id
        }
        entries.removeAll(where: goes)
        return gone
    }
}
