import Catalogue
import Library

/// Whose turn it is to be looked at: eight at once and two from a host, or as the settings say.
struct UpdateTurns {
    let atOnce: Int
    private let perHost: Int
    private var waiting: [(host: String, subscription: Subscription)]
    private var busy: [String: Int] = [:]
    private var running = 0

    init(_ subscriptions: [Subscription], _ settings: SettingsFile) {
        atOnce = settings.number("transfers") ?? 8
        perHost = settings.number("transfers-per-host") ?? 2
        waiting = subscriptions.map { ($0.host, $0) }
    }

    mutating func next() -> Subscription? {
        guard running < atOnce, let index = waiting.firstIndex(where: { busy[$0.host, default: 0] < perHost }) else { return nil }
        let (host, subscription) = waiting.remove(at: index)
        busy[host, default: 0] += 1
        running += 1
        return subscription
    }

    mutating func end(_ subscription: Subscription) {
        busy[subscription.host, default: 1] -= 1
        running -= 1
    }
}

extension Subscription {
    /// What counts as one host: host and port of the feed, or the source.
    fileprivate var host: String {
        guard let url else { return program.source }
        let parts = url.split(separator: "/", omittingEmptySubsequences: true)
        return parts.count > 1 ? parts[1].lowercased() : url
    }
}
