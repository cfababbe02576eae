import Catalogue

/// An item's number in the full-text index, by which hits come newest first.
///
/// Episodes and stories stand in the order of time: sixteen places for each second since 1900, from `firstDated` on. Where more are of one second
/// they take the next free places. Below stand those of unknown date, above programmes and stations, all by their own number.
enum SearchPlace {
    static let firstDated: Int64 = 1 << 36
    static let firstGroup: Int64 = 1 << 50
    private static let placesOfSecond: Int64 = 16
    private static let year1900: Int64 = -2_208_988_800
    private static let year2400: Int64 = 13_569_465_600

    /// The first place of a time, in seconds since 1970.
    static func dated(_ time: Int64) -> Int64 {
        firstDated + (min(max(time, year1900), year2400) - year1900) * placesOfSecond
    }

    /// The place an item would like to have.
    static func wanted(_ item: SearchItem, time: Int64?) -> Int64 {
        switch item.kind {
        case .program, .station: firstGroup + item.code
        case .episode, .story: time.map(dated) ?? item.code
        }
    }
}

/// An item as one number, as the index's tables have it.
struct SearchItem: Hashable {
    var code: Int64

    init(code: Int64) { self.code = code }

    init(_ id: ItemID) { code = id.number << 2 | Self.letter(id.kind) }

    var kind: ItemID.Kind {
        switch code & 3 {
        case 0: .episode
        case 1: .story
        case 2: .program
        default: .station
        }
    }

    var id: ItemID { ItemID(kind, code >> 2) }

    private static func letter(_ kind: ItemID.Kind) -> Int64 {
        switch kind {
        case .episode: 0
        case .story: 1
        case .program: 2
        case .station: 3
        }
    }
}
