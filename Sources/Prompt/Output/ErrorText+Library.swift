import Glibc
import Library
import Session
import Terminal

extension ErrorText {
    static func line(_ error: LibraryError) -> ErrorLine {
        switch error {
        case .busy(let path, let holder):
            ErrorLine(.busy, "the library \(path) is being written by another process\(named(holder)); try again in a moment")
        case .newer(let path, let found, let known):
            ErrorLine(
                .newerLibrary,
                "the library \(path) is of a newer skywave (version \(found), this one knows \(known)) and was left untouched; update skywave"
            )
        case .cannotOpen(let path, let words):
            ErrorLine(
                .io, "the library \(path) can't be opened: \(words); look at the folder's permissions or choose another with --library")
        case .diskFull(let path):
            ErrorLine(.diskFull, "the disk is full: nothing was changed in the library \(path); free some space and try again")
        case .damaged(let path, let words):
            ErrorLine(
                .io, "the library \(path) is damaged: \(words); the next command reads it whole, and rescues what can be")
        case .unusable(let path, let words) where path.hasSuffix("/library.sqlite"):
            ErrorLine(
                .io,
                "the library \(path) is too damaged to be read: \(words); it was left as it is. Move it away to begin a new one, into which "
                    + "restore FILE brings a backup")
        case .unusable(let path, let words):
            ErrorLine(.io, "\(path) is no library, or too damaged to be read: \(words); it was left as it is")
        case .damagedInUse(let path, let holder):
            ErrorLine(
                .io, "the library \(path) is damaged and open in another process\(named(holder)); end that, then what can be is rescued")
        case .foreign(let path, let table):
            ErrorLine(
                .io,
                "\(path) is another program's database, with a table \(quoted(table)), and was left untouched; take another with --library"
            )
        case .notWritten(let path, EBUSY): ErrorLine(.io, "\(path) is a file of the library itself; take another name")
        case .notWritten(let path, let errno): ErrorLine(.io, "\(path) can't be written: \(reason(errno))")
        case .readOnly(let path): ErrorLine(.io, "the library \(path) can't be written; look at its owner and permissions")
        case .inputOutput(let path, let words): ErrorLine(.io, "the library \(path) can't be read or written: \(words); look at the disk")
        case .notBroughtBack(let path, let words):
            ErrorLine(.io, "the file \(path) can't be brought back from the trash: \(words); look at its folder")
        case .sqlite(let code, let words, let sql): ErrorLine(.io, "the library failed: \(words) (SQLite \(code), at: \(sql))")
        case .noSuchItem(let id): line(SessionError.noSuchItem(id))
        case .noSuchSource(let name): line(SessionError.noSuchSource(name, known: []))
        case .sourceExists(let name): line(SessionError.sourceExists(name))
        case .sourceIsBuiltIn(let name): line(SessionError.builtInSource(name))
        }
    }

    /// ` (skywave, process 123)`, where it is known.
    private static func named(_ holder: ProcessName?) -> String {
        guard let holder else { return "" }
        return holder.name.isEmpty ? " (process \(holder.number))" : " (\(Columns.plain(holder.name)), process \(holder.number))"
    }
}
