import Session
import Terminal

/// Shows what happens by itself: lines above the prompt, the bar at its foot, and a bar for `skywave play` and `skywave download`.
struct EventWriter: Sendable {
    let invocation: Invocation
    let out: Out
    let errors: Out
    let mailbox: TerminalMailbox

    init(_ invocation: Invocation, out: Out, errors: Out, mailbox: TerminalMailbox) {
        self.invocation = invocation
        (self.out, self.errors, self.mailbox) = (out, errors, mailbox)
    }

    func show(_ event: SessionEvent) {
        if case .status(let report) = event { return showBar(report) }
        guard let line = invocation.printer(invocation.options, width: nil, out: out).event(event) else { return }
        let place = line.isError ? errors : out
        if line.isError || !invocation.options.quiet { place.writeLine(line.text) }
        if !place.isTerminal { place.flush() }
    }

    private func showBar(_ report: StatusReport) {
        guard errors.isTerminal, invocation.face != .script, !invocation.options.quiet, !invocation.options.json else { return }
        let isIdle = report.state == .stopped
        mailbox.post(.status(isIdle ? nil : TextStatus.bar(report, width: Screen.size(of: errors.descriptor).columns)))
    }
}
