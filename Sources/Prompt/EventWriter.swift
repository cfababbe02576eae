import Catalogue
import Library
import Playback
import Session
import Synchronization
import Terminal

/// Shows what happens by itself: lines above the prompt, and a bar at its foot (or, for `skywave play` at a terminal, below all lines) that
/// tells what plays or what is being fetched. `skywave download` has a line with a bar there for each that runs.
final class EventWriter: Sendable {
    private let invocation: Invocation
    private let out: Out
    private let errors: Out
    private let mailbox: TerminalMailbox
    private let shown = Mutex(Shown())

    init(_ invocation: Invocation, out: Out, errors: Out, mailbox: TerminalMailbox) {
        self.invocation = invocation
        (self.out, self.errors, self.mailbox) = (out, errors, mailbox)
        mailbox.onResize { [weak self] in self?.showBar { _ in } }
    }

    /// Any thread; returns at once.
    func show(_ event: SessionEvent) {
        switch event {
        case .status(let report): showBar { $0.take(report) }
        case .downloading(let look): return show(look)
        case .download(let record): showBar { $0.transfers.end(record.id) }
        case .downloadFailed(let record, _):
            showBar { $0.transfers.end(record.id) }
            say(line(.download(record)))
        default: break
        }
        if case .download = event, invocation.sumsDownloads(errors) { return }
        if case .streamTitle(_, _, isWritten: true) = event { return say(line(event), besideSound: true) }
        say(line(event))
    }

    private func say(_ line: EventLine?, besideSound: Bool = false) {
        guard let line else { return }
        // Standard output may be the sound's.
        let place = line.isError || besideSound || [.raw("-"), .wav("-")].contains(invocation.configuration.output) ? errors : out
        if line.isError || !invocation.options.quiet { place.writeLine(line.text) }
        if !place.isTerminal { place.flush() }
    }

    /// At the prompt it is news, everywhere else an item's failure is the command's.
    private func line(_ event: SessionEvent) -> EventLine? {
        let printer = invocation.printer(invocation.options, width: nil, out: out)
        let failure: ItemFailure? =
            switch event {
            case .skipped(let record, let error): ItemFailure(title: record.episode.title, error: error)
            case .downloadFailed(let record, let error): ItemFailure(title: record.title, error: error)
            default: nil
            }
        guard let failure, invocation.face != .prompt else { return printer.event(event) }
        let said = printer.failures(of: ChangeReport(action: "", items: 0, failures: [failure]))
        return said.first.map { EventLine(text: $0, isError: true) }
    }

    /// How far a download is: for scripts once a second. A bar is drawn by the clock, as it changes also where nothing comes.
    private func show(_ look: DownloadLook) {
        if invocation.options.json {
            guard shown.withLock({ $0.transfers.isNews(look, at: .now) }) else { return }
            return say(line(.downloading(look)))
        }
        guard hasBar else { return }
        let isFirst = shown.withLock { shown in
            shown.transfers.note(look, at: .now)
            defer { shown.isTicking = true }
            return !shown.isTicking
        }
        if isFirst { Task { await tick() } }
    }

    private func tick() async {
        while shown.withLock({ shown in
            shown.isTicking = !shown.transfers.isEmpty
            return shown.isTicking
        }) {
            showBar { _ in }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }

    private var hasBar: Bool {
        errors.isTerminal && invocation.face != .script && !invocation.options.quiet && !invocation.options.json
    }

    private func showBar(_ change: (inout Shown) -> Void) {
        // What a script was told of those that have ended is forgotten without a bar, too.
        guard hasBar else { return shown.withLock { change(&$0) } }
        let size = Screen.size(of: errors.descriptor)
        let bar = shown.withLock { shown -> [String]? in
            change(&shown)
            // A column less than there are: a full row could wrap.
            return shown.isHidden ? nil : shown.lines(width: size.columns - 1, rows: invocation.face == .oneShot ? size.rows - 1 : 1)
        }
        mailbox.post(.status(bar ?? []))
    }
}

extension Invocation {
    /// Whether downloads are told in one line when all have ended, rather than each.
    func sumsDownloads(_ errors: Out) -> Bool { face == .oneShot && !options.json && !errors.isTerminal }
}

/// What the bar is made of.
private struct Shown {
    /// The listener wants no bar.
    var isHidden = false
    var status: StatusReport?
    var transfers = Transfers()
    /// The bar is drawn by the clock.
    var isTicking = false

    mutating func take(_ report: StatusReport?) {
        isHidden = report == nil
        status = report?.state == .stopped ? nil : report
    }

    func lines(width: Int, rows: Int) -> [String] {
        if let status { return [TextStatus.bar(status, width: width)] }
        let looks = transfers.looks(at: .now)
        if rows == 1 { return TextStatus.bar(transfers: looks.map(\.record), width: width).map { [$0] } ?? [] }
        let hidden = looks.count > rows ? looks.count - rows + 1 : 0
        let more = hidden > 0 ? ["and \(hidden) more"] : []
        return looks.dropLast(hidden).map { TextTransfers.row($0, width: width) } + more
    }
}
