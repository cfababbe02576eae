import Library

extension ErrorText {
    static func line(_ error: SearchQuery.Fault) -> ErrorLine {
        switch error {
        case .badValue(let word, let asked): ErrorLine(.usage, "\(word): no such \(kind(of: asked)); \(values(of: asked))")
        case .noValue(let asked): ErrorLine(.usage, "nothing stands behind \(asked.rawValue): in the search; \(values(of: asked))")
        case .notExcludable(let word): ErrorLine(.usage, "\(word): only words, title:, host:, program: and is: can be left out by a -")
        case .openQuote: line(UsageError.openQuote("\""))
        }
    }

    private static func kind(of asked: SearchQuery.Operator) -> String {
        switch asked {
        case .title, .host, .program: "word"
        case .mark: "mark"
        case .before, .after: "date"
        case .sort: "order"
        }
    }

    /// `is: takes favourite, downloaded, played, new`.
    private static func values(of asked: SearchQuery.Operator) -> String {
        let values =
            switch asked {
            case .title, .host, .program: "a word, or several in quotes"
            case .mark: SearchQuery.Mark.allCases.map(\.rawValue).joined(separator: ", ")
            case .before, .after: "a day, month or year, such as 2026-05-31, 2026-05 or 2026"
            case .sort: SearchQuery.Order.allCases.map(\.rawValue).joined(separator: ", ")
            }
        return "\(asked.rawValue): takes \(values)"
    }
}
