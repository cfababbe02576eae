/// A `Content-Range` header (RFC 9110, 14.4): `bytes FIRST-LAST/TOTAL`, `bytes FIRST-LAST/*` or `bytes */TOTAL`.
struct ContentRange: Equatable {
    /// The range; nil in an answer 416.
    var bytes: ClosedRange<Int64>?
    /// The whole length, where it is known.
    var total: Int64?

    /// nil where the text is of another form, or makes no sense (the end before the start, or past the total,
    /// or more bytes than there are).
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        if halves[1] != "*" {
            guard let total = Self.number(halves[1]) else { return nil }
            self.total = total
        }
        if halves[0] == "*" {
            guard total != nil else { return nil }
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else { return nil }
        if let total, last >= total { return nil }
        bytes = first...last
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        return Int64(text).flatMap { $0 < AnswerHead.largest ? $0 : nil }
    }
}
