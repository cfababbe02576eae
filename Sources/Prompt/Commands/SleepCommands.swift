import Session

/// Ending by itself, and finding back to where one was.
enum SleepCommands {
    static let sleep = Command(
        name: "sleep", group: .playing, usage: "sleep [TIME|episode|chapter|off]",
        summary: "stop in a while, or at the end of the episode or chapter",
        details: [
            "TIME: 30m, 1h30m, 90s, 1:30 (minutes and seconds); a number alone is minutes. +10m makes it later. It runs on in a pause.",
            "The sound fades out over the last ten seconds, five before the end of an episode or chapter, and playing stops.",
            "`play` goes on from where the fade began; after `sleep episode` with the next one. `stop` and `quit` end it, `next` doesn't.",
        ], arguments: 0...1, completing: .words(["episode", "chapter", "off"])
    ) { context, arguments in
        guard let word = arguments.first else { return context.print(context.printer.sleep(try await context.session.sleep())) }
        guard let wish = SleepWish(word) else {
            throw UsageError.badArgument(word, expected: "a time up to a day like 30m, 1h30m or +10m, or episode, chapter, off")
        }
        let report = try await context.session.sleep(wish)
        if context.options.json || !context.options.quiet { context.print(context.printer.sleep(report)) }
    }

    static let places = Command(
        name: "where", group: .playing, usage: "where", summary: "the places you left, to go back to",
        details: [
            "Where listening stopped, where episodes wait to be gone on with, and where jumps of more than 30 seconds came from; the last 20.",
            "The first ten seconds of an episode don't count. `play N` goes on there.",
        ], arguments: 0...0
    ) { context, _ in
        context.show(list: .places(try await context.session.places()))
    }
}
