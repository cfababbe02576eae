/// A command: what it is called, what it takes, what its help says, and what it does. The prompt, `skywave COMMAND` and
/// scripts all go by this table, and `help` is printed from it.
struct Command: Sendable {
    enum Group: String, Sendable, CaseIterable {
        case browse, catalogues, queue, playing, offline, mine, files, other
    }

    /// What Tab offers behind an option of the command that asks for a value, by the option's name.
    typealias OptionValues = [String: [String]]

    /// What Tab offers for an argument.
    enum Completing: Sendable {
        case nothing
        case words([String])
        case commands
        case settings
        case sources
        case files
        /// The names of the playlists that were kept; with `files` also files.
        case playlists(files: Bool)
        /// Words for the first argument, then files.
        case wordThenFiles([String])
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
    /// Its own options, with their dashes; a `=` at the end asks for a value.
    var options: [String] = []
    var completing = Completing.nothing
    var optionValues: OptionValues = [:]
    let run: @Sendable (Context, Arguments) async throws -> Void

    static let any = 1...Int.max
}

/// What a command was given.
struct Arguments: Sendable {
    let command: Command
    var words: [String]
    /// Those that were given, with their value where they have one.
    var options: [String: String]

    var first: String? { words.first }

    func has(_ option: String) -> Bool { options[option] != nil }

    /// Takes one of the command's own options, and the word after it where it asks for a value that doesn't stand behind a `=`.
    mutating func takeOption(_ text: String, from rest: inout ArraySlice<Options.Word>) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (name, value) = (parts[0], parts.count > 1 ? parts[1] : nil)
        if command.options.contains(name) {
            if value != nil { throw .badOption(name, expected: "no value") }
            options[name] = ""
        } else if command.options.contains(name + "=") {
            if let value {
                options[name] = value
            } else if case .argument(let next)? = rest.popFirst() {
                options[name] = next
            } else {
                throw .badOption(name, expected: "a value")
            }
        } else {
            throw .unknownOption(text)
        }
    }

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
