public import Catalogue
public import Transfer

/// What can go wrong when a catalogue is asked. The cases carry facts; the words are made elsewhere.
///
/// No case holds a user's `sign` or `key`: a URL that would carry them is cut at its query.
public indirect enum DirectoryError: Error, Sendable {
    /// The request failed on its way, or was answered with an HTTP status that is no success.
    case transfer(TransferError, source: String)
    /// The answer came and can't be used: a web page, cut, no JSON, `code` other than 0. `what` names the request: "banner", "play list".
    case answer(CatalogueError, source: String, what: String)
    /// The kind of source has no such page. `page` is the page's word, as `CatalogueDirectory.pages(of:)` gives them.
    case noSuchPage(source: String, kind: Source.Kind, page: String)
    case noSuchCategory(String, source: String)
    case noSuchProgram(String, source: String)
    /// A daily news service has no stories of that day (YYYY-MM-DD, or what stands for it): it is no day, before the first or yet to come.
    case noSuchDay(String, source: String)
    /// A file of a local tree or of the packed station isn't there.
    case missingFile(path: String)
    /// A file of a local tree can't be read; `code` is the system's error number.
    case unreadableFile(path: String, code: Int32)
    /// The URL is neither a station's nor an FM-style service's base.
    case notAStation(url: String)
    /// What was stored could not be looked up.
    case store(any Error)
}

extension DirectoryError {
    /// The source could not be reached, so that what was stored may stand in: no network, no answer in time, or HTTP 500 and above.
    public var isUnreachable: Bool {
        guard case .transfer(let error, _) = self else { return false }
        return error.isUnreachable
    }

    /// There is no such file: locally, or by HTTP 404 or 410.
    var isMissing: Bool {
        switch self {
        case .missingFile, .transfer(.status(404, _), _), .transfer(.status(410, _), _): true
        default: false
        }
    }

    /// The source was there and said something, if only that it has no such page.
    var isAnswered: Bool {
        switch self {
        case .transfer(let error, _): error.isAnswered
        case .answer: true
        default: false
        }
    }

    /// The source was reached and answered by a status of HTTP's.
    var isStatus: Bool {
        switch self {
        case .transfer(.status, _), .transfer(.unavailable, _): true
        default: false
        }
    }

    /// The service has nothing under the name that was asked for.
    var saysNothing: Bool {
        if case .answer(.nothing, _, _) = self { return true }
        return false
    }

    var isCancelled: Bool {
        if case .transfer(.cancelled, _) = self { return true }
        return false
    }
}
