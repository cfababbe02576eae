/// Lengths of time as catalogues write them, in seconds, and as people read them.
public enum DurationText {
    /// `3723`, `3723.5`, `62:03`, `1:02:03`: seconds, above 0. A bare number above 86 400 is taken for milliseconds, since no episode lasts
    /// longer than a day. Nil for anything else: zero, negative, four parts, words, more than a week.
    public static func parse(_ text: String) -> Double? {
        if let number = wholeNumber(text) { return plausible(number > 86400 ? Double(number) / 1000 : Double(number)) }
        let parts = text.trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard let number = number(part.trimmed, fraction: isLast) else { return nil }
            seconds = seconds * 60 + number
        }
        if parts.count == 1, seconds > 86400 { seconds /= 1000 }
        return plausible(seconds)
    }

    private static func plausible(_ seconds: Double) -> Double? { seconds > 0 && seconds <= 604_800 ? seconds : nil }

    /// `3:05`, `1:02:03`; part seconds are dropped. Below zero and what is no number is `0:00`.
    public static func clock(_ seconds: Double) -> String {
        let whole = seconds.isFinite && seconds > 0 ? Int(min(seconds, 3.6e9)) : 0
        let hours = whole / 3600
        let minutes = whole / 60 % 60
        return hours > 0 ? "\(hours):\(padded(minutes)):\(padded(whole % 60))" : "\(minutes):\(padded(whole % 60))"
    }

    private static func number(_ text: String, fraction: Bool) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (fraction && $0 == 0x2E) }) else {
            return nil
        }
        return Double(text)
    }
}
