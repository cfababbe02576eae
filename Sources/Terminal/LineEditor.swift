import CEdit
import Glibc

/// Edits a line at a terminal (libedit), shows events above it while a person types, and a status at the bottom.
///
/// Made, used and closed on the main thread. It does: reading keys and signals in one `poll`, drawing. It does not: run commands, or
/// write what other threads print (that comes through the mailbox).
final class LineEditor: Display {
    let libedit: Libedit
    let mailbox: TerminalMailbox
    let palette: Palette
    let complete: (String) -> [String]
    let terminal: Int32
    /// No sequences at all: for TERM=dumb and screen readers.
    let isPlain: Bool
    let promptWidth: Int
    var size: Screen.Size
    var bar = StatusBar()
    var isEditing = false
    var isAtLineStart = true
    var isCancelled = false
    /// The line at the last Tab that added nothing.
    var refused: String?

    private let input: Int32
    private let signals: Signals
    private let history: HistoryFile?
    private let remembers: (String) -> Bool
    private var decoder = KeyDecoder()
    private var hasZeroWidth = false
    private(set) var endingSignal: Int32?

    /// nil where there is no line editor for this terminal.
    init?(
        _ settings: PromptSettings, mailbox: TerminalMailbox, signals: Signals, palette: Palette,
        input: Int32 = 0, output: Int32 = 1, terminalName: String? = nil
    ) {
        guard let libedit = Libedit(input: input, output: output, terminal: terminalName) else { return nil }
        (self.libedit, self.mailbox, self.signals, self.palette) = (libedit, mailbox, signals, palette)
        (self.input, terminal, complete, remembers) = (input, output, settings.completions, settings.remembers)
        isPlain = settings.isPlain || isDumb(terminalName ?? environment("TERM"))
        size = Screen.size(of: output)
        let prompt = Columns.plain(settings.prompt)
        promptWidth = Columns.width(prompt) + 1
        history = settings.historyFile.map(HistoryFile.init)
        let isPainted = palette.isOn && !isPlain && settings.style != .plain
        libedit.setPrompt(isPainted ? Self.painted(prompt, settings.style) : prompt + " ")
        libedit.readKey = { [unowned self] in readKey() }
        libedit.run = { [unowned self] in run($0) }
        history?.load().forEach(libedit.remember)
        history?.shorten()
    }

    /// Waits for a line, while events are shown.
    func ask() -> Answer {
        if endingSignal != nil { return .end }
        show(mailbox.takeAll())
        if !isAtLineStart { write("\n") }
        (isCancelled, isEditing, refused) = (false, true, nil)
        libedit.setRaw(true)  // el_gets draws the prompt first: a Ctrl-R or Ctrl-D typed just then would be the driver's
        let line = libedit.line()
        isEditing = false
        isAtLineStart = true
        if isCancelled { return .interrupted }
        guard endingSignal == nil else { return .end }
        guard let line else {
            libedit.put("\n")  // libedit has left ^D there
            return .end
        }
        let text = String(line.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" })
        if text.contains(where: { $0 != " " }), remembers(text) {
            libedit.remember(text)
            history?.append(text)
        }
        return .line(text)
    }

    func close() {
        setStatus(nil)
        if !isAtLineStart { write("\n") }
        history?.shorten()
    }

    /// Between two U+0001 stands what takes no columns; the blank at the end is needed by `Libedit.setPrompt`.
    private static func painted(_ prompt: String, _ style: Style) -> String {
        let sequence = style.codes.map(String.init).joined(separator: ";")
        return "\u{1}\u{1B}[\(sequence)m\u{1}\(prompt)\u{1}\u{1B}[0m\u{1} "
    }
}

// MARK: Reading keys

extension LineEditor {
    private func readKey() -> wchar_t? {
        fit()
        while endingSignal == nil && !isCancelled {
            var waits = [input, mailbox.descriptor, signals.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            if poll(&waits, nfds_t(waits.count), -1) < 0 { continue }
            if waits[2].revents != 0 { obey(signals.take()) }  // first: to draw, the size must be known
            if waits[1].revents != 0 || waits[2].revents != 0 { show(mailbox.takeAll()) }
            if waits[0].revents == 0 || endingSignal != nil || isCancelled { continue }
            var byte: UInt8 = 0
            let count = read(input, &byte, 1)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count <= 0 { return nil }
            guard let key = decoder.take(byte) else { continue }
            hasZeroWidth = key >= 0x300 && wcwidth(key) == 0
            return key
        }
        return nil
    }

    /// Amends what libedit has drawn for the last key: it counts a column for a character without width, and it doesn't know that the
    /// scroll region has a row less, so no status is shown while the line fills the screen.
    private func fit() {
        let wasTall = bar.isHidden
        bar.isHidden = isTall
        if bar.isHidden != wasTall && bar.text != nil { clearScreen() } else if hasZeroWidth { redraw() }
        hasZeroWidth = false
    }

    /// What signals ask for while a line is edited.
    private func obey(_ numbers: [Int32]) {
        if numbers.contains(SIGCONT) { resume() } else if numbers.contains(SIGWINCH) { resize() }
        if numbers.contains(where: { $0 == SIGCONT || $0 == SIGWINCH }) { mailbox.resized() }
        for number in numbers {
            switch number {
            case SIGINT: _ = cancel()
            case SIGTSTP: endingSignal = suspend(signals).first ?? endingSignal
            case SIGTERM, SIGHUP:
                if endingSignal == nil { leaveLine() }
                endingSignal = number
            default: break
            }
        }
    }

    /// Notes a signal that came while no line was edited.
    func end(by signal: Int32) { endingSignal = signal }

    func suspendByKey() -> [Int32] { suspend(signals) }
}
