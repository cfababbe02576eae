import Catalogue
import Markup

extension ErrorText {
    static func line(_ error: CatalogueError) -> ErrorLine {
        switch error {
        case .notJSON(let error): ErrorLine(.notData, words(error))
        case .webPage: ErrorLine(.notData, "it is a web page, not data")
        case .jsonp: ErrorLine(.notData, "it is a call of a script function (JSONP), not plain data")
        case .refused(let code, let message):
            ErrorLine(.catalogue, "the service refused: \(message.isEmpty ? "it gave no reason" : message) (code \(code))", status: 1)
        case .nothing(let message):
            ErrorLine(.catalogue, "the service gave nothing\(message.isEmpty ? "" : ": \(message)")", status: 1)
        case .notThisService(let expected): ErrorLine(.notData, "it is JSON, but not \(expected)")
        case .notXML(let error): ErrorLine(.notData, words(error))
        case .notThisDocument(let root, let expected): ErrorLine(.notData, "it is a document of kind \(quoted(root)), not \(expected)")
        }
    }

    private static func words(_ error: XMLError) -> String {
        switch error.reason {
        case .libraryMissing: "libxml2, which reads it, isn't installed"
        case .empty: "it is empty"
        case .noElement: "it is no XML: there is no element in it"
        case .tooDeep: "its elements lie too deep inside one another"
        case .tooManyAttributes: "one of its tags has too many attributes"
        case .tooLarge: "it is too large"
        }
    }

    private static func words(_ error: JSONError) -> String {
        let place = "line \(error.line), column \(error.column)"
        return switch error.reason {
        case .empty: "it is empty"
        case .truncated: "it is cut short: the data end at \(place)"
        case .webPage: "it is a web page, not data"
        case .jsonp: "it is a call of a script function (JSONP), not plain data"
        case .unexpected(let character): "it is not JSON: \(character) can't stand at \(place)"
        case .badNumber: "it is not JSON: a malformed number at \(place)"
        case .badEscape: "it is not JSON: a malformed escape at \(place)"
        case .controlCharacter: "it is not JSON: a raw control character in a text at \(place)"
        case .trailing: "it is not JSON: something follows the data at \(place)"
        case .tooDeep: "its lists lie too deep inside one another at \(place)"
        case .tooLarge: "it is too large"
        }
    }
}
