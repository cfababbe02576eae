import Catalogue
import Directory
import Library
import Playback
import Queue
import Session
import Terminal
import Transfer

/// The one place where errors turn into words. Each room's cases have a file of their own (`ErrorText+Library.swift` …).
enum ErrorText {
    /// What failed, on what, and what to do: one line without control characters, whatever a server or a file put in.
    static func words(for error: any Error) -> String { Columns.plain(line(for: error).words) }

    /// The same with what it is about in front, where the words don't begin with that themselves.
    static func words(for error: any Error, about title: String) -> String {
        let (words, name) = (words(for: error), quoted(Columns.plain(title)))
        return words.hasPrefix(name) ? words : "\(name): \(words)"
    }

    static func code(for error: any Error) -> ErrorCode { line(for: error).code }

    /// As interface.md "Exit status" has it.
    static func status(for error: any Error) -> Int32 { line(for: error).status }

    static func line(for error: any Error) -> ErrorLine {
        switch error {
        case let error as ErrorLine: error
        case let error as UsageError: line(error)
        case let error as SessionError: line(error)
        case let error as DirectoryError: line(error)
        case let error as CatalogueError: line(error)
        case let error as JSONError: line(CatalogueError.notJSON(error))
        case let error as PlaylistError: line(error)
        case let error as TransferError: line(error)
        case let error as LibraryError: line(error)
        case let error as SearchQuery.Fault: line(error)
        case let error as PlaybackError: line(error)
        case let error as RenderFailure: line(error)
        case let error as Out.Failure: line(error)
        case let error as ChildProgram.Failure: line(error)
        case let error as PictureFailure: line(error)
        case is CancellationError: ErrorLine(.interrupted, "interrupted")
        default: ErrorLine(.io, "something unexpected failed: \(error)")
        }
    }
}

extension ErrorText {
    /// A text of a person's or a server's within a sentence.
    static func quoted(_ text: String) -> String { "“\(text)”" }

    /// `; there are: hot, liked`, at most twenty as a line is short; where none is known, what else to do.
    static func choices(_ names: [String], else advice: String = "") -> String {
        guard !names.isEmpty else { return advice.isEmpty ? "" : "; \(advice)" }
        let shown = names.prefix(20).joined(separator: ", ")
        return "; there are: \(shown)" + (names.count > 20 ? " and \(names.count - 20) more" : "")
    }
}
