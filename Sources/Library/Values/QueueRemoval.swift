import Catalogue

/// What a change has taken out of the queue, and where it stood. A value: it puts entries into queues as they have become since.
struct QueueRemoval: Equatable {
    /// Entries that stood one after the other, between two that stayed; nil is the queue's start or end.
    struct Run: Equatable {
        var rows: [QueueRow]
        var after: Int64?
        var before: Int64?
    }

    var runs: [Run] = []
    /// What was current before the change and after it.
    var currentBefore: Int64?
    var currentAfter: Int64?

    var count: Int { runs.reduce(0) { $0 + $1.rows.count } }

    init(from old: QueueState, to new: QueueState) {
        (currentBefore, currentAfter) = (old.current, new.current)
        let kept = Set(new.entries.map(\.entry))
        var (run, last) = ([QueueRow](), Int64?.none)
        for row in old.entries {
            guard kept.contains(row.entry) else {
                run.append(row)
                continue
            }
            if !run.isEmpty { runs.append(Run(rows: run, after: last, before: row.entry)) }
            (run, last) = ([], row.entry)
        }
        if !run.isEmpty { runs.append(Run(rows: run, after: last, before: nil)) }
    }

    init(runs: [Run], currentBefore: Int64?, currentAfter: Int64?) {
        (self.runs, self.currentBefore, self.currentAfter) = (runs, currentBefore, currentAfter)
    }

    /// Puts the entries back, each run beside the neighbours that are still there; what came since stays. What was current is so again, but not
    /// with `keepsCurrent` (something plays), nor where another has become current since. Gives how many entries came back.
    func putBack(into queue: inout QueueState, keepsCurrent: Bool) -> Int {
        let there = Set(queue.entries.map(\.entry))
        var (front, end) = ([QueueRow](), [QueueRow]())
        var (behind, ahead) = ([Int64: [QueueRow]](), [Int64: [QueueRow]]())
        for run in runs {
            let rows = run.rows.filter { !there.contains($0.entry) }
            if let after = run.after, there.contains(after) {
                behind[after, default: []] += rows
            } else if let before = run.before, there.contains(before) {
                ahead[before, default: []] += rows
            } else if run.after == nil {
                front += rows
            } else {
                end += rows
            }
        }
        let count = queue.entries.count
        queue.entries = front + queue.entries.flatMap { (ahead[$0.entry] ?? []) + [$0] + (behind[$0.entry] ?? []) } + end
        if !keepsCurrent, queue.current == currentAfter { queue.current = currentBefore }
        return queue.entries.count - count
    }

    /// Takes the entries out once more; what came since stays. Gives how many went.
    func takeOut(of queue: inout QueueState) -> Int {
        let count = queue.entries.count
        let gone = Set(runs.flatMap(\.rows).map(\.entry))
        queue.entries.removeAll { gone.contains($0.entry) }
        if let current = queue.current, gone.contains(current) {
            queue.current = queue.entries.contains { $0.entry == currentAfter } ? currentAfter : nil
        }
        return count - queue.entries.count
    }
}

extension QueueRemoval.Run {
    /// Its neighbours, then five fields for each entry.
    var packed: String? {
        PackedText.pack(
            [Self.text(after), Self.text(before)]
                + rows.flatMap { row in
                    [
                        "\(row.entry)", row.item.description, row.played ? "1" : "", row.failed ? "1" : "",
                        row.shuffleOrder.map(String.init) ?? "",
                    ]
                })
    }

    /// Nil where the text isn't that.
    init?(packed: String?) {
        var fields = PackedText.list(packed)[...]
        guard fields.count % 5 == 2, let after = fields.popFirst(), let before = fields.popFirst() else { return nil }
        rows = []
        (self.after, self.before) = (Int64(after), Int64(before))
        while let entry = fields.popFirst(), let item = fields.popFirst(), let played = fields.popFirst(), let failed = fields.popFirst(),
            let order = fields.popFirst()
        {
            guard let entry = Int64(entry), let item = ItemID(item) else { return nil }
            rows.append(QueueRow(entry: entry, item: item, played: !played.isEmpty, failed: !failed.isEmpty, shuffleOrder: Int(order)))
        }
    }

    private static func text(_ number: Int64?) -> String { number.map(String.init) ?? "" }
}
