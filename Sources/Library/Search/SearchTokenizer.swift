import Dispatch

/// Makes a transaction's columns, in the order in which rows are given: many rows' on a thread of its own, while the tables are written.
// Unchecked: `columns` is touched on the queue alone, and behind all that was given to it.
final class SearchTokenizer: @unchecked Sendable {
    /// So many rows are worth a turn of the thread.
    private static let atOnce = 250
    private static let queue = DispatchQueue(label: "skywave search tokens")

    private struct Given {
        var fields: SearchFields
        var isNew: Bool
    }

    private var columns = SearchColumns()
    private var waiting: [Given] = []
    private var count = 0

    /// Gives the row's number. `isNew` is false where the index has it.
    func add(_ fields: SearchFields, isNew: Bool = true) -> Int {
        waiting.append(Given(fields: fields, isNew: isNew))
        count += 1
        if waiting.count == Self.atOnce {
            let full = waiting
            waiting.removeAll(keepingCapacity: true)
            waiting.reserveCapacity(Self.atOnce)
            Self.queue.async { self.make(full) }
        }
        return count - 1
    }

    /// All columns; waits for them.
    func finish() -> SearchColumns {
        if count > waiting.count { Self.queue.sync {} }
        make(waiting)
        waiting = []
        return columns
    }

    private func make(_ rows: [Given]) {
        for row in rows { _ = columns.add(row.fields, isNew: row.isNew) }
    }
}
