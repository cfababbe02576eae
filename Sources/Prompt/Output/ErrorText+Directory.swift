import Catalogue
import Directory
import Transfer

extension ErrorText {
    static func line(_ error: DirectoryError) -> ErrorLine {
        switch error {
        case .transfer(.cancelled, _): return ErrorLine(.interrupted, "interrupted")
        case .transfer(let error, let source):
            var line = line(error)
            // A feed's address is its source's name, and the error has it.
            if source.contains("://") { return line }
            line.words = "the source \(quoted(source)) could not be asked: \(line.words)"
            return line
        case .answer(let error, let source, let what):
            // A server that was asked failed, whatever the answer's fault is; the same body in a file is the file's.
            let line = line(error)
            return ErrorLine(line.code, "the source \(quoted(source)) did not give its \(what): \(line.words)", status: 4)
        case .noSuchPage(let source, let kind, let page):
            let has = CatalogueDirectory.pages(of: kind).joined(separator: ", ")
            return ErrorLine(.notFound, "the source \(quoted(source)) has no \(page) page; it has \(has)")
        case .noSuchCategory(let name, let source):
            return ErrorLine(
                .notFound, "the source \(quoted(source)) has no such list of a category \(quoted(name)); categories shows what it has")
        case .noSuchProgram(let name, let source):
            return ErrorLine(.notFound, "the source \(quoted(source)) has no programme \(quoted(name)) (any more)")
        case .noSuchDay(let day, let source):
            let words = "the source \(quoted(source)) has no stories of \(day); they begin on \(DailyDay.first.text) and end today"
            return ErrorLine(.notFound, words)
        case .missingFile(let path): return ErrorLine(.io, "there is no file \(path) in the station; it may be incomplete")
        case .unreadableFile(let path, let code): return ErrorLine(.io, "the file \(path) can't be read: \(reason(code))")
        case .notAStation(let url):
            let isRemote = url.hasPrefix("http:") || url.hasPrefix("https:")
            let words =
                "at \(url) there is neither a station (station.json) nor a service of a known kind; look at the address, or give --kind"
            return ErrorLine(.notData, words, status: isRemote ? 4 : 1)
        case .store(let error):
            let line = line(for: error)
            return ErrorLine(line.code, "what was stored could not be looked up: \(line.words)", status: line.status)
        }
    }
}
