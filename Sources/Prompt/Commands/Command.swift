/// A command: what it is called, what it takes, what its help says, and what it does. The prompt, `skywave COMMAND` and
/// scripts all go by this table, and `help` is printed from it.
struct Command: Sendable {
    enum Group: String, Sendable, CaseIterable {
        case browse, catalogues, queue, playing, offline, mine, files, other
    }

    /// What Tab offers for an argument.
    enum Completing: Sendable {
        case nothing
        case words([String])
        case commands
        case settings
        case sources
        case files
    }

    let name: String
    var aliases: [String] = []
    let group: Group
    /// `add ITEM…`.
    let usage: String
    /// One line, for the list of commands.
    let summary: String
    /// More lines, for `help COMMAND`.
    var details: [String] = []
    /// How many arguments it takes.
    let arguments: ClosedRange<Int>
    /// Its own options, with their dashes.
    var options: [String] = []
    var completing = Completing.nothing
    let run: @Sendable (Context, Arguments) async throws -> Void

    static let any = 1...Int.max
}

/// What a command was given.
struct Arguments: Sendable {
    let command: Command
    var words: [String]
    var options: Set<String>

    var first: String? { words.first }

    /// The error that says how the command is to be used.
    var wrong: UsageError { .wrongArguments(command: command.name, usage: command.usage) }

    /// The arguments as positions of the queue: numbers from 1, ranges, `all` is none.
    func positions() throws(UsageError) -> [Int] {
        var positions: [Int] = []
        for word in words {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first >= 0, last >= first,
                last - first < 1_000_000
            else { throw .badArgument(word, expected: "a queue position or a range like 2-5") }
            positions += first...last
        }
        return positions
    }

    /// One of the words `on` and `off`, or nil where nothing was given.
    func onOff() throws(UsageError) -> Bool? {
        switch first {
        case nil: nil
        case "on": true
        case "off": false
        case let word?: throw .badArgument(word, expected: "on or off")
        }
    }
}
