import Directory
import Session
import Terminal

/// What is said beside a page on standard error.
enum Notes {
    /// `shown from the store, seen 2 h ago: …`, where the page came from there.
    static func stored(_ report: PageReport, now: Int64) -> [String] {
        guard let note = report.stored else { return [] }
        return [stored(seen: note.seen, note.reason, now: now)]
    }

    /// The same of anything that was kept.
    static func stored(seen: Int64, _ reason: any Error, now: Int64) -> String {
        "shown from the store, seen \(Figures.age(since: seen, now: now)): \(ErrorText.words(for: reason))"
    }

    /// That not all is indexed yet.
    static func waiting(_ count: Int) -> String {
        "the notes of \(Figures.count(count, "item has", "items have")) still to be indexed"
    }

    /// The same beside a search, where it is so.
    static func waiting(_ report: PageReport) -> [String] { report.waiting > 0 ? [waiting(report.waiting)] : [] }

    /// The parts of the page that failed while the others are shown.
    static func failures(_ report: PageReport) -> [String] {
        report.failures.map { "the \(Columns.plain($0.part)) could not be shown: \(ErrorText.words(for: $0.error))" }
    }
}
