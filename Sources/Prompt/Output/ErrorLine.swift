/// What a script can tell errors by: the `code` of an error's JSON object.
enum ErrorCode: String, Sendable, CaseIterable {
    case usage
    case notFound = "not-found"
    case network
    case catalogue
    case notData = "not-data"
    case audio
    case noDevice = "no-device"
    case busy
    case newerLibrary = "newer-library"
    case diskFull = "disk-full"
    case io
    case interrupted

    /// The exit status that goes with it where nothing else is said.
    var status: Int32 {
        switch self {
        case .notData, .audio, .busy, .newerLibrary, .diskFull, .io: 1
        case .usage: 2
        case .notFound: 3
        case .network, .catalogue: 4
        case .noDevice: 5
        case .interrupted: 130
        }
    }
}

/// An error in words: what failed, on what, and what to do; with what a script goes by.
struct ErrorLine: Error, Hashable, Sendable {
    var code: ErrorCode
    /// Of any length and on one line, without a full stop; starts small.
    var words: String
    /// The exit status.
    var status: Int32

    init(_ code: ErrorCode, _ words: String, status: Int32? = nil) {
        self.code = code
        self.words = words
        self.status = status ?? code.status
    }
}
