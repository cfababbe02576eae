/// A day of a daily news service's calendar, which is China's.
public struct DailyDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    private let number: Int

    private init(number: Int) { self.number = number }

    /// Reads `2026-07-28` and `20260728`; nil for anything else and for a day that no month has.
    public init?(_ text: String) {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        guard digits.count == 8, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let bytes = Array(text.utf8)
        guard bytes.count == 8 || bytes.count == 10 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-") else { return nil }
        let number = { (range: Range<Int>) in digits[range].reduce(0) { $0 &* 10 &+ Int($1 &- 0x30) } }
        let (year, month, day) = (number(0..<4), number(4..<6), number(6..<8))
        guard year > 0, (1...12).contains(month), (1...Timestamp.monthLength(year, month)).contains(day) else { return nil }
        self.number = Timestamp.day(year: year, month: month, day: day)
    }

    /// The service's first.
    public static let first = DailyDay(number: Timestamp.day(year: 2013, month: 5, day: 19))

    /// `2026-07-28`.
    public var text: String { Timestamp.day(Int64(number) * 86400) }

    /// `20260728`, as the service writes it.
    public var compact: String { text.filter { $0 != "-" } }

    public var before: DailyDay { DailyDay(number: number - 1) }
    public var after: DailyDay { DailyDay(number: number + 1) }

    public static func < (left: DailyDay, right: DailyDay) -> Bool { left.number < right.number }
}
