public import Catalogue
import Glibc

/// What can go wrong with the library. Whatever it is, the library is as it was before the call.
public enum LibraryError: Error, Hashable, Sendable {
    /// Another process held the library for longer than a call waits; which one, where the system tells.
    case busy(path: String, holder: ProcessName? = nil)
    /// A newer program made it: its version, and the newest that this one knows. The file is untouched.
    case newer(path: String, found: Int, known: Int)
    /// The folder or the file can't be made or opened; the system's or SQLite's words.
    case cannotOpen(path: String, words: String)
    case diskFull(path: String)
    /// The file is no library, or is damaged; SQLite's words.
    case damaged(path: String, words: String)
    /// No library, or so damaged that nothing of it can be read. The file is untouched.
    case unusable(path: String, words: String)
    /// It is damaged, and can't be mended while that process has it open.
    case damagedInUse(path: String, holder: ProcessName)
    /// Another program's database, with a table that no library has. The file is untouched.
    case foreign(path: String, table: String)
    case readOnly(path: String)
    /// A copy of the library can't be written there; the system's error number.
    case notWritten(path: String, errno: Int32)
    /// Reading or writing the file failed; the system's words.
    case inputOutput(path: String, words: String)
    /// A deleted file that can't be moved back from the trash; the system's words.
    case notBroughtBack(path: String, words: String)
    /// Anything else that SQLite says: its extended code, its words, the statement.
    case sqlite(code: Int32, words: String, sql: String)
    case noSuchItem(ItemID)
    case noSuchSource(name: String)
    /// A source of this name is there already.
    case sourceExists(name: String)
    /// A built-in source can't be removed.
    case sourceIsBuiltIn(name: String)
}

extension LibraryError {
    /// What an error of SQLite means for the library whose database is at `path`.
    init(_ error: SQLiteError, path: String) {
        if error.code.primary == .full || [ENOSPC, EDQUOT].contains(error.errno) {
            self = .diskFull(path: path)
            return
        }
        switch error.code.primary {
        case .busy, .locked: self = .busy(path: path, holder: ProcessLocks.writer(of: path))
        case .ioError: self = .inputOutput(path: path, words: Self.words(error))
        case .corrupt, .notADatabase: self = .damaged(path: path, words: error.words)
        case .cannotOpen: self = .cannotOpen(path: path, words: Self.words(error))
        case .readOnly: self = .readOnly(path: path)
        default: self = .sqlite(code: error.code.rawValue, words: error.words, sql: error.sql ?? "")
        }
    }

    /// What the system's `errno` means for a folder at `path`.
    init(errno: Int32, path: String) {
        switch errno {
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        case EROFS: self = .readOnly(path: path)
        default: self = .cannotOpen(path: path, words: String(cString: strerror(errno)))
        }
    }

    /// A file that can't be moved back to `path`.
    init(notBroughtBack path: String, errno: Int32) {
        let isFull = [ENOSPC, EDQUOT].contains(errno)
        self = isFull ? .diskFull(path: path) : .notBroughtBack(path: path, words: String(cString: strerror(errno)))
    }

    private static func words(_ error: SQLiteError) -> String {
        error.errno == 0 ? error.words : String(cString: strerror(error.errno))
    }
}
