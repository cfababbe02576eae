public import Markup

/// Why an answer can't be used at all.
public enum CatalogueError: Error, Hashable, Sendable {
    case notJSON(JSONError)
    /// A page for people came instead of data: a portal, a proxy's error.
    case webPage
    /// The data are wrapped in a call of a script function, which this service's answers never are.
    case jsonp
    /// The service says no: its `code`, and its `msg` cleaned for a terminal (may be empty).
    case refused(code: String, message: String)
    /// The service says yes and gives nothing where one thing was asked for; `message` is its own (may be empty).
    case nothing(message: String)
    /// JSON, but not what this service answers: `expected` says what was looked for ("a play list").
    case notThisService(expected: String)
    case notXML(XMLError)
    /// XML, but not what was looked for: the name of its first element, and what was expected ("a feed").
    case notThisDocument(root: String, expected: String)

    init(_ error: JSONError) {
        switch error.reason {
        case .webPage: self = .webPage
        case .jsonp: self = .jsonp
        default: self = .notJSON(error)
        }
    }
}
