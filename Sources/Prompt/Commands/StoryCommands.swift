import Catalogue
import Session

enum StoryCommands {
    static let all = [
        Command(
            name: "daily", group: .browse, usage: "daily [YYYY-MM-DD]", summary: "the stories of the day, or of another",
            details: ["`more` goes on to the day before, `read` shows a story, `comments` what readers said of it."], arguments: 0...1
        ) { context, arguments in
            if let day = arguments.first, !isDay(day) {
                throw UsageError.badArgument(day, expected: "a day such as 2026-07-28")
            }
            context.show(try await context.session.daily(arguments.first))
        },
        Command(
            name: "read", group: .browse, usage: "read STORY", summary: "a story's text",
            details: ["Links and pictures are numbered below it; `art N` shows picture N."], arguments: 1...1
        ) { context, arguments in
            context.show(try await context.session.read(arguments.words[0]))
        },
        Command(
            name: "comments", group: .browse, usage: "comments STORY", summary: "what readers said of a story",
            details: ["`more` shows the next ones."], arguments: 1...1
        ) { context, arguments in
            context.show(try await context.session.comments(arguments.words[0]))
        },
    ]

    private static func isDay(_ text: String) -> Bool {
        text.utf8.count == 10 && text.split(separator: "-").map(\.utf8.count) == [4, 2, 2] && Timestamp.parse(text) != nil
    }

    /// Belongs to the listener's own things.
    static let like = Command(
        name: "like", group: .mine, usage: "like [--off] ITEM…", summary: "like stories and episodes",
        details: ["--off takes it back."], arguments: Command.any, options: ["--off"]
    ) { context, arguments in
        try context.show(try await context.session.setLiked(arguments.words, !arguments.has("--off")))
    }
}
