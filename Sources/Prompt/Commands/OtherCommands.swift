import Session

enum MineCommands {
    static let all = [
        Command(
            name: "favourite", aliases: ["fav"], group: .mine, usage: "favourite ITEM…",
            summary: "mark programmes, episodes, stations or stories",
            arguments: Command.any
        ) { context, arguments in
            try context.show(try await context.session.setFavourite(arguments.words, true))
        },
        Command(
            name: "unfavourite", aliases: ["unfav"], group: .mine, usage: "unfavourite ITEM…", summary: "take the mark away",
            arguments: Command.any
        ) { context, arguments in
            try context.show(try await context.session.setFavourite(arguments.words, false))
        },
        Command(name: "favourites", group: .mine, usage: "favourites", summary: "what was marked, newest first", arguments: 0...0) {
            context, _ in
            context.show(list: .page(try await context.session.favourites()))
        },
        StoryCommands.like, UndoCommands.mark,
        Command(name: "history", group: .mine, usage: "history", summary: "what was heard, newest first", arguments: 0...0) {
            context, _ in
            context.show(list: .history(try await context.session.history()))
        },
    ]
}

enum OtherCommands {
    static let all = [
        Command(
            name: "set", group: .other, usage: "set [KEY [VALUE]]", summary: "show or change settings",
            details: ["An empty VALUE ('') goes back to the default. `help settings` lists the keys."], arguments: 0...2,
            completing: .settings
        ) { context, arguments in
            let words = arguments.words
            let reports =
                words.count > 1
                ? [try await context.session.set(words[0], to: words[1])] : try await context.session.settingReports(words.first)
            context.print(context.printer.settings(reports))
        },
        UndoCommands.undo, UndoCommands.redo,
        Command(
            name: "help", group: .other, usage: "help [COMMAND|TOPIC]", summary: "this list, or more about one command or topic",
            arguments: 0...1, completing: .commands
        ) { context, arguments in
            context.print(context.printer.help(try Help.lines(about: arguments.first)))
        },
        Command(
            name: "quit", aliases: ["exit", "bye"], group: .other, usage: "quit", summary: "end; queue and place are kept", arguments: 0...0
        ) { _, _ in
            throw Quit()
        },
    ]
}

/// Ends the prompt or the script.
struct Quit: Error {}
