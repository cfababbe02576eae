import Catalogue
import Library
import Session
import Synchronization
import Terminal

/// Shows what happens by itself: lines above the prompt, and a bar at its foot (or, for `skywave play` and `skywave download` at a
/// terminal, below all lines) that tells what plays or what is being fetched.
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
        case .download(let record): showBar { $0.note(record) }
        case .downloadFailed(let record, _): showBar { $0.note(record) }
        default: break
        }
        guard let line = line(event) else { return }
        let place = line.isError ? errors : out
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

    private func showBar(_ change: (inout Shown) -> Void) {
        guard errors.isTerminal, invocation.face != .script, !invocation.options.quiet, !invocation.options.json else { return }
        // A column less than there are: a full row could wrap.
        let width = Screen.size(of: errors.descriptor).columns - 1
        let bar = shown.withLock { shown -> String? in
            change(&shown)
            if shown.isHidden { return nil }
            return shown.status.map { TextStatus.bar($0, width: width) } ?? TextStatus.bar(transfers: shown.transfers, width: width)
        }
        mailbox.post(.status(bar))
    }
}

/// What the bar is made of.
private struct Shown {
    /// The listener wants no bar.
    var isHidden = false
    var status: StatusReport?
    /// What is being fetched, in the order in which it began.
    var transfers: [DownloadRecord] = []

    mutating func take(_ report: StatusReport?) {
        isHidden = report == nil
        status = report?.state == .stopped ? nil : report
    }

    mutating func note(_ record: DownloadRecord) {
        let place = transfers.firstIndex { $0.id == record.id }
        if record.state != .running {
            if let place { transfers.remove(at: place) }
        } else if let place {
            transfers[place] = record
        } else {
            transfers.append(record)
        }
    }
}
