import CEdit
import Glibc

/// libedit's EditLine and History, opened, used and closed on one thread.
final class Libedit {
    /// The keys that have commands of our own.
    enum Key { case cancel, suspend, clear, complete }

    /// Reads one character for libedit, which asks within a key sequence or a search too; nil ends the line.
    var readKey: () -> wchar_t? = { nil }
    /// Runs the command of a key and says what libedit has to do next (CC_…).
    var run: (Key) -> Int32 = { _ in CC_ERROR }

    private let edit: OpaquePointer
    private let history: OpaquePointer
    private let files: [UnsafeMutablePointer<FILE>]
    private var promptText = strdup("")

    /// nil without memory or where the descriptors can't be used. `terminal` is a terminfo name, nil the one in TERM.
    init?(input: Int32, output: Int32, terminal: String?) {
        guard let reading = fdopen(dup(input), "r") else { return nil }
        guard let writing = fdopen(dup(output), "w") else {
            fclose(reading)
            return nil
        }
        guard let history = history_init(), let edit = edit_open(reading, writing, terminal) else {
            fclose(reading)
            fclose(writing)
            return nil
        }
        (self.edit, self.history, files) = (edit, history, [reading, writing])
        edit_set_up(
            edit, Unmanaged.passUnretained(self).toOpaque(),
            { edit, key in
                guard let key, let character = Libedit.of(edit).readKey() else { return -1 }
                key.pointee = character
                return 1
            }, { Libedit.of($0).promptText })
        edit_use_history(edit, history, Int32(HistoryFile.limit))
        edit_bind(edit, "^C", "cancel") { edit, _ in Libedit.of(edit).result(of: .cancel) }
        edit_bind(edit, "^Z", "suspend") { edit, _ in Libedit.of(edit).result(of: .suspend) }
        edit_bind(edit, "^L", "clear") { edit, _ in Libedit.of(edit).result(of: .clear) }
        edit_bind(edit, "^I", "complete") { edit, _ in Libedit.of(edit).result(of: .complete) }
    }

    deinit {
        el_end(edit)
        history_end(history)
        free(promptText)
        for file in files { fclose(file) }
    }

    /// Only called by libedit while it edits, so the owner is there.
    private static func of(_ edit: OpaquePointer?) -> Libedit {
        Unmanaged<Libedit>.fromOpaque(edit_owner(edit)).takeUnretainedValue()
    }

    private func result(of key: Key) -> UInt8 { UInt8(truncatingIfNeeded: run(key)) }

    /// The prompt; sequences in it stand between two U+0001. It has to end in a character that is drawn: a sequence at its end is lost.
    func setPrompt(_ text: String) {
        free(promptText)
        promptText = strdup(text)
    }

    /// Reads a line (`el_gets`), which ends in a line feed; nil at the end of the input or where `readKey` gave nil.
    func line() -> String? {
        var count: Int32 = 0  // el_gets crashes without it where a line is cancelled empty
        return el_gets(edit, &count).map { String(cString: $0) }
    }

    func remember(_ line: String) { edit_remember(history, line) }

    /// The edited line in wide characters, and the index of the cursor. The pointer is good until the line changes.
    func contents() -> (line: UnsafeBufferPointer<wchar_t>, cursor: Int) {
        guard let info = el_wline(edit)?.pointee, let start = info.buffer, let cursor = info.cursor, let end = info.lastchar else {
            return (UnsafeBufferPointer(start: nil, count: 0), 0)
        }
        return (UnsafeBufferPointer(start: start, count: end - start), cursor - start)
    }

    /// The text before the cursor.
    var beforeCursor: String {
        let (line, cursor) = contents()
        let scalars = line[..<cursor].map { Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
        return String(String.UnicodeScalarView(scalars))
    }

    func delete(_ count: Int) { el_deletestr(edit, Int32(clamping: count)) }
    func insert(_ text: String) { el_insertstr(edit, text) }
    /// Draws prompt and line from where the cursor is, as if that were the prompt's first row.
    func refresh() { edit_refresh(edit) }
    /// After the terminal's size has changed.
    func resize() { el_resize(edit) }
    /// Sets the terminal for keys, or as it was.
    func setRaw(_ isRaw: Bool) { edit_set_raw(edit, isRaw ? 1 : 0) }

    /// Writes to the terminal at once.
    func put(_ text: String) {
        fputs(text, files[1])
        fflush(files[1])
    }
}
