import Catalogue

/// Which download fetches an address, so that two items of the same sound don't both: the later one waits, and takes its file from the first.
struct SameSound {
    private var owners: [String: ItemID] = [:]
    private var waiting: [String: [ItemID: CheckedContinuation<Void, Never>]] = [:]

    func owner(of key: String) -> ItemID? { owners[key] }

    mutating func take(_ key: String, for id: ItemID) { owners[key] = id }

    mutating func wait(for key: String, _ id: ItemID, _ continuation: CheckedContinuation<Void, Never>) {
        waiting[key, default: [:]][id] = continuation
    }

    /// One that waits need not any more.
    mutating func wake(_ id: ItemID, waitingFor key: String) { waiting[key]?.removeValue(forKey: id)?.resume() }

    /// That download is over: whoever waits for it looks again.
    mutating func leave(_ id: ItemID) {
        for key in owners.filter({ $0.value == id }).keys {
            owners[key] = nil
            for continuation in (waiting.removeValue(forKey: key) ?? [:]).values { continuation.resume() }
        }
    }
}
