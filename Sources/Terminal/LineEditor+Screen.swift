import Glibc

// Drawing: everything that goes to the terminal apart from libedit's own output.
extension LineEditor {
    func show(_ events: [TerminalEvent]) {
        var text = ""
        for event in events {
            switch event {
            case .line(let line, let style):
                let isFresh = text.isEmpty ? isAtLineStart || isEditing : text.hasSuffix("\n")
                text += (isFresh ? "" : "\n") + palette.paint(Columns.plain(line), style) + "\n"
            case .output(let written, _): text += written
            case .status(let status):
                write(text)
                text = ""
                setStatus(status.first)
            }
        }
        write(text)
    }

    /// Writes above the edited line, or where the cursor is if none is edited.
    func write(_ text: String) {
        guard !text.isEmpty else { return }
        if isEditing {
            redraw(after: text.hasSuffix("\n") ? text : text + "\n")
        } else {
            libedit.put(text)
            isAtLineStart = text.hasSuffix("\n")
        }
    }

    /// Takes the line off the screen, writes `text` where it was, and draws it again below.
    func redraw(after text: String = "", fromHere: Bool = false) {
        if isPlain {
            libedit.put("\r\n" + text)
        } else {
            let row = fromHere ? 0 : place(atEnd: false).row
            libedit.put("\r" + (row > 0 ? "\u{1B}[\(row)A" : "") + "\u{1B}[J" + text + bar.bar(size))
        }
        libedit.refresh()
    }

    /// Puts the cursor on the row below the line.
    func leaveLine(_ mark: String = "") {
        let end = place(atEnd: true)
        let down = end.row - place(atEnd: false).row
        let steps = isPlain ? "" : (down > 0 ? "\u{1B}[\(down)B" : "") + "\u{1B}[\(end.column + 1)G"
        libedit.put(steps + mark + "\r\n")
    }

    /// The cursor or the line's end, from the prompt's first row; never more rows than the screen has.
    func place(atEnd: Bool) -> (row: Int, column: Int) {
        let (line, cursor) = libedit.contents()
        let place = LinePlace(before: atEnd ? line.count : cursor, in: line, promptWidth: promptWidth, columns: size.columns)
        return (min(place.row, size.rows - 1), place.column)
    }

    var isTall: Bool { (isEditing ? place(atEnd: true).row : 0) > size.rows - 5 }

    func setStatus(_ status: String?) {
        guard !isPlain else { return }
        let isChange = (bar.text == nil) != (status == nil)
        bar.text = status
        bar.isHidden = isTall
        libedit.put(isChange && !bar.isHidden ? bar.region(size) : bar.bar(size))
    }

    func leaveMark() { write("\n") }

    func resize() { fitSize(fromHere: false) }

    func resume() {
        if isEditing {  // libedit doesn't know what the shell has set
            libedit.setRaw(false)
            libedit.setRaw(true)
        }
        fitSize(fromHere: true)
    }

    func suspend(_ signals: Signals) -> [Int32] {
        let kept = bar.text
        setStatus(nil)
        if isEditing {
            leaveLine()
            libedit.setRaw(false)
        }
        let ending = signals.stop()
        if !isPlain { bar.text = kept }
        resume()
        return ending
    }

    func clearScreen() {
        if isPlain { return redraw() }
        libedit.put("\u{1B}[H")
        redraw(after: regionIfAny, fromHere: true)
    }

    private func fitSize(fromHere: Bool) {
        size = Screen.size(of: terminal)
        libedit.resize()
        bar.isHidden = isTall
        if isEditing { return redraw(after: regionIfAny, fromHere: fromHere) }
        // The bar of the old size stands somewhere below.
        if bar.text != nil { libedit.put("\u{1B}[J" + regionIfAny) }
    }

    private var regionIfAny: String { bar.text == nil ? "" : bar.region(size) }
}
