import Catalogue
import Session

/// Chapters: the list of them, and going from one to another.
enum ChapterCommands {
    static let chapters = Command(
        name: "chapters", group: .playing, usage: "chapters [ITEM]", summary: "the chapters of what plays, or of something else",
        details: [
            "They are what a podcast publishes beside its feed, else what stands in the file's own tag.",
            "`seek chapter N`, `next chapter` and `prev chapter` go to them.",
        ], arguments: 0...1, completing: .files
    ) { context, arguments in
        let report = try await context.session.chapters(arguments.first)
        if let (seen, reason) = report.stored { context.note(Notes.stored(seen: seen, reason, now: context.now)) }
        context.print(context.printer.chapters(report))
    }

    /// Whether a step is meant from chapter to chapter; any other word is wrong.
    static func isMeant(_ arguments: Arguments) throws(UsageError) -> Bool {
        switch arguments.first {
        case nil: return false
        case "chapter": return true
        case let word?: throw .badArgument(word, expected: "chapter, or nothing")
        }
    }

    /// The N of `chapter N`; nil where one word is given that is something else.
    static func number(_ arguments: Arguments) throws(UsageError) -> Int? {
        guard arguments.first == "chapter" else {
            if arguments.words.count > 1 { throw arguments.wrong }
            return nil
        }
        guard arguments.words.count == 2 else { throw arguments.wrong }
        guard let number = Int(arguments.words[1]), number > 0 else {
            throw .badArgument(arguments.words[1], expected: "the number of a chapter")
        }
        return number
    }

    /// Says where a step has led.
    static func went(to chapter: Chapter, _ action: String, _ context: Context) async throws {
        if !context.options.quiet || context.options.json {
            context.print(context.printer.chapter(chapter))
            context.print(context.printer.place(try await context.session.status()))
        }
        context.done(action)
    }
}
