import Catalogue
import Library
import Synchronization
import Transfer

/// How far this process's downloads are. Ten times a second is too often to write down: the library knows what waits and what has ended.
final class DownloadProgressBoard: Sendable {
    private let running = Mutex<[ItemID: (look: DownloadLook, at: ContinuousClock.Instant)]>([:])

    func note(_ look: DownloadLook) { running.withLock { $0[look.id] = (look, .now) } }

    func forget(_ id: ItemID) { running.withLock { $0[id] = nil } }

    /// What runs here as it is now; nil for all else.
    func look(_ id: ItemID) -> DownloadLook? {
        guard let (look, at) = running.withLock({ $0[id] }) else { return nil }
        return look.later(by: at.duration(to: .now) / .seconds(1))
    }
}
