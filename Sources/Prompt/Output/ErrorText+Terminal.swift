import Terminal

extension ErrorText {
    static func line(_ error: Out.Failure) -> ErrorLine {
        switch error {
        case .closedPipe: ErrorLine(.io, "the reader of the output has gone", status: 141)
        case .noSpace: ErrorLine(.diskFull, "the output could not be written: there is no space left")
        case .failed(let errno): ErrorLine(.io, "the output could not be written: \(reason(errno))")
        }
    }

    static func line(_ failure: PictureFailure) -> ErrorLine {
        var line = line(failure.error)
        line.words = "\(place(failure.url)): \(line.words)"
        return line
    }

    static func line(_ error: ChildProgram.Failure) -> ErrorLine {
        switch error {
        case .notStarted(let name, let errno): ErrorLine(.io, "\(name) can't be started: \(reason(errno))")
        case .failed(let name, let status): ErrorLine(.io, "\(name) can't show it (it ended with \(status))")
        case .tooSlow(let name, let seconds):
            ErrorLine(.io, "\(name) was ended: it took longer than \(Figures.plain(seconds)) seconds")
        case .tooMuch(let name, let limit):
            ErrorLine(.io, "\(name) was ended: it wrote more than \(Figures.size(Int64(limit)))")
        }
    }
}
