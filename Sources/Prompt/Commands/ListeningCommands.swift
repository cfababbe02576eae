import Session

/// What the listener has heard, and the places marked in it.
enum ListeningCommands {
    static let all = [
        Command(
            name: "bookmark", group: .mine, usage: "bookmark [NOTE]", summary: "mark the place of what plays",
            details: ["Where nothing plays, the place at which `play` would go on."], arguments: 0...Int.max
        ) { context, arguments in
            let bookmark = try await context.session.bookmark(arguments.words.joined(separator: " "))
            if context.options.json || !context.options.quiet { context.print(context.printer.bookmark(bookmark)) }
        },
        Command(
            name: "bookmarks", group: .mine, usage: "bookmarks [--remove N…]", summary: "the places that were marked, newest first",
            details: ["`play N` begins at the place. --remove takes away those of these numbers of the list, such as 1, 2-5 or all."],
            arguments: 0...Int.max, options: ["--remove"]
        ) { context, arguments in
            guard arguments.has("--remove") else {
                if !arguments.words.isEmpty { throw arguments.wrong }
                return context.show(list: .bookmarks(try await context.session.bookmarks()))
            }
            if arguments.words.isEmpty { throw arguments.wrong }
            try context.show(try await context.session.removeBookmarks(arguments.words))
        },
        Command(
            name: "stats", group: .mine, usage: "stats [--days N]", summary: "how much was heard, by day, week and programme",
            details: [
                "Times are the episodes' own, at whatever speed they were heard; what was paused or jumped over doesn't count.",
                "--days N shows so many days (14).",
            ], arguments: 0...0,
            options: ["--days="]
        ) { context, arguments in
            var days = 14
            if let word = arguments.options["--days"] {
                guard let number = Int(word), (1...366).contains(number) else {
                    throw UsageError.badOption("--days", expected: "a number from 1 to 366")
                }
                days = number
            }
            context.print(context.printer.stats(try await context.session.stats(days: days)))
        },
    ]
}
