/// Points in time as catalogues write them, in seconds since 1970 (UTC), and as the program writes them.
public enum Timestamp {
    /// What a service says: seconds since 1970 (milliseconds where that many would lie beyond the year 5000), or `yyyy-MM-dd` with or
    /// without ` HH:mm[:ss]`, which FM services mean in China's time (UTC+8). Nil for anything else, and for zero.
    public static func parse(_ text: String) -> Int64? {
        // Seconds as services send them.
        if text.utf8.count == 10, let seconds = wholeNumber(text) { return seconds > 0 ? Int64(seconds) : nil }
        let text = text.trimmed
        if let seconds = Double(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) {
            let value = Int64(exactly: (seconds >= 1e11 ? seconds / 1000 : seconds).rounded(.down)) ?? 0
            return value > 0 && value < 253_402_300_800 ? value : nil
        }
        return civil(text).map { $0 - 8 * 3600 }
    }

    /// `2026-11-30T09:07:31Z`; years before 0 and after 9999 are cut to those.
    public static func iso8601(_ seconds: Int64) -> String {
        let seconds = clamped(seconds)
        let inDay = Int(seconds - daysFloor(seconds) * 86400)
        return "\(day(seconds))T\(padded(inDay / 3600)):\(padded(inDay / 60 % 60)):\(padded(inDay % 60))Z"
    }

    /// `2026-11-30`, in UTC.
    public static func day(_ seconds: Int64) -> String {
        let (year, month, day) = date(ofDay: daysFloor(clamped(seconds)))
        return "\(padded(year, 4))-\(padded(month))-\(padded(day))"
    }
}

extension Timestamp {
    /// Seconds of a date written out, as if in UTC.
    private static func civil(_ text: String) -> Int64? {
        let parts = text.split { $0 == " " || $0 == "T" }
        guard let first = parts.first, parts.count <= 2,
            let date = numbers(first, separator: first.contains("/") ? "/" : "-", count: 3...3),
            (1...9999).contains(date[0]), (1...12).contains(date[1]), (1...monthLength(date[0], date[1])).contains(date[2])
        else { return nil }
        var clock = [0, 0, 0]
        if parts.count == 2 {
            guard let time = numbers(parts[1], separator: ":", count: 2...3) else { return nil }
            clock = (time + [0]).prefix(3).map { $0 }
        }
        guard clock[0] < 24, clock[1] < 60, clock[2] <= 60 else { return nil }
        return Int64(day(year: date[0], month: date[1], day: date[2]) * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
    }

    private static func numbers(_ text: Substring, separator: Character, count: ClosedRange<Int>) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard count.contains(parts.count) else { return nil }
        var result: [Int] = []
        for part in parts {
            guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else {
                return nil
            }
            result.append(number)
        }
        return result
    }

    static func monthLength(_ year: Int, _ month: Int) -> Int {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970-01-01 of a date, years counted from March so that the leap day comes last.
    static func day(year: Int, month: Int, day: Int) -> Int {
        let fromMarch = month > 2 ? month - 3 : month + 9
        let year = month > 2 ? year : year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let inEra = year - era * 400
        return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + (153 * fromMarch + 2) / 5 + day - 1 - 719_468
    }

    private static func date(ofDay days: Int64) -> (year: Int, month: Int, day: Int) {
        let days = Int(days) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let inEra = days - era * 146_097
        let yearInEra = (inEra - inEra / 1460 + inEra / 36524 - inEra / 146_096) / 365
        let inYear = inEra - (365 * yearInEra + yearInEra / 4 - yearInEra / 100)
        let fromMarch = (5 * inYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        return (yearInEra + era * 400 + (month <= 2 ? 1 : 0), month, inYear - (153 * fromMarch + 2) / 5 + 1)
    }

    private static func clamped(_ seconds: Int64) -> Int64 { min(max(seconds, -62_167_219_200), 253_402_300_799) }

    private static func daysFloor(_ seconds: Int64) -> Int64 { (seconds - (seconds < 0 ? 86399 : 0)) / 86400 }
}

/// A number with zeros in front.
func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

/// The number of a text of up to 15 digits and nothing else.
func wholeNumber(_ text: String) -> Int? {
    let digits = text.utf8.span
    guard (1...15).contains(digits.count) else { return nil }
    var number = 0
    for index in digits.indices {
        guard (0x30...0x39).contains(digits[index]) else { return nil }
        number = number &* 10 &+ Int(digits[index] &- 0x30)
    }
    return number
}
