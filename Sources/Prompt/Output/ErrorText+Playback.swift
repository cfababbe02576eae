import Playback

extension ErrorText {
    /// What failed at the item of that name, where the error doesn't name a file itself.
    static func line(_ failure: RenderFailure) -> ErrorLine {
        var line = line(failure.error)
        switch failure.error {
        case .empty, .notAudio, .needsFFmpeg, .ffmpeg, .feed, .nothingPlayable, .source, .decoder:
            line.words = "\(quoted(failure.name)): \(line.words)"
        case .unreadable, .noDevice, .serverHangs, .deviceSuspended, .noSuchDevice, .output, .noSpace, .closedPipe, .cancelled: break
        }
        return line
    }

    static func line(_ error: PlaybackError) -> ErrorLine {
        switch error {
        case .empty: ErrorLine(.audio, "the file is empty")
        case .notAudio(let found?): ErrorLine(.audio, "it is no MPEG audio but \(found)")
        case .notAudio(nil): ErrorLine(.audio, "it is no MPEG audio")
        case .needsFFmpeg(let found):
            ErrorLine(.audio, "it is no MPEG audio but \(found), which takes ffmpeg to play; install the package ffmpeg")
        case .ffmpeg(let found, let words):
            ErrorLine(.audio, "it is \(found), which ffmpeg could not decode" + (words.isEmpty ? "" : ": \(words)"))
        case .feed: ErrorLine(.audio, "it is a podcast feed, no audio; open and subscribe take its address")
        case .nothingPlayable: ErrorLine(.audio, "there is no sound in it that could be played")
        case .unreadable(let path, let errno): ErrorLine(.io, "\(path) can't be read: \(reason(errno))")
        case .source(let underlying): line(for: underlying)
        case .decoder(let code, let words): ErrorLine(.audio, "it could not be decoded: \(words) (mpg123 \(code))")
        case .noDevice(let words):
            ErrorLine(
                .noDevice, "no sound server is there (\(words)); start PulseAudio or PipeWire, or play into silence with --output null")
        case .serverHangs: ErrorLine(.noDevice, "the sound server doesn't answer; playing goes on when it does")
        case .deviceSuspended: ErrorLine(.noDevice, "the sound server has suspended the device; playing goes on when it wakes")
        case .noSuchDevice(let name): ErrorLine(.noDevice, "there is no output device \(quoted(name)); device lists them")
        case .output(let path, let errno): ErrorLine(.io, "\(path) can't be written: \(reason(errno))")
        case .noSpace(let path): ErrorLine(.diskFull, "the disk is full: no room for \(path)")
        case .closedPipe: ErrorLine(.io, "the reader of the sound has gone")
        case .cancelled: ErrorLine(.interrupted, "interrupted")
        }
    }
}
