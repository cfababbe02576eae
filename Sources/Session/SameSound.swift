import Catalogue

/// Which download fetches an address, so that two items of the same sound don't both: the later one waits, and takes its file from the first.
/// What differs anywhere in the address may be another sound.
struct SameSound {
    private var owners: [String: ItemID] = [:]
    private var waiting: [String: [ItemID: CheckedContinuation<Void, Never>]] = [:]

    func owner(of url: String) -> ItemID? { owners[url] }

    mutating func take(_ url: String, for id: ItemID) { owners[url] = id }

    mutating func wait(for url: String, _ id: ItemID, _ continuation: CheckedContinuation<Void, Never>) {
        waiting[url, default: [:]][id] = continuation
    }

    /// One that waits need not any more.
    mutating func wake(_ id: ItemID, waitingFor url: String) { waiting[url]?.removeValue(forKey: id)?.resume() }

    /// That download is over: whoever waits for it looks again.
    mutating func leave(_ id: ItemID) {
        for url in owners.filter({ $0.value == id }).keys {
            owners[url] = nil
            for continuation in (waiting.removeValue(forKey: url) ?? [:]).values { continuation.resume() }
        }
    }
}
