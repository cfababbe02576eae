import Queue
import Session

enum QueueCommands {
    static let all = [
        Command(name: "queue", group: .queue, usage: "queue", summary: "what is to be played, and what was", arguments: 0...0) {
            context, _ in
            let (lines, modes) = try await context.session.queueLines()
            context.show(list: .queue(lines, modes))
        },
        Command(
            name: "add", group: .queue, usage: "add ITEM…", summary: "put things at the end of the queue",
            details: ["A programme stands for all of its episodes."], arguments: Command.any, completing: .files
        ) { context, arguments in
            try context.show(try await context.session.add(arguments.words))
        },
        Command(
            name: "insert", group: .queue, usage: "insert ITEM…", summary: "put things behind what plays", arguments: Command.any,
            completing: .files
        ) {
            context, arguments in
            try context.show(try await context.session.add(arguments.words, next: true))
        },
        Command(name: "del", group: .queue, usage: "del POS…", summary: "take positions out of the queue", arguments: Command.any) {
            context, arguments in
            try context.show(try await context.session.delete(positions: arguments.positions()))
        },
        Command(name: "move", group: .queue, usage: "move FROM TO", summary: "move a queue position to another", arguments: 2...2) {
            context, arguments in
            let (from, to) = try pair(arguments)
            try context.show(try await context.session.move(from: from, to: to))
        },
        Command(name: "swap", group: .queue, usage: "swap A B", summary: "swap two queue positions", arguments: 2...2) {
            context, arguments in
            let (first, second) = try pair(arguments)
            try context.show(try await context.session.swap(first, second))
        },
        Command(name: "clear", group: .queue, usage: "clear", summary: "empty the queue", arguments: 0...0) { context, _ in
            try context.show(try await context.session.clear())
        },
        Command(name: "crop", group: .queue, usage: "crop", summary: "empty the queue but for what plays", arguments: 0...0) {
            context, _ in
            try context.show(try await context.session.crop())
        },
        Command(name: "shuffle", group: .queue, usage: "shuffle", summary: "put the queue into a new order", arguments: 0...0) {
            context, _ in
            try context.show(try await context.session.shuffle())
        },
        mode("random", "play in a shuffled order", \.random),
        mode("repeat", "begin again at the queue's end", \.repeats),
        mode("single", "stop after each item; with repeat: play it again", \.single),
        mode("consume", "take out of the queue what was played", \.consume),
    ]

    private static func mode(_ name: String, _ summary: String, _ path: any WritableKeyPath<PlayQueue, Bool> & Sendable) -> Command {
        Command(
            name: name, group: .queue, usage: "\(name) [on|off]", summary: summary, arguments: 0...1, completing: .words(["on", "off"])
        ) { context, arguments in
            let modes = try await context.session.setMode(path, arguments.onOff())
            if !context.options.quiet { context.print(context.printer.modes(modes, mode: name)) }
        }
    }

    private static func pair(_ arguments: Arguments) throws(UsageError) -> (Int, Int) {
        guard let first = Int(arguments.words[0]), let second = Int(arguments.words[1]) else { throw arguments.wrong }
        return (first, second)
    }
}
