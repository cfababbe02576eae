import Session

enum RecordCommands {
    static let all = [
        Command(
            name: "record", group: .playing, usage: "record [FILE|off]", summary: "write what comes for what plays into a file",
            details: [
                "The sound is written as the station or server sends it; until it has ended the file is called FILE.recording. Without FILE it is",
                "a new one in the downloads folder, named after the title and the time. It ends with `record off`, or with what plays.",
            ], arguments: 0...1, completing: .wordThenFiles(["off"])
        ) { context, arguments in
            if arguments.first == "off" {
                let report = try await context.session.endRecording()
                return context.print(context.printer.recording(report, isOver: true))
            }
            let report = try await context.session.record(to: arguments.first, over: context.options.yes)
            context.print(context.printer.recording(report, isOver: false))
        }
    ]
}
