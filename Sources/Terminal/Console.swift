import Glibc

/// How lines are asked for.
public struct PromptSettings {
    /// What stands before the line; a blank is put after it.
    public var prompt = ">"
    /// How the prompt looks where the console's palette is on.
    public var style = Style.plain
    /// Where typed lines are kept between runs, or nil for nowhere. Its folder is made if need be.
    public var historyFile: String?
    /// No sequences but plain lines, and no status: for screen readers.
    public var isPlain = false
    /// Whether a typed line goes into the history (one with a password in it should not).
    public var remembers: (String) -> Bool = { _ in true }
    /// For the text before the cursor, the words that its last word may become: whole, unquoted words. Called on the main thread at Tab.
    public var completions: (String) -> [String] = { _ in [] }

    /// A plain prompt without history and completion.
    public init() {}
}

/// The program's one place of waiting: for a typed line or one of a script, or for a command that runs, and meanwhile for events and signals.
///
/// Made, used and closed on the main thread, after `Launch.prepare`. While it is open everything that `Out`s write to a terminal goes
/// through its mailbox, in order, and is shown when the console waits; so call `close` before the program ends.
public final class Console {
    /// Whether lines are typed at a terminal and can be edited.
    public var isInteractive: Bool { editor != nil }
    /// SIGTERM or SIGHUP, once one has come: `ask` then gives `.end` at once.
    public internal(set) var endingSignal: Int32?

    let display: any Display
    let mailbox: TerminalMailbox
    let signals: Signals
    let output: Out
    let errors: Out
    private let editor: LineEditor?
    private let lines: InputLines?
    private var isClosed = false

    /// A console for standard input and output.
    ///
    /// With `settings` it reads lines: with an editor where standard input and output are terminals, else as a script. Without, only `run` is of use.
    /// `palette` is for event lines.
    public init(
        _ settings: PromptSettings?, mailbox: TerminalMailbox, output: Out, errors: Out, palette: Palette = .off, isPlain: Bool = false
    ) {
        (self.mailbox, self.output, self.errors) = (mailbox, output, errors)
        let signals = Signals()
        self.signals = signals
        let canEdit = Screen.isTerminal(0) && output.isTerminal
        editor = canEdit ? settings.flatMap { LineEditor($0, mailbox: mailbox, signals: signals, palette: palette) } : nil
        lines = settings == nil || editor != nil ? nil : InputLines(descriptor: 0)
        display =
            editor
            ?? LineDisplay(
                output: output, errors: errors, palette: errors.isTerminal ? palette : .off, isPlain: isPlain || settings?.isPlain == true)
        for out in [output, errors] where out.isTerminal { out.divert(to: mailbox) }
        output.onChange { mailbox.wake() }
    }

    deinit { close() }

    /// Waits for the next line.
    public func ask() -> Answer {
        flush()
        if endingSignal != nil { return .end }
        if let editor {
            defer { endingSignal = editor.endingSignal }
            return editor.ask()
        }
        guard let lines, output.failure != .closedPipe else { return .end }
        return next(of: lines)
    }

    /// Shows what waits, takes the status away, and lets `Out`s write for themselves again.
    public func close() {
        if isClosed { return }
        isClosed = true
        for out in [output, errors] where out.isTerminal { out.divert(to: nil) }
        output.onChange(nil)
        display.show(mailbox.takeAll())
        display.close()
        flush()
    }

    /// Writes what waits; a signal that ends the program or a Ctrl-C ends that too, where a reader takes nothing.
    func flush() {
        errors.flush()
        output.flushWithoutWaiting()
        while output.isWaiting {
            let ready = wait(alsoFor: -1, milliseconds: 5)
            if ready.signals.contains(where: Signals.isEnding) { output.giveUp() }
            output.flushWithoutWaiting()
        }
    }

    private func next(of lines: InputLines) -> Answer {
        display.show(mailbox.takeAll())
        while true {
            if let answer = lines.next() { return answer }
            let ready = wait(alsoFor: 0, milliseconds: -1)
            if let signal = ready.signals.first(where: Signals.isEnding) {
                return signal == SIGINT ? .interrupted : .end
            }
            if ready.input { lines.fill() }
        }
    }

    /// Waits once, and shows what has come. Signals that end are noted; those that only concern the terminal are obeyed here.
    func wait(alsoFor input: Int32, milliseconds: Int32) -> (input: Bool, signals: [Int32]) {
        var waits = [input, mailbox.descriptor, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&waits, nfds_t(waits.count), milliseconds) > 0 else { return (false, []) }
        var taken = waits[2].revents != 0 ? signals.take() : []
        if taken.contains(SIGTSTP) { taken += display.suspend(signals) }
        if taken.contains(SIGCONT) { display.resume() } else if taken.contains(SIGWINCH) { display.resize() }
        if taken.contains(where: { $0 == SIGCONT || $0 == SIGWINCH }) { mailbox.resized() }
        if taken.contains(SIGINT) { display.leaveMark() }
        if waits[1].revents != 0 || !taken.isEmpty { display.show(mailbox.takeAll()) }
        if let signal = taken.first(where: { $0 == SIGTERM || $0 == SIGHUP }) {
            endingSignal = signal
            editor?.end(by: signal)
        }
        return (waits[0].revents != 0, taken)
    }
}
