extension ErrorText {
    static func line(_ error: UsageError) -> ErrorLine {
        switch error {
        case .unknownCommand(let word, []): ErrorLine(.usage, "there is no command \(quoted(word)); help lists them")
        case .unknownCommand(let word, let near):
            ErrorLine(.usage, "there is no command \(quoted(word)); did you mean \(near.joined(separator: " or "))?")
        case .ambiguousCommand(let word, let choices):
            ErrorLine(.usage, "\(quoted(word)) may mean \(choices.joined(separator: ", ")); write more of it")
        case .unknownOption(let option): ErrorLine(.usage, "there is no option \(option); --help lists them")
        case .badOption(let option, let expected): ErrorLine(.usage, "\(option) takes \(expected)")
        case .wrongArguments(_, let usage): ErrorLine(.usage, "usage: \(usage)")
        case .badArgument(let argument, let expected): ErrorLine(.usage, "\(quoted(argument)) won't do here: it takes \(expected)")
        case .openQuote(let quote): ErrorLine(.usage, "a quote is not closed; add another \(quote)")
        case .openEscape: ErrorLine(.usage, "the line ends in a lone \\; write \\\\ for a backslash")
        }
    }
}
