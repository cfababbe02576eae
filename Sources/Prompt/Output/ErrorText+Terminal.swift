import Terminal

extension ErrorText {
    static func line(_ error: Out.Failure) -> ErrorLine {
        switch error {
        case .closedPipe: ErrorLine(.io, "the reader of the output has gone", status: 141)
        case .noSpace: ErrorLine(.diskFull, "the output could not be written: there is no space left")
        case .failed(let errno): ErrorLine(.io, "the output could not be written: \(reason(errno))")
        }
    }
}
