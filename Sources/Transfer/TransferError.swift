import Glibc

/// What can go wrong between here and a server, or between here and the disk, with its facts.
///
/// URLs are absolute and are those that failed (after redirects, where there were some). Words are libcurl's or OpenSSL's own.
public enum TransferError: Error, Sendable, Equatable {
    /// libcurl can't be opened (the loader's words).
    case libraryMissing(String)
    /// Not a URL, or none that HTTP can ask.
    case badURL(String)
    /// A URL of another scheme than http and https.
    case unsupportedScheme(url: String)
    case couldNotResolve(host: String)
    case couldNotConnect(host: String, port: Int)
    /// No connection within the time allowed for it.
    case timedOut(url: String)
    /// Connected, then not a byte for so many seconds.
    case stalled(url: String, seconds: Double)
    /// A certificate that isn't right for the host, or no common language.
    case tls(host: String, message: String)
    case tooManyRedirects(url: String)
    /// A redirect from https to http that was not allowed.
    case downgradeRefused(from: String, to: String)
    case redirectToForeignScheme(to: String)
    /// An HTTP status that isn't an answer.
    case status(Int, url: String)
    /// 429 or 503 with a `Retry-After` of so many seconds.
    case unavailable(status: Int, url: String, retryAfter: Int)
    /// The body has more bytes than were allowed.
    case tooLarge(url: String, limit: Int64)
    /// The body ended before its length; `expected` nil where the server said none.
    case cutShort(url: String, got: Int64, expected: Int64?)
    /// The connection broke (libcurl's words).
    case connectionLost(url: String, message: String)
    /// What came isn't HTTP: another kind of server, or the rest of an answer that was longer than it said.
    case notHTTP(url: String)
    /// What is behind the URL has changed while it was being fetched or played.
    case changed(url: String)
    case webPageInsteadOfAudio(url: String)
    /// A podcast feed (RSS or Atom) where sound should be.
    case feedInsteadOfAudio(url: String)
    /// Something else than audio; `found` says what by its first bytes ("JSON", "PNG", "gzip", "text", "nothing" …).
    case notAudio(url: String, found: String)
    /// The same file is being downloaded already, here or by another process.
    case alreadyRunning(path: String)
    /// There is a file of that name already; it was left as it is.
    case exists(path: String)
    /// No room for the file, on the disk or within a quota.
    case noSpace(path: String)
    /// A file or folder can't be made or written; `errno` says why.
    case disk(path: String, errno: Int32)
    /// A file can't be read; `errno` says why.
    case unreadable(path: String, errno: Int32)
    case cancelled
    /// Anything else libcurl says: its code and words.
    case other(code: Int32, message: String, url: String)
}

extension TransferError {
    /// What a failed call on `path` means: no room, or anything else.
    static func file(_ path: String, _ code: Int32) -> TransferError {
        code == ENOSPC || code == EDQUOT ? .noSpace(path: path) : .disk(path: path, errno: code)
    }
}
