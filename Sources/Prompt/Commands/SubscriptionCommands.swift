import Catalogue
import Library
import Session
import Terminal

enum SubscriptionCommands {
    static let all = [
        Command(
            name: "subscribe", group: .catalogues, usage: "subscribe PROGRAM|URL…",
            summary: "follow programmes, or podcast feeds by their address",
            details: ["A feed is read at once; `update` looks for news later, `new` lists what waits to be heard."], arguments: Command.any
        ) { context, arguments in
            try context.show(try await context.session.subscribe(arguments.words))
        },
        Command(
            name: "unsubscribe", group: .catalogues, usage: "unsubscribe PROGRAM…", summary: "follow them no more", arguments: Command.any
        ) { context, arguments in
            try context.show(try await context.session.unsubscribe(arguments.words))
        },
        Command(name: "subscriptions", group: .catalogues, usage: "subscriptions", summary: "what is followed", arguments: 0...0) {
            context, _ in
            context.show(list: .subscriptions(try await context.session.subscriptions()))
        },
        Command(
            name: "update", group: .catalogues, usage: "update [PROGRAM…]", summary: "look for new episodes of what is followed",
            details: [
                "Eight are asked at once, two of one host, unless the settings transfers and transfers-per-host say otherwise.",
                "What failed three times is left alone for a while, if it isn't named.",
                "Then it cleans up (help cleanup), and fetches the newest episodes of each, as many as `set auto-download N` says, or",
                "`set p12.auto-download N` for one programme: none of those that were heard, deleted or cancelled. `skywave update` stays",
                "until they are there.",
                "The exit status is 4 if one failed.",
            ], arguments: 0...Int.max
        ) { context, arguments in try await update(context, arguments) },
        Command(
            name: "new", group: .catalogues, usage: "new", summary: "unheard episodes of what is followed, newest first", arguments: 0...0
        ) { context, _ in
            context.show(list: .page(try await context.session.unheard()))
        },
    ]

    private static func update(_ context: Context, _ arguments: Arguments) async throws {
        let report = try await context.session.update(arguments.words)
        let says = !context.options.quiet || context.options.json
        // What is fetched has lines of its own, and the result is a script's last.
        let isLast = context.options.json && context.face == .oneShot
        if says, !isLast { context.print(context.printer.updates(report)) }
        let failed = report.lines.compactMap { line in line.error.map { ItemFailure(title: line.program.program.title, error: $0) } }
        let failures = report.failures + failed + report.cleanup.change.failures
        for said in context.printer.failures(of: ChangeReport(action: "update", items: 0, failures: failures)) {
            context.errors.writeLine(said)
        }
        context.say(notesOf: report.cleanup.change)
        if Task.isCancelled { throw CancellationError() }
        let missing = context.face == .oneShot && !report.downloads.isEmpty ? await context.stayWhileDownloading() : nil
        if says, isLast { context.print(context.printer.updates(report)) }
        if let first = report.failures.first { throw AlreadySaid(status: ErrorText.status(for: first.error)) }
        if !failed.isEmpty { throw AlreadySaid(status: 4) }
        if let first = report.cleanup.change.failures.first { throw AlreadySaid(status: ErrorText.status(for: first.error)) }
        if let missing { throw missing }
    }
}
