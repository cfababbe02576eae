import Catalogue
import Session

enum OfflineCommands {
    static let all = [
        Command(
            name: "download", group: .offline, usage: "download [ITEM…]", summary: "fetch episodes for listening offline",
            details: [
                "A programme stands for all of its episodes; without an item it goes on with what was cut off or failed,",
                "but for what failed for good.",
                "`skywave download` stays until all are there, and exits with 4 if one failed.",
            ], arguments: 0...Int.max
        ) { context, arguments in
            var report = try await context.session.download(arguments.words)
            context.tell(leftOut: report.leftOut.map { "“\($0.title)” failed for good; download \($0.id) tries it again" })
            guard context.face == .oneShot else { return try context.show(report) }
            // Thousands aren't kept for long where nobody is told of them.
            if !context.options.json { report.records = [] }
            // Each was said when it had ended; what is left to say is that there was nothing to do.
            let failure = await context.stayWhileDownloading()
            if context.options.json || report.items == 0 && report.failures.isEmpty { context.say(report) }
            if let failure { throw failure }
            try context.end(report)
        },
        Command(name: "downloads", group: .offline, usage: "downloads", summary: "what was or is being fetched", arguments: 0...0) {
            context, _ in
            context.show(list: .downloads(try await context.session.downloads()))
        },
        Command(name: "cancel", group: .offline, usage: "cancel ITEM…", summary: "end downloads", arguments: Command.any) {
            context, arguments in
            try context.show(try await context.session.cancel(arguments.words))
        },
        Command(
            name: "delete", group: .offline, usage: "delete ITEM…", summary: "remove downloaded files (the episodes stay)",
            details: ["They go to the trash, out of which `undo` brings them back."], arguments: Command.any
        ) { context, arguments in
            try context.show(try await context.session.deleteFiles(arguments.words))
        },
        Command(
            name: "verify", group: .offline, usage: "verify [ITEM…]", summary: "read downloaded files again: are they what was fetched?",
            details: ["A programme stands for all of its episodes; without an item all files are read. Exits with 1 if one is not right."],
            arguments: 0...Int.max
        ) { context, arguments in
            let (files, failures) = try await context.session.verify(arguments.words)
            if context.options.json || !context.options.quiet { context.print(context.printer.verified(files)) }
            try context.end(ChangeReport(action: "verify", items: files.count, failures: failures))
            if files.contains(where: { $0.fault != nil }) { throw AlreadySaid(status: 1) }
        },
        Command(
            name: "cleanup", group: .offline, usage: "cleanup [--dry-run]", summary: "move old downloaded files to the trash, as was set",
            details: [
                "`set cleanup RULES` says which, with commas between; any of them takes a file:",
                "  played      what was played; played:7d a week after it was",
                "  30d         what was downloaded 30 days ago or longer",
                "  2GB         what all files together are more than that: what was played first, then the oldest",
                "  off         nothing, as long as nothing else was set",
                "Favourites stay, what is in the queue and not played yet, what was begun and not ended, and what has a bookmark.",
                "--dry-run only says which files would go, and why. `undo` brings all of them back: no more than the trash holds (1 GB)",
                "go at once. Where rules are set, `update` cleans up too.",
            ], arguments: 0...0, options: ["--dry-run"]
        ) { context, arguments in
            let report = try await context.session.cleanUp(isDry: arguments.has("--dry-run"))
            if report.isOff { context.note("no rules are set, so nothing is cleaned up; help cleanup says how") }
            if context.options.json || !context.options.quiet && !report.isOff { context.print(context.printer.cleanup(report)) }
            context.say(notesOf: report.change)
            try context.end(report.change)
        },
    ]
}
