import Directory
import Session
import Terminal

/// What is said beside a page on standard error.
enum Notes {
    /// `shown from the store, seen 2 h ago: …`, where the page came from there.
    static func stored(_ report: PageReport, now: Int64) -> [String] {
        guard let note = report.stored else { return [] }
        return ["shown from the store, seen \(Figures.age(since: note.seen, now: now)): \(ErrorText.words(for: note.reason))"]
    }

    /// The parts of the page that failed while the others are shown.
    static func failures(_ report: PageReport) -> [String] {
        report.failures.map { "the \(Columns.plain($0.part)) could not be shown: \(ErrorText.words(for: $0.error))" }
    }
}
