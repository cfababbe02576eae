import Catalogue
import Glibc
import Library
import Playback
import Session
import Synchronization
import Terminal

/// What a command works with: the session, and the way its words go out.
struct Context: Sendable {
    let session: RadioSession
    let options: Options
    let face: SessionConfiguration.Face
    let output: OutputChoice
    let printer: any Printer
    let out: Out
    let errors: Out
    let rest: RestOfList
    let notes: NotesSaid

    /// Lines for standard output.
    func print(_ lines: [String]) {
        for line in lines { out.writeLine(line) }
    }

    /// Several things, each with lines of its own: for people an empty line stands between two.
    func print(parts: [[String]]) {
        for (index, part) in parts.enumerated() { print(index > 0 && !options.json ? [""] + part : part) }
    }

    /// A line for standard error, which `--quiet` leaves out.
    func note(_ line: String) {
        if !options.quiet { errors.writeLine(line) }
    }

    /// The same, but only once in this process.
    func noteOnce(_ line: String) {
        if !options.quiet, notes.isFirst(line) { errors.writeLine(line) }
    }

    func show(_ report: PageReport) {
        rest.forget()
        print(printer.page(report))
        sayNotes(of: report)
        if options.verbose { for reason in report.page.skipped { errors.writeLine("left out: \(Columns.plain(reason))") } }
    }

    /// Seconds since 1970, by the library's clock.
    var now: Int64 { session.now }

    private func sayNotes(of report: PageReport) {
        for line in printer.notes(of: report, now: now) { errors.writeLine(line) }
    }

    /// Says what was done, and what of it failed; the first failure gives the status.
    func show(_ report: ChangeReport) throws(AlreadySaid) {
        if report.items > 0 || report.failures.isEmpty || options.json { say(report) }
        say(notesOf: report)
        try end(report)
    }

    func say(notesOf report: ChangeReport) {
        for line in printer.remarks(on: report) { note(line) }
    }

    func say(_ report: ChangeReport) {
        if options.json || !options.quiet { print(printer.change(report)) }
    }

    /// Says what of several things failed; the first failure gives the status.
    func end(_ report: ChangeReport) throws(AlreadySaid) {
        for line in printer.failures(of: report) { errors.writeLine(line) }
        if let first = report.failures.first { throw AlreadySaid(status: ErrorText.status(for: first.error)) }
    }

    /// A command that says nothing to people has done its work: scripts get their closing line.
    func done(_ action: String, items: Int = 1) {
        if options.json { print(printer.change(ChangeReport(action: action, items: items))) }
    }

    /// A list of the listener's own: at a terminal prompt 20 lines at a time, everywhere else whole.
    func show(list: LocalList) {
        if case .page(let report) = list { sayNotes(of: report) }
        guard face == .prompt, out.isTerminal, !options.json else {
            rest.forget()
            return print(list.lines(by: printer))
        }
        print(rest.begin(list, by: printer))
    }

    /// The next lines of a list that was shown in part. False where there is none.
    func showRest() -> Bool {
        guard let lines = rest.next(by: printer) else { return false }
        print(lines)
        return true
    }

    /// Prints what something comes to for each of several words. All are tried; of several each failure is said with its word, and the
    /// first gives the status.
    func print(forEach words: [String], _ work: (String) async throws -> [String]) async throws {
        if words.count == 1 { return print(try await work(words[0])) }
        var failure: AlreadySaid?
        var isFirst = true
        for word in words {
            do {
                let lines = try await work(word)
                print(isFirst || options.json ? lines : [""] + lines)
                isFirst = false
            } catch {
                let named = ChangeReport(action: "", items: 0, failures: [ItemFailure(title: word, error: error)])
                for line in printer.failures(of: named) { errors.writeLine(line) }
                failure = failure ?? AlreadySaid(status: ErrorText.status(for: error))
            }
        }
        if let failure { throw failure }
    }

    /// Stays until playing has ended; Ctrl-C ends it and keeps the place. What failed was said when it did.
    func stayWhilePlaying() async throws {
        let failures = await withTaskCancellationHandler {
            await session.waitUntilPlayed()
        } onCancel: {
            Task { try? await session.stop() }
        }
        if Task.isCancelled { throw CancellationError() }
        guard let first = failures.first else { return }
        if let error = first.error as? PlaybackError, error.isNoDevice { throw error }
        throw AlreadySaid(status: ErrorText.status(for: first.error))
    }

    /// Stays until all downloads have ended; gives the error to end with, if one failed. It was said when it did.
    /// A one-shot command sums up what came of several, and of one where it wasn't told yet.
    func stayWhileDownloading() async -> (any Error)? {
        let start = ContinuousClock.now
        let failures = await withTaskCancellationHandler {
            await session.waitUntilDownloaded()
        } onCancel: {
            Task { await session.close() }
        }
        let (tally, seconds) = (await session.takeDownloadTally(), start.duration(to: .now) / .seconds(1))
        let isTold = errors.isTerminal && tally.done + failures.count == 1
        if face == .oneShot, !isTold, !options.quiet { print(printer.downloaded(tally, failed: failures.count, seconds: seconds)) }
        if Task.isCancelled { return CancellationError() }
        return failures.isEmpty ? nil : AlreadySaid(status: 4)
    }
}

/// What need not be said again.
final class NotesSaid: Sendable {
    private let said = Mutex<Set<String>>([])

    func isFirst(_ note: String) -> Bool { said.withLock { $0.insert(note).inserted } }
}

/// Ends a command whose failures were said as they came.
struct AlreadySaid: Error {
    let status: Int32
}
