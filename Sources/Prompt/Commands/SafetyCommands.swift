import Library
import Session

enum SafetyCommands {
    static let all = [
        Command(
            name: "backup", group: .files, usage: "backup [FILE]", summary: "copy the library, while it is in use",
            details: [
                "Without FILE into the library's folder backups/, where one is made each day by itself: those of the last seven days with",
                "a change stay, and one for each of four weeks before. A FILE that is there already is written over only with --yes.",
            ], arguments: 0...1, completing: .files
        ) { context, arguments in
            let file = try await context.session.backup(to: arguments.first, over: context.options.yes)
            if context.options.json || !context.options.quiet { context.print(context.printer.backup(file)) }
        },
        Command(
            name: "restore", group: .files, usage: "restore FILE", summary: "go back to a backup of the library",
            details: [
                "FILE is a backup, or the name of one in the library's folder backups/. The library as it was is kept there first: `undo`",
                "brings it back, and so does restoring that. What was downloaded stays where it is; playing ends.",
            ], arguments: 1...1, completing: .files
        ) { context, arguments in
            let before = try await context.session.restore(arguments.words[0])
            if context.options.json || !context.options.quiet {
                context.print(context.printer.restored(arguments.words[0], before: before))
            }
        },
        Command(
            name: "doctor", group: .files, usage: "doctor [--fix]", summary: "look whether the library and its files are whole",
            details: [
                "--fix repairs what can be: a damaged library is kept beside a new one, which is made of what can be read of it and of the",
                "newest backup.",
            ], arguments: 0...0, options: ["--fix"]
        ) { context, arguments in
            let checks = try await context.session.doctor(mends: arguments.has("--fix"))
            context.print(context.printer.checks(checks))
            if checks.contains(where: { !$0.isGood && !$0.isMended }) { throw AlreadySaid(status: 1) }
        },
    ]
}
