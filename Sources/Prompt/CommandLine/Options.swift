import Playback

/// The options that every command takes, before or after its name.
struct Options: Sendable {
    var json = false
    var library: String?
    var output: OutputChoice?
    var source: String?
    var yes = false
    var quiet = false
    var verbose = false
    var noColor = false
    var version = false
    var help = false

    /// The names, for completion; a `=` at the end asks for a value.
    static let names = [
        "--json", "--library=", "--output=", "--source=", "--yes", "--quiet", "--verbose", "--no-color", "--version", "--help",
    ]

    /// Takes the options out of the words. What is left are the command's own: those that begin with `--` and its arguments; all
    /// after a `--` are arguments.
    static func parse(_ words: [String]) throws(UsageError) -> (options: Options, rest: [Word]) {
        var options = Options()
        var rest: [Word] = []
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                rest += words.map { .argument($0) }
                break
            }
            guard word.hasPrefix("--") || word == "-h" else {
                rest.append(.argument(word))
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if try !options.take(parts[0], value: parts.count > 1 ? parts[1] : nil, from: &words) { rest.append(.option(word)) }
        }
        return (options, rest)
    }

    /// A word that is not one of these options.
    enum Word: Sendable, Equatable {
        case argument(String)
        case option(String)
    }

    /// False where the name isn't one of these.
    private mutating func take(_ name: String, value: String?, from words: inout ArraySlice<String>) throws(UsageError) -> Bool {
        switch name {
        case "--library": library = try Self.value(of: name, value, from: &words, expected: "a folder")
        case "--source": source = try Self.value(of: name, value, from: &words, expected: "a source's name")
        case "--output":
            let expected = "pulse, pulse:SINK, null, wav:FILE or raw:-"
            guard let choice = OutputChoice(try Self.value(of: name, value, from: &words, expected: expected)) else {
                throw .badOption(name, expected: expected)
            }
            output = choice
        case "--json", "--yes", "--quiet", "--verbose", "--no-color", "--version", "--help", "-h":
            if value != nil { throw .badOption(name, expected: "no value") }
            setFlag(name)
        default: return false
        }
        return true
    }

    private mutating func setFlag(_ name: String) {
        switch name {
        case "--json": json = true
        case "--yes": yes = true
        case "--quiet": quiet = true
        case "--verbose": verbose = true
        case "--no-color": noColor = true
        case "--version": version = true
        default: help = true
        }
    }

    private static func value(
        of name: String, _ value: String?, from words: inout ArraySlice<String>, expected: String
    ) throws(UsageError) -> String {
        guard let found = value ?? words.popFirst(), !found.isEmpty else { throw .badOption(name, expected: expected) }
        return found
    }
}
