/// Shows events where no line is edited: a one-shot command or a script. Lines go to standard error, and a status stands there below
/// all of them: it is taken away before anything else is written. Main thread only.
final class LineDisplay: Display {
    private let output: Out
    private let errors: Out
    private let palette: Palette
    private let hasStatus: Bool
    private var status: [String] = []
    private var block = StatusBlock()
    private var isAtLineStart = true

    /// `palette` is the one for `errors`. A status is shown only on a terminal that obeys sequences.
    init(output: Out, errors: Out, palette: Palette, isPlain: Bool) {
        (self.output, self.errors, self.palette) = (output, errors, palette)
        hasStatus = errors.isTerminal && !isPlain && !isDumb(environment("TERM"))
    }

    func show(_ events: [TerminalEvent]) {
        for event in events {
            switch event {
            case .line(let line, let style):
                erase()
                write((isAtLineStart ? "" : "\n") + palette.paint(Columns.plain(line), style) + "\n", to: errors)
            case .output(let text, let channel):
                erase()
                write(text, to: channel == .errors ? errors : output)
            case .status(let new):
                status = new
                if new.isEmpty || !isAtLineStart { erase() }
            }
        }
        draw()
    }

    func leaveMark() {
        if block.isShown { erase() } else if errors.isTerminal { write("\n", to: errors) }
    }

    func resize() { draw() }

    func resume() { draw() }

    func suspend(_ signals: Signals) -> [Int32] {
        erase()
        let ending = signals.stop()
        draw()
        return ending
    }

    func close() {
        status = []
        erase()
    }

    private func write(_ text: String, to out: Out) {
        out.writeThrough(text)
        if out.isTerminal { isAtLineStart = text.hasSuffix("\n") }
    }

    private func erase() {
        if block.isShown { errors.writeThrough(block.erased(columns: Screen.size(of: errors.descriptor).columns)) }
    }

    private func draw() {
        guard hasStatus, !status.isEmpty, isAtLineStart else { return }
        errors.writeThrough(block.drawn(status, Screen.size(of: errors.descriptor)))
    }
}
