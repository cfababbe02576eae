extension LibraryStore {
    /// The queue as it is now, whichever process changed it last.
    public func queue() throws -> QueueState {
        try reading { try QueueTable(database: database).read().state }
    }

    /// Reads the queue, lets `body` change it, and writes what is different, in one transaction that keeps other processes out. Where
    /// `body` throws, nothing is changed. `body` must give each entry a number of its own. What
    /// goes out of the queue, or the order that its entries had, can be had back by undoing `step`, where that is given.
    public func changeQueue<R: Sendable>(step: String? = nil, _ body: @Sendable (inout QueueState) throws -> R) throws -> R {
        try writing {
            let table = QueueTable(database: database)
            let (old, places) = try table.read()
            var new = old
            let result = try body(&new)
            try table.write(new, over: old, places: places)
            if let step { try recordRemoval(step, from: old, to: new) }
            return result
        }
    }
}
