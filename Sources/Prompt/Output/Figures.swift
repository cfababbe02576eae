import Catalogue
import Glibc

/// Numbers as people read them, the same in every locale: a point for decimals, no grouping, dates as ISO 8601 has them.
enum Figures {
    /// `17 B`, `1.2 MB`: thousands, not 1024s, as curl's and the desktop's figures.
    static func size(_ bytes: Int64) -> String {
        guard bytes >= 1000 else { return "\(max(bytes, 0)) B" }
        var tenths = bytes / 100
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(units[unit])" : "\(tenths / 10) \(units[unit])"
    }

    /// `just now`, `12 min ago`, `2 h ago`, `3 days ago`; a time in the future (a clock was set) is now.
    static func age(since then: Int64, now: Int64) -> String {
        let (difference, overflow) = now.subtractingReportingOverflow(then)
        let seconds = overflow ? 0 : max(difference, 0)
        switch seconds {
        case ..<60: return "just now"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3600) h ago"
        case ..<172_800: return "1 day ago"
        default: return "\(seconds / 86_400) days ago"
        }
    }

    /// `1 item`, `12 items`.
    static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }

    /// `3:05`, or an empty text where it isn't known.
    static func clock(_ seconds: Double?) -> String { seconds.map(DurationText.clock) ?? "" }

    /// A sum of time to the minute: `1 h 05 min`, `5 min`, `40 s`.
    static func span(_ seconds: Double) -> String {
        let whole = seconds.isFinite && seconds > 0 ? Int(min(seconds, 3.6e9).rounded()) : 0
        if whole < 60 { return "\(whole) s" }
        let minutes = (whole + 30) / 60
        let rest = minutes % 60
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min"
    }

    /// How long something is, to the nearest second: of 12.97 s a service says 13 too. A place is never rounded up.
    static func length(_ seconds: Double?) -> String { clock(seconds?.rounded()) }

    /// `2026-11-30` by the listener's clock, or an empty text where it isn't known.
    static func day(_ time: Int64?) -> String { time.map { Timestamp.day(local($0)) } ?? "" }

    /// `2026-11-30 09:07` by the listener's clock.
    static func minute(_ time: Int64) -> String {
        let text = Timestamp.iso8601(local(time))
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    /// `0.5` → `0.5`, `44100.0` → `44100`: no more digits than there are.
    static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }

    /// `time` moved by the listener's zone (TZ), so that it reads right where UTC is written.
    private static func local(_ time: Int64) -> Int64 {
        var moment = time_t(time)
        var parts = unsafe tm()
        // The C library has no other way; both live to the end of the call, and its result points to the second.
        guard unsafe localtime_r(&moment, &parts) != nil else { return time }
        return time &+ Int64(unsafe parts.tm_gmtoff)
    }

    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
}
