import Session

enum UndoCommands {
    static let undo = Command(
        name: "undo", group: .other, usage: "undo [--list]", summary: "take back the last command that took something away",
        details: [
            "Those are clear, crop, del, shuffle, rm, save over a playlist, unfavourite, like --off, unsubscribe, mark, delete, cleanup,",
            "bookmarks --remove, source remove and restore; the last fifty are kept, also when the program ends. What was changed since stays,",
            "but for a restore, of which the library as it was then comes back and the one of now is kept. --list shows them, `redo` does the",
            "last one again.",
            "Deleted files are kept for 30 days, 1 GB of them at most.",
        ], arguments: 0...0, options: ["--list"]
    ) { context, arguments in
        if arguments.has("--list") { return context.print(context.printer.undoSteps(try await context.session.undoSteps())) }
        try context.show(try await context.session.undo())
    }

    static let redo = Command(
        name: "redo", group: .other, usage: "redo", summary: "do again what was undone last",
        details: ["After another command that takes something away there is nothing to redo."], arguments: 0...0
    ) { context, _ in
        try context.show(try await context.session.redo())
    }

    /// Belongs to the listener's own things.
    static let mark = Command(
        name: "mark", group: .mine, usage: "mark ITEM… played|unplayed", summary: "count episodes as heard, or as not heard",
        details: [
            "A programme stands for all of its episodes that are known. What is left within its last seconds counts as heard by itself."
        ], arguments: 2...Int.max
    ) { context, arguments in
        guard let word = arguments.words.last, ["played", "unplayed"].contains(word) else { throw arguments.wrong }
        try context.show(try await context.session.mark(Array(arguments.words.dropLast()), played: word == "played"))
    }
}

extension Context {
    /// Says what was undone or done again, and what could not be.
    func show(_ report: UndoReport) throws(AlreadySaid) {
        if options.json || !options.quiet { print(printer.undone(report)) }
        let notes = ChangeReport(action: "", items: 0, failures: report.failures, notes: report.notes)
        say(notesOf: notes)
        try end(notes)
    }
}
