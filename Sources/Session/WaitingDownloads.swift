import Catalogue
import Library

/// A download that this process has taken on and not begun yet.
struct WaitingDownload {
    let id: ItemID
    let title: String
    /// Where an earlier run has begun it.
    let path: String?
    let server: String
    /// Its place in the line.
    let ticket: Int

    init(_ record: DownloadRecord, server: String, ticket: Int) {
        (id, title, path) = (record.id, record.title, record.path)
        (self.server, self.ticket) = (server, ticket)
    }

    /// As it is noted in the library.
    var record: DownloadRecord { DownloadRecord(id: id, url: "", state: .waiting, path: path, title: title) }
}

/// The downloads that wait to be got ready: of each server's so many are at once, in the order in which they were asked for. There may be
/// thousands, so that one that waits costs no more than its entry here.
struct WaitingDownloads {
    /// More than may run, so that the library and the disk are waited for while others come.
    private static let perServer = 32

    private var waiting: [ItemID: WaitingDownload] = [:]
    /// Those of each server; who isn't in `waiting` any more is passed over.
    private var lines: [String: ArraySlice<(id: ItemID, ticket: Int)>] = [:]
    private var ready: [String: Int] = [:]

    func holds(_ id: ItemID) -> Bool { waiting[id] != nil }

    mutating func add(_ download: WaitingDownload) {
        waiting[download.id] = download
        lines[download.server, default: []].append((download.id, download.ticket))
    }

    /// Whose turn it is, if it is anyone's; `leave` ends it.
    mutating func next() -> WaitingDownload? {
        while let server = lines.keys.first(where: { ready[$0, default: 0] < Self.perServer }) {
            while let (id, ticket) = lines[server]?.popFirst() {
                if waiting[id]?.ticket == ticket { return take(id) }
            }
            lines[server] = nil
        }
        return nil
    }

    /// Takes one before its turn; `leave` ends it.
    mutating func take(_ id: ItemID) -> WaitingDownload? {
        guard let download = waiting.removeValue(forKey: id) else { return nil }
        ready[download.server, default: 0] += 1
        return download
    }

    /// One that was begun is over.
    mutating func leave(_ server: String) {
        let count = ready[server, default: 0] - 1
        ready[server] = count > 0 ? count : nil
    }

    mutating func remove(_ id: ItemID) { waiting[id] = nil }

    /// Forgets all that wait, and gives them.
    mutating func removeAll() -> [ItemID] {
        defer { (waiting, lines) = ([:], [:]) }
        return Array(waiting.keys)
    }
}
