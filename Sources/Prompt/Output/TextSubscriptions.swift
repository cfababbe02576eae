import Catalogue
import Library
import Session
import Terminal

/// What the listener follows, in words.
struct TextSubscriptions {
    var width: Int?
    var palette: Palette

    /// Each with how many episodes wait to be heard, and what the last look failed of.
    func lines(_ subscriptions: [Subscription], first: Int, now: Int64) -> [String] {
        guard !subscriptions.isEmpty else { return ["nothing is subscribed; subscribe takes a programme or a feed's address"] }
        var table = Table([
            .init("", .right, style: .dim), .init(isStretchable: true), .init("", .right), .init(style: .dim),
            .init(isStretchable: true, style: .red),
        ])
        for (index, subscription) in subscriptions.enumerated() {
            let title = subscription.program.program.title
            table.add([
                "\(first + index)", title.isEmpty ? subscription.url ?? "" : title,
                "\(subscription.unheard) new of \(subscription.episodes)",
                subscription.checked.map { Figures.age(since: $0, now: now) } ?? "not looked at yet", subscription.error ?? "",
            ])
        }
        return table.lines(width: width, palette: palette)
    }

    /// What has changed, then a summary; what failed is said on standard error.
    func updates(_ lines: [UpdateLine]) -> [String] {
        var table = Table([.init(isStretchable: true), .init("", .right, style: .green), .init("", .right, style: .dim)])
        for line in lines where line.added > 0 || line.changed > 0 {
            table.add([
                line.program.program.title, line.added > 0 ? "\(line.added) new" : "", line.changed > 0 ? "\(line.changed) changed" : "",
            ])
        }
        return table.lines(width: width, palette: palette) + [summary(lines)]
    }

    private func summary(_ lines: [UpdateLine]) -> String {
        let added = lines.reduce(0) { $0 + $1.added }
        let failed = lines.count { $0.error != nil }
        let waiting = lines.count(where: \.isWaiting)
        let parts = [
            "\(Figures.count(lines.count - waiting, "subscription", "subscriptions")) looked at",
            "\(Figures.count(added, "new episode", "new episodes"))",
            failed > 0 ? "\(failed) failed" : nil, waiting > 0 ? "\(waiting) left alone, as they failed often" : nil,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }
}
