import Catalogue

/// Looks at one chart that said the same: a row of `chart_look`.
struct ChartLook: Equatable {
    /// What the ranks are written as. One that has no id is nil.
    typealias Ranks = [ItemID?]

    var id: Int64
    /// Seconds since 1970: the first occasion on which it said so, and the beginning of the last.
    var first: Int64
    var last: Int64
    var occasions: Int
    var ranks: Ranks

    /// Looks within this many seconds of one another are one occasion: who looks twice in a row wants to see again what has moved since the last
    /// time, not that nothing has moved since a moment ago.
    static let occasion: Int64 = 600

    /// The pages behind the first belong to its look for so many seconds, as they are read one after the other.
    static let reading: Int64 = 3600

    /// How many ranks may be missing between two pages: entries that could not be used leave the page before shorter than it was.
    static let gap = 10

    /// Whether `time` is less than `seconds` away from the last occasion. A clock that was set back doesn't make a look last for ever.
    func isNear(_ time: Int64, within seconds: Int64) -> Bool {
        let (difference, overflow) = time.subtractingReportingOverflow(last)
        return !overflow && difference.magnitude < seconds.magnitude
    }

    /// The rank of an item, from 1.
    func rank(of item: ItemID) -> Int? { ranks.firstIndex(of: item).map { $0 + 1 } }

    static func text(_ ranks: Ranks) -> String { ranks.map { $0?.description ?? "-" }.joined(separator: " ") }

    static func ranks(_ text: String) -> Ranks { text.split(separator: " ").map { ItemID($0) } }
}

extension ChartPlace {
    /// The places from `firstRank` on of what is there now, compared with an earlier look.
    static func places(of items: ChartLook.Ranks, firstRank: Int, since earlier: ChartLook?) -> [ChartPlace] {
        var ranks: [ItemID: Int] = [:]
        for (index, item) in (earlier?.ranks ?? []).enumerated() {
            if let item, ranks[item] == nil { ranks[item] = index + 1 }
        }
        return items.enumerated().map { index, item in
            let rank = firstRank + index
            guard let earlier, let item else { return ChartPlace(rank: rank) }
            let reaches = rank <= earlier.ranks.count
            // One that stands there twice hasn't moved either.
            if reaches, earlier.ranks[rank - 1] == item { return ChartPlace(rank: rank, movement: .by(0)) }
            return ChartPlace(rank: rank, movement: ranks[item].map { .by($0 - rank) } ?? (reaches ? .new : nil))
        }
    }
}
