import Catalogue
import Library
import Queue
import Session
import Terminal

enum FileCommands {
    static let all = [
        Command(
            name: "inspect", group: .files, usage: "inspect FILE|URL…", summary: "what the program makes of a file, keeping nothing",
            details: [
                "Takes audio files, playlists (M3U, PLS, XSPF, CSV), feeds (RSS, Atom), OPML, chapters, and what services answer (JSON)."
            ],
            arguments: Command.any,
            completing: .files
        ) { context, arguments in
            try await context.print(forEach: arguments.words) { word in
                switch try await context.session.inspect(word) {
                case .audio(let facts, let tags, let name, let isURL): return context.printer.audio(facts, tags, name: name, isURL: isURL)
                case .page(let page): return context.printer.inspection(page)
                case .outlines(let outlines): return context.printer.outlines(outlines, action: "inspect")
                case .playlist(let list):
                    if context.options.verbose { context.tell(leftOut: list.skipped) }
                    return context.printer.playlist(list, action: "inspect")
                }
            }
        },
        Command(
            name: "import", group: .files, usage: "import FILE|URL|-", summary: "store what a file lists: tracks, or feeds to follow",
            details: [
                "Takes playlists (M3U, M3U8, PLS, XSPF), tables of titles and addresses (CSV), answers of FM-style services (JSON) and what",
                "`export` wrote: then `add all` queues them. Names of files are meant from where the list lies; whether one is there shows when",
                "it is played. The feeds of an OPML file are subscribed, and `update` fetches them. `-` is standard input, for `skywave import -`.",
            ], arguments: 1...1, completing: .files
        ) { context, arguments in
            if arguments.words[0] == "-", context.face != .oneShot {
                throw UsageError.badArgument("-", expected: "a file here; standard input can only be read by `skywave import -`")
            }
            let report: PageReport
            switch try await context.session.importFile(arguments.words[0]) {
            case .listing(let page): report = page
            case .feeds(let change): return try context.show(change)
            case .library(let change):
                if context.options.json { return try context.show(change) }
                return context.options.quiet ? () : context.print([TextChanges.imported(change)])
            }
            context.tell(leftOut: report.page.skipped)
            if report.page.sections.allSatisfy(\.items.isEmpty), report.page.program == nil {
                throw SessionError.emptyPlaylist(arguments.words[0])
            }
            context.show(list: .page(report))
        },
        Command(
            name: "export", group: .files, usage: "export opml|m3u8|xspf|json|csv [FILE]",
            summary: "write the queue, the subscriptions, the history, or all",
            details: [
                "opml has the feeds that are subscribed; the others have the queue or, where it is empty or with --listing, the last listing.",
                "Without FILE it goes to standard output.",
                "m3u8, xspf and csv have title, address, length, host and programme of each episode; json has all that is known, one object",
                "an item in a list. `import` and `load` read them all. A FILE that is there already is written over only with --yes.",
                "json --all has all that is yours: favourites, likes, subscriptions, playlists, queue, places, history and bookmarks; `import` of it",
                "brings them into another library, or back, and takes nothing away there.",
                "csv or markdown with --history or --bookmarks has these as a table.",
            ], arguments: 1...2, options: ["--listing", "--all", "--history", "--bookmarks"],
            completing: .wordThenFiles(["opml", "m3u8", "xspf", "json", "csv", "markdown"])
        ) { context, arguments in
            try await export(arguments, context)
        },
    ]

    private static func exportFeeds(_ arguments: Arguments, _ context: Context) async throws {
        let outlines = try await context.session.exportedFeeds()
        let text = OPML.write(outlines)
        guard let file = arguments.words.dropFirst().first, file != "-" else {
            if context.options.json { return context.print(context.printer.outlines(outlines, action: "export")) }
            return context.print(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
        }
        try await context.session.write(text, to: file, over: context.options.yes)
        try context.show(ChangeReport(action: "export", items: outlines.count))
    }

    private static func export(_ arguments: Arguments, _ context: Context) async throws {
        if try await ListenerExport.run(arguments, context) { return }
        let form = arguments.words[0].lowercased()
        if ["markdown", "md"].contains(form) {
            throw UsageError.badArgument(arguments.words[0], expected: "markdown with --history or --bookmarks")
        }
        if form == "opml" { return try await exportFeeds(arguments, context) }
        guard ["m3u", "m3u8", "xspf", "json", "csv"].contains(form) else {
            throw UsageError.badArgument(arguments.words[0], expected: "opml, m3u8, xspf, json or csv")
        }
        let (list, records) = try await context.session.exported(listing: arguments.has("--listing"))
        if form != "json", list.entries.isEmpty { throw SessionError.nothingToExport }
        let count = form == "json" ? records.count : list.entries.count
        if form != "json" { context.tell(leftOut: list.skipped) }
        if let file = arguments.words.dropFirst().first, file != "-" {
            try await context.session.write(text(list, records, form), to: file, over: context.options.yes)
            return try context.show(ChangeReport(action: "export", items: count, skipped: records.count - count))
        }
        if !context.options.json {
            context.print(text(list, records, form).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
        } else if form == "json" {
            context.print(JSONPrinter().change(ChangeReport(action: "export", items: count, records: records)))
        } else {
            context.print(context.printer.playlist(list, action: "export"))
        }
    }

    private static func text(_ list: Playlist, _ records: [ItemRecord], _ form: String) -> String {
        switch form {
        case "xspf": return PlaylistWriter.xspf(list)
        case "csv": return PlaylistWriter.csv(list)
        case "json":
            let objects = records.flatMap { JSONPrinter().item($0) }
            return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
        default: return PlaylistWriter.m3u8(list)
        }
    }
}

extension Context {
    /// What had to be left out of a list, and why: for standard error.
    func tell(leftOut reasons: [String]) {
        for reason in reasons { note("left out: \(Columns.plain(reason))") }
    }
}
