import Catalogue
import Playback
import Session

enum PlayCommands {
    static let all = [
        Command(
            name: "play", group: .playing, usage: "play [ITEM…]", summary: "play these things now, or go on where you stopped",
            details: [
                "At the prompt and in a script it returns at once; `skywave play` stays until the end and Ctrl-C keeps the place.",
                "With --output wav:FILE or raw:- exactly these items are written, as decoded (speed and what is skipped don't count),",
                "and nothing is remembered.",
            ], arguments: 0...Int.max, completing: .files
        ) { context, arguments in
            if context.output.isFile { return try await write(arguments, context) }
            let onlyThese = context.face == .oneShot && !arguments.words.isEmpty
            let report = try await context.session.play(arguments.words, onlyThese: onlyThese)
            if context.face != .oneShot {
                if report.items > 1 || context.options.json { context.say(report) }
                return try context.end(report)
            }
            var failure: (any Error)?
            do { try await context.stayWhilePlaying() } catch { failure = error }
            context.done("play", items: report.items)
            if let failure { throw failure }
            try context.end(report)
        },
        Command(name: "pause", group: .playing, usage: "pause", summary: "pause", arguments: 0...0) { context, _ in
            try await context.session.pause()
            context.done("pause")
        },
        Command(
            name: "resume", group: .playing, usage: "resume", summary: "go on after a pause",
            details: [
                "After 10 seconds or more it goes back by 3, after 5 minutes by 10, after an hour by 20 seconds; so does `play` with an",
                "episode that was left. `set rewind off` keeps the place.",
            ], arguments: 0...0
        ) { context, _ in
            try await context.session.resume()
            if context.face == .oneShot { try await context.stayWhilePlaying() }
            context.done("resume")
        },
        Command(name: "toggle", group: .playing, usage: "toggle", summary: "pause, or go on", arguments: 0...0) { context, _ in
            try await context.session.toggle()
            context.done("toggle")
        },
        Command(name: "stop", group: .playing, usage: "stop", summary: "end playing; the place is kept", arguments: 0...0) { context, _ in
            try await context.session.stop()
            context.done("stop")
        },
        Command(
            name: "next", group: .playing, usage: "next [chapter]", summary: "the next item of the queue, or the next chapter",
            arguments: 0...1, completing: .words(["chapter"])
        ) { context, arguments in
            if try ChapterCommands.isMeant(arguments) {
                return try await ChapterCommands.went(to: try await context.session.nextChapter(), "next", context)
            }
            try await step("next", try await context.session.next(), context)
        },
        Command(
            name: "prev", group: .playing, usage: "prev [chapter]", summary: "the item before, or the start of the chapter",
            details: ["`prev chapter` within three seconds of a chapter's start goes to the one before."],
            arguments: 0...1, completing: .words(["chapter"])
        ) { context, arguments in
            if try ChapterCommands.isMeant(arguments) {
                return try await ChapterCommands.went(to: try await context.session.previousChapter(), "prev", context)
            }
            try await step("prev", try await context.session.previous(), context)
        },
        Command(
            name: "seek", group: .playing, usage: "seek TIME|chapter N", summary: "go to a place, or to a chapter",
            details: ["TIME: 90, 1:30, 1:02:03, 1h30m, 80%, or from where you are: +30, -10."], arguments: 1...2,
            completing: .words(["chapter"])
        ) { context, arguments in
            if let number = try ChapterCommands.number(arguments) {
                return try await ChapterCommands.went(to: try await context.session.seek(chapter: number), "seek", context)
            }
            guard let time = SeekTime(arguments.words[0]) else {
                throw UsageError.badArgument(arguments.words[0], expected: "a time like 1:30, +30, -10, 80% or 1h30m")
            }
            _ = try await context.session.seek(time)
            if !context.options.quiet { context.print(context.printer.place(try await context.session.status())) }
            context.done("seek")
        },
        ChapterCommands.chapters,
        Command(name: "volume", group: .playing, usage: "volume [N|+N|-N]", summary: "show or set the volume (percent)", arguments: 0...1) {
            context, arguments in
            try await volume(arguments, context)
        },
        Command(
            name: "speed", group: .playing, usage: "speed [X|+X|-X]", summary: "show or set the speed (0.5 to 3); the pitch stays",
            details: [
                "While something plays this is its programme's own speed, else the general one: set p12.speed, set speed.",
                "Live radio keeps its own.",
            ], arguments: 0...1
        ) { context, arguments in
            try await speed(arguments, context)
        },
        SleepCommands.sleep,
        Command(name: "status", group: .playing, usage: "status", summary: "what plays, and how", arguments: 0...0) { context, _ in
            var report = try await context.session.status()
            report.chapter = await context.session.chapter(in: report)
            context.print(context.printer.status(report))
        },
        SleepCommands.places,
        Command(
            name: "device", group: .playing, usage: "device [NAME]", summary: "list the sound devices, or choose one", arguments: 0...1
        ) { context, arguments in
            if let name = arguments.first { try await context.session.setDevice(name) }
            let (devices, current) = try await context.session.devices()
            context.print(context.printer.devices(devices, current: current))
        },
    ]

    /// Says what is current now, where nothing plays: else it says so itself when it sounds.
    private static func step(_ action: String, _ record: EpisodeRecord?, _ context: Context) async throws {
        if record != nil, await context.session.isPlaying, !context.options.json { return }
        try context.show(ChangeReport(action: action, items: record == nil ? 0 : 1, records: record.map { [.episode($0)] } ?? []))
    }

    private static func volume(_ arguments: Arguments, _ context: Context) async throws {
        guard let word = arguments.first else {
            _ = try await context.session.volume()
            return context.print(context.printer.settings(try await context.session.settingReports("volume")))
        }
        guard let number = Int(word), (-1000...1000).contains(number) else {
            throw UsageError.badArgument(word, expected: "a number from 0 to 100, +N or -N")
        }
        let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
        _ = try await context.session.volume { isRelative ? $0 + number : number }
        if !context.options.quiet { context.print(context.printer.settings(try await context.session.settingReports("volume"))) }
    }

    private static func speed(_ arguments: Arguments, _ context: Context) async throws {
        guard let word = arguments.first else { return context.print(context.printer.settings([try await context.session.speed()])) }
        guard let change = SpeedChange(word) else {
            throw UsageError.badArgument(word, expected: "a number from 0.5 to 3, or a step such as +0.1 or -0.1")
        }
        let report = try await context.session.speed(change)
        if !context.options.quiet { context.print(context.printer.settings([report])) }
    }

    private static func write(_ arguments: Arguments, _ context: Context) async throws {
        if arguments.words.isEmpty { throw arguments.wrong }
        let result = try await context.session.render(arguments.words, to: context.output)
        if result.formatChanges > 0 {
            context.note("warning: the sound's format changes \(result.formatChanges) times; it is written as it comes, never resampled")
        }
        guard context.output != .raw("-"), let format = result.format else { return }
        if context.options.json { return context.done("play", items: arguments.words.count) }
        let seconds = DurationText.clock(Double(result.frames) / Double(format.sampleRate))
        context.note("wrote \(seconds): \(result.frames) frames, \(format.sampleRate) Hz, \(format.channels == 1 ? "mono" : "stereo")")
    }
}
