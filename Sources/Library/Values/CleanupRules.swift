/// What is cleaned up (`set cleanup`): rules with commas between, of which each alone takes a file. `played,30d,2GB` takes what was played, what was
/// downloaded more than 30 days ago, and as much as is over 2 GB.
public struct CleanupRules: Hashable, Sendable {
    public enum Rule: Hashable, Sendable {
        /// Played so many days ago or longer.
        case played(days: Int64)
        /// Downloaded so many days ago or longer.
        case age(days: Int64)
        /// All files together are more than so many bytes: what was played goes first, then the oldest.
        case size(bytes: Int64)
    }

    /// Each with its text, in their order; none where nothing is cleaned up.
    public let rules: [(rule: Rule, text: String)]

    public static let expected = "off, or rules such as played,30d,2GB: played, played:7d (a week ago), 30d (downloaded then), 2GB (of all)"

    /// Nil where the text is none of `expected`.
    public init?(_ text: String) {
        if text.lowercased() == "off" {
            rules = []
            return
        }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        let read = words.map { word in Self.rule(word.lowercased()[...]).map { (rule: $0, text: word) } }
        rules = read.compactMap { $0 }
        if rules.count != read.count { return nil }
    }

    private static func rule(_ word: Substring) -> Rule? {
        if word == "played" { return .played(days: 0) }
        if word.hasPrefix("played:") { return days(word.dropFirst("played:".count)).map { .played(days: $0) } }
        return days(word).map { .age(days: $0) } ?? bytes(word).map { .size(bytes: $0) }
    }

    private static func days(_ word: Substring) -> Int64? {
        guard word.last == "d", let days = Int64(word.dropLast()), (1...36_500).contains(days) else { return nil }
        return days
    }

    /// Thousands, as sizes are shown.
    private static func bytes(_ word: Substring) -> Int64? {
        let word = word.last == "b" ? word.dropLast() : word
        let units: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12]
        guard let unit = word.last.flatMap({ units[$0] }), let number = Double(word.dropLast()),
            word.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        let bytes = number * unit
        return bytes >= 1 && bytes < 1e18 ? Int64(bytes) : nil
    }

    public static func == (one: CleanupRules, other: CleanupRules) -> Bool { one.rules.map(\.text) == other.rules.map(\.text) }

    public func hash(into hasher: inout Hasher) { hasher.combine(rules.map(\.text)) }
}

/// A downloaded file, as rules look at it.
struct CleanupFile: Hashable {
    var item: CleanupItem
    /// Seconds since 1970: when it was downloaded, and when it was played.
    var since: Int64
    var playedSince: Int64?
    /// A favourite, in the queue, begun or with a bookmark: it stays.
    var isKept: Bool
}

extension CleanupRules {
    /// Which of these files are to go, by which rule.
    func choose(from files: [CleanupFile], now: Int64) -> [CleanupItem] {
        var (chosen, total) = ([CleanupItem](), files.reduce(0) { Self.sum($0, $1.item.size) })
        var left = files.filter { !$0.isKept }.sorted { one, other in
            let (first, second) = (one.playedSince == nil, other.playedSince == nil)
            return first != second ? !first : one.since < other.since
        }
        for (rule, text) in rules {
            left.removeAll { file in
                guard Self.takes(rule, file, total: total, now: now) else { return false }
                total -= min(total, file.item.size)
                chosen.append(file.item.by(text))
                return true
            }
        }
        return chosen
    }

    private static func takes(_ rule: Rule, _ file: CleanupFile, total: Int64, now: Int64) -> Bool {
        switch rule {
        case .played(let days): return file.playedSince.map { days == 0 || $0 <= now - days * 86_400 } ?? false
        case .age(let days): return file.since <= now - days * 86_400
        case .size(let bytes): return total > bytes
        }
    }

    private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? Int64.max : sum
    }
}
