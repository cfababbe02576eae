import Catalogue
import Library
import Session

/// The downloads that run, as events tell of them.
struct Transfers {
    /// In the order in which they began, each with the time when something was last heard of it.
    private var running: [(look: DownloadLook, at: ContinuousClock.Instant)] = []
    /// What was last said to a script of each, and when.
    private var told: [ItemID: (state: DownloadState, at: ContinuousClock.Instant)] = [:]

    var isEmpty: Bool { running.isEmpty }

    mutating func note(_ look: DownloadLook, at now: ContinuousClock.Instant) {
        if let place = running.firstIndex(where: { $0.look.id == look.id }) {
            running[place] = (look, now)
        } else {
            running.append((look, now))
        }
    }

    mutating func end(_ id: ItemID) {
        running.removeAll { $0.look.id == id }
        told[id] = nil
    }

    /// As they are now.
    func looks(at now: ContinuousClock.Instant) -> [DownloadLook] {
        running.map { $0.look.later(by: $0.at.duration(to: now) / .seconds(1)) }
    }

    /// Whether a script is to hear of it: where its state is another, and once a second.
    mutating func isNews(_ look: DownloadLook, at now: ContinuousClock.Instant) -> Bool {
        if let last = told[look.id], last.state == look.state, last.at.duration(to: now) < .seconds(1) { return false }
        told[look.id] = (look.state, now)
        return true
    }
}
