import Transfer

extension TransferError {
    /// The source could not be reached, or could not answer: no network, no answer in time, HTTP 500 and above.
    var isUnreachable: Bool {
        switch self {
        case .couldNotResolve, .couldNotConnect, .timedOut, .stalled, .connectionLost: true
        case .status(let status, _), .unavailable(let status, _, _): status >= 500
        default: false
        }
    }

    /// The server was there and said something, if only that it has no such page.
    var isAnswered: Bool {
        switch self {
        case .status(let status, _): status < 500
        case .tooLarge, .cutShort: true
        default: false
        }
    }

    /// The same with every URL cut to what may be told of it: a query may hold a signature.
    ///
    /// Without a `default`, so that a new case that carries a URL can't be forgotten.
    func withURLs(_ cut: (String) -> String) -> TransferError {
        switch self {
        case .badURL(let url): .badURL(cut(url))
        case .unsupportedScheme(let url): .unsupportedScheme(url: cut(url))
        case .timedOut(let url): .timedOut(url: cut(url))
        case .stalled(let url, let seconds): .stalled(url: cut(url), seconds: seconds)
        case .tooManyRedirects(let url): .tooManyRedirects(url: cut(url))
        case .downgradeRefused(let from, let to): .downgradeRefused(from: cut(from), to: cut(to))
        case .redirectToForeignScheme(let to): .redirectToForeignScheme(to: cut(to))
        case .status(let status, let url): .status(status, url: cut(url))
        case .unavailable(let status, let url, let after): .unavailable(status: status, url: cut(url), retryAfter: after)
        case .tooLarge(let url, let limit): .tooLarge(url: cut(url), limit: limit)
        case .cutShort(let url, let got, let expected): .cutShort(url: cut(url), got: got, expected: expected)
        case .connectionLost(let url, let message): .connectionLost(url: cut(url), message: message)
        case .notHTTP(let url): .notHTTP(url: cut(url))
        case .changed(let url): .changed(url: cut(url))
        case .webPageInsteadOfAudio(let url): .webPageInsteadOfAudio(url: cut(url))
        case .feedInsteadOfAudio(let url): .feedInsteadOfAudio(url: cut(url))
        case .notAudio(let url, let found): .notAudio(url: cut(url), found: found)
        case .other(let code, let message, let url): .other(code: code, message: message, url: cut(url))
        case .libraryMissing, .couldNotResolve, .couldNotConnect, .tls, .alreadyRunning, .exists, .noSpace, .disk, .unreadable, .cancelled:
            self
        }
    }
}
