/// In which order the queue's entries stood. A value: it brings queues into that order as they have become since.
struct QueueOrder: Equatable {
    var entries: [Int64]

    init(_ queue: QueueState) { entries = queue.entries.map(\.entry) }

    /// Puts those that are still there into this order, at the places that they have among them; all others stay where they are. Gives how many
    /// have this order now, 0 where they had it.
    func apply(to queue: inout QueueState) -> Int {
        let ranks = Dictionary(entries.enumerated().map { ($1, $0) }) { first, _ in first }
        let places = queue.entries.indices.filter { ranks[queue.entries[$0].entry] != nil }
        let sorted = places.map { queue.entries[$0] }.sorted { (ranks[$0.entry] ?? 0) < (ranks[$1.entry] ?? 0) }
        let before = queue.entries
        for (place, row) in zip(places, sorted) { queue.entries[place] = row }
        return queue.entries == before ? 0 : places.count
    }
}

extension QueueOrder {
    var packed: String? { PackedText.pack(entries.map(String.init)) }

    init(packed: String?) { entries = PackedText.list(packed).compactMap { Int64($0) } }
}
