extension Timestamp {
    /// A date as feeds write it: RFC 822 and ISO 8601, also with what they often lack or get wrong. The day of the week is not looked at;
    /// months may be written out; a year may have two digits; seconds and zone may be missing (UTC then). Nil where no day can be made
    /// out, for days that no month has, and for 1970-01-01 00:00, which stands for "none".
    public static func feedDate(_ text: String) -> Int64? {
        var date = FeedDate()
        for token in FeedDate.tokens(text) { date.take(token) }
        guard let seconds = date.seconds, seconds != 0 else { return nil }
        return seconds
    }
}

/// A date on the way of being read, word by word.
struct FeedDate {
    private var numbers: [(value: Int, digits: Int)] = []
    private var month: Int?
    private var clock: [Int]?
    private var offset = 0
    private var afternoon: Bool?

    /// Words, numbers, times and zones: `2016-02-15T08:00:00.5+08:00` gives `2016 02 15 T 08:00:00 +08:00`.
    static func tokens(_ text: String) -> [Substring] {
        var tokens: [Substring] = []
        let bytes = text.utf8
        var at = bytes.startIndex
        var hasClock = false
        while at < bytes.endIndex, tokens.count < 24 {
            let byte = bytes[at]
            var end = bytes.index(after: at)
            if isLetter(byte) {
                while end < bytes.endIndex, isLetter(bytes[end]) { end = bytes.index(after: end) }
            } else if isDigit(byte) || (hasClock && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))) {
                while end < bytes.endIndex, isDigit(bytes[end]) || bytes[end] == UInt8(ascii: ":") { end = bytes.index(after: end) }
            } else if hasClock, byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
                // Parts of a second.
                while end < bytes.endIndex, isDigit(bytes[end]) { end = bytes.index(after: end) }
                at = end
                continue
            } else {
                at = end
                continue
            }
            tokens.append(text[at..<end])
            hasClock = hasClock || bytes[at..<end].contains(UInt8(ascii: ":"))
            at = end
        }
        return tokens
    }

    mutating func take(_ token: Substring) {
        guard let first = token.utf8.first else { return }
        if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            offset = Self.offset(token) ?? offset
        } else if token.utf8.contains(UInt8(ascii: ":")) {
            if clock == nil { clock = token.utf8.split(separator: UInt8(ascii: ":")).compactMap { Int(Substring($0)) } }
        } else if Self.isDigit(first) {
            if let value = Int(token), token.utf8.count <= 4 { numbers.append((value, token.utf8.count)) }
        } else {
            take(word: token.lowercased())
        }
    }

    /// Seconds since 1970, UTC.
    var seconds: Int64? {
        guard let (year, month, day) = day, (1...9999).contains(year), (1...12).contains(month),
            (1...Timestamp.monthLength(year, month)).contains(day)
        else { return nil }
        var time = Array(((clock ?? []) + [0, 0, 0]).prefix(3))
        if let afternoon, (1...12).contains(time[0]) { time[0] = time[0] % 12 + (afternoon ? 12 : 0) }
        guard (0...24).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else { return nil }
        let days = Timestamp.day(year: year, month: month, day: day)
        return Int64(days * 86400 + time[0] * 3600 + time[1] * 60 + time[2] - offset)
    }

    /// `15 Feb 2016`, `Feb 15 2016`, `2016 Feb 15`, `2016 02 15`, `15 02 2016`.
    private var day: (Int, Int, Int)? {
        guard numbers.count >= (month == nil ? 3 : 2) else { return nil }
        let first = numbers[0]
        let second = numbers[1]
        if let month {
            if first.digits == 4 { return (first.value, month, second.value) }
            return (Self.year(second), month, first.value)
        }
        let third = numbers[2]
        if first.digits == 4 { return (first.value, second.value, third.value) }
        return (Self.year(third), second.value, first.value)
    }

    private mutating func take(word: String) {
        if let index = Self.months.firstIndex(where: { word.utf8.starts(with: $0.utf8) }) {
            month = month ?? index + 1
        } else if word == "am" || word == "pm" {
            afternoon = word == "pm"
        } else if let hours = Self.zones[word] {
            offset = Int(hours * 3600)
        }
    }

    private static func year(_ number: (value: Int, digits: Int)) -> Int {
        number.digits > 2 ? number.value : number.value + (number.value < 70 ? 2000 : 1900)
    }

    /// `+0800`, `-08:00`, `+8`, in seconds.
    private static func offset(_ token: Substring) -> Int? {
        let digits = token.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard (1...4).contains(digits.count) else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        let seconds = digits.count <= 2 ? value * 3600 : value / 100 * 3600 + value % 100 * 60
        return abs(seconds) > 15 * 3600 ? nil : token.utf8.first == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Hours from UTC, standing for their names the year round, as feeds use them.
    private static let zones: [String: Double] = [
        "z": 0, "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8,
        "pdt": -7, "akst": -9, "akdt": -8, "hst": -10, "ast": -4, "adt": -3, "nst": -3.5, "bst": 1, "ist": 5.5, "west": 1, "cet": 1,
        "cest": 2, "met": 1, "mest": 2, "eet": 2, "eest": 3, "msk": 3, "jst": 9, "kst": 9, "hkt": 8, "sgt": 8, "awst": 8, "acst": 9.5,
        "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13,
    ]

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
