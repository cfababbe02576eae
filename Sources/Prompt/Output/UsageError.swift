/// What is wrong with a line that was typed: exit status 2.
enum UsageError: Error, Hashable, Sendable {
    case unknownCommand(String, near: [String])
    /// The beginning of several commands.
    case ambiguousCommand(String, choices: [String])
    case unknownOption(String)
    /// A global option that needs a value and has none, or can't take the one it has.
    case badOption(String, expected: String)
    /// The number or form of the arguments; `usage` is the command's line of `help`.
    case wrongArguments(command: String, usage: String)
    /// One argument that can't be taken.
    case badArgument(String, expected: String)
    /// A quote that is not closed, of this character.
    case openQuote(Character)
    /// A backslash at the very end.
    case openEscape
}
