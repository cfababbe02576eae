import Session

enum PlaylistCommands {
    static let all = [
        Command(
            name: "save", group: .queue, usage: "save NAME", summary: "keep the queue as a playlist",
            details: ["A playlist of that name is written over only with --yes."], arguments: 1...1
        ) { context, arguments in
            try context.show(try await context.session.savePlaylist(arguments.words[0], over: context.options.yes))
        },
        Command(
            name: "load", group: .queue, usage: "load NAME|FILE", summary: "put a playlist at the end of the queue",
            details: [
                "NAME is one that `playlists` lists, or its number there; FILE a playlist file or its URL. A name wins: ./NAME is a file."
            ], arguments: 1...1, completing: .playlists(files: true)
        ) { context, arguments in
            try context.show(try await context.session.load(arguments.words[0]))
        },
        Command(
            name: "playlists", group: .queue, usage: "playlists", summary: "the playlists that were kept",
            details: ["Their numbers stand for all they hold: `add 1`, `download 2`."], arguments: 0...0
        ) { context, _ in
            context.show(list: .playlists(try await context.session.playlists()))
        },
        Command(
            name: "rm", group: .queue, usage: "rm NAME", summary: "forget a playlist",
            details: ["NAME is one that `playlists` lists, or its number there. What it held stays in the library."], arguments: 1...1,
            completing: .playlists(files: false)
        ) { context, arguments in
            try context.show(try await context.session.removePlaylist(arguments.words[0]))
        },
    ]
}
