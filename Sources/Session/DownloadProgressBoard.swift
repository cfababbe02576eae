import Catalogue
import Library
import Synchronization

/// How far this process's downloads are. Ten times a second is too often to write down: the library knows what waits and what has ended.
final class DownloadProgressBoard: Sendable {
    private let running = Mutex<[ItemID: DownloadRecord]>([:])

    func note(_ record: DownloadRecord) { running.withLock { $0[record.id] = record } }

    func forget(_ id: ItemID) { running.withLock { $0[id] = nil } }

    /// The library's records, those that run here as they are now.
    func brought(to records: [DownloadRecord]) -> [DownloadRecord] {
        running.withLock { running in
            records.map { record in record.state == .waiting ? running[record.id] ?? record : record }
        }
    }
}
