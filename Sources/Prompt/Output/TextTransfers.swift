import Library
import Session
import Terminal

/// Downloads in words: a line with a bar for each that runs, how they stand in a list, and what came of all.
enum TextTransfers {
    /// A line of at most `width` columns: name, bar, share, speed and time left; on a narrow terminal what matters most of it.
    static func row(_ look: DownloadLook, width: Int) -> String {
        let share = share(look)
        if case .coming = look.outlook {} else { return row(look, said: join([share, outlook(look)], by: ", "), width: width) }
        let (amount, rate, left) = (share ?? Figures.size(look.received), rate(look) ?? "", left(look) ?? "")
        let size = Columns.right(amount, share == nil ? 7 : 4)
        if width < 36 { return row(look, said: size, width: width) }
        let facts = size + "  " + Columns.right(rate, 8) + "  " + Columns.right(left, 12)
        let room = width - Columns.width(facts) - 2
        guard room >= 28 else { return row(look, said: facts, width: width) }
        let cells = min(room / 2, 40)
        return Columns.left(title(look), room - cells - 2) + "  " + bar(look, cells: cells) + "  " + facts
    }

    /// What happens to it, or why it doesn't come: the last column of `downloads`.
    static func words(_ look: DownloadLook) -> String {
        switch (look.record.state, look.outlook) {
        case (.done, _): look.path ?? ""
        case (.failed, _): join([look.error, "download \(look.id) tries it again"], by: "; ")
        case (.cancelled, _): ""
        case (_, .again): join([outlook(look), look.error], by: ": ")
        default: join([outlook(look), left(look)], by: ", ")
        }
    }

    /// `downloaded 19 of 20 items, 96 MB, in 1:12; 1 failed`.
    static func summary(_ tally: DownloadTally, failed: Int, seconds: Double) -> String {
        let all = Figures.count(tally.done + failed, "item", "items")
        let what = failed > 0 ? "\(tally.done) of \(all)" : all
        let facts = tally.done > 0 ? [Figures.size(tally.bytes), seconds >= 1 ? "in \(Figures.clock(seconds))" : ""] : []
        return join([join(["downloaded \(what)"] + facts, by: ", "), failed > 0 ? "\(failed) failed" : nil], by: "; ")
    }

    private static func row(_ look: DownloadLook, said: String, width: Int) -> String {
        // Of the name enough is left to know it by.
        let room = max(width - Columns.width(said) - 2, min(width / 3, 20))
        return Columns.fit(Columns.left(title(look), room) + "  " + said, width)
    }

    /// In ASCII: a terminal for Chinese may draw block characters two columns wide.
    private static func bar(_ look: DownloadLook, cells: Int) -> String {
        let inside = max(cells - 2, 0)
        guard let part = part(look) else { return Columns.blanks(cells) }
        let full = Int(part * Double(inside))
        return "[" + String(repeating: "#", count: full) + String(repeating: "-", count: inside - full) + "]"
    }

    /// From 0 to 1.
    private static func part(_ look: DownloadLook) -> Double? {
        look.size.flatMap { $0 > 0 ? min(max(Double(look.received) / Double($0), 0), 1) : nil }
    }

    private static func share(_ look: DownloadLook) -> String? { part(look).map { "\(Int($0 * 100))%" } }

    private static func rate(_ look: DownloadLook) -> String? {
        guard case .coming(let rate?) = look.outlook, rate.isFinite else { return nil }
        return Figures.size(Int64(min(rate, 1e15))) + "/s"
    }

    private static func left(_ look: DownloadLook) -> String? {
        look.secondsLeft.map { Figures.clock(min($0.rounded(.up), 359_999)) + " left" }
    }

    private static func outlook(_ look: DownloadLook) -> String? {
        switch look.outlook {
        case .coming: rate(look)
        case .silent(let seconds): "nothing for \(whole(seconds)) s"
        case .again(let seconds): seconds > 0 ? "tried again in \(whole(seconds.rounded(.up))) s" : "is tried again"
        case .inTurn: "in its turn"
        case .elsewhere(let process): "by process \(process)"
        case .left: "download goes on with it"
        case .over: nil
        }
    }

    private static func whole(_ seconds: Double) -> Int { Int(min(max(seconds, 0), 1e6)) }

    private static func title(_ look: DownloadLook) -> String { Columns.plain(look.title) }

    private static func join(_ parts: [String?], by separator: String) -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
