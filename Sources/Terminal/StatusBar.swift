/// The line at the bottom of the screen that stays while the rest scrolls: what to write for it (DECSTBM, DECSC, DECRC).
struct StatusBar {
    /// What it says, or nil for no bar.
    var text: String?
    /// Set while the edited line fills the screen: libedit believes that it has all rows.
    var isHidden = false

    /// For the current text, after anything that may have overwritten it.
    func bar(_ size: Screen.Size) -> String {
        guard let text, !isHidden else { return "" }
        let shown = Columns.fit(Columns.plain(text), size.columns)
        return "\u{1B}7\u{1B}[\(size.rows);1H\u{1B}[7m\(shown)\u{1B}[0m\u{1B}[K\u{1B}8"
    }

    /// For a change between bar and no bar, and a new size of the screen.
    ///
    /// Setting the scroll region moves the cursor to the top, so it is saved and restored. Index and up make room for the bar: after a line
    /// feed the terminal's driver would add a carriage return.
    func region(_ size: Screen.Size) -> String {
        if text == nil || isHidden { return "\u{1B}7\u{1B}[\(size.rows);1H\u{1B}[K\u{1B}[r\u{1B}8" }
        return "\u{1B}D\u{1B}[A\u{1B}7\u{1B}[1;\(size.rows - 1)r\u{1B}8" + bar(size)
    }
}
