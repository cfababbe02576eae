import Catalogue
import Library
import Playback

/// A recording that is being made of what plays.
struct Recording {
    let recorder: Recorder
    let record: EpisodeRecord
    /// The play whose sound it is.
    var token: PlayToken
}

/// What a recording is, or has come to.
public struct RecordingReport: Sendable, Hashable {
    /// The title of what was recorded.
    public var title: String
    /// Where it lies, or will when it has ended.
    public var path: String
    public var bytes: Int64

    public init(title: String, path: String, bytes: Int64) {
        self.title = title
        self.path = path
        self.bytes = bytes
    }
}

extension RadioSession {
    /// Writes what comes for what plays into a file from now on, as it comes: the one named, else a new one in the downloads folder. It ends with
    /// `endRecording`, or with what plays. Throws SessionError, LibraryError.
    public func record(to file: String?, over: Bool = false) async throws -> RecordingReport {
        try await inTurn {
            try refuseOtherPlayer()
            if let running = playing.recording { throw SessionError.recordingAlready(running.recorder.target.target) }
            guard let play = playing.current else { throw SessionError.nothingPlaying }
            guard let line = play.line, let source = line.source else {
                throw SessionError.notFromNetwork(title: play.record.episode.title)
            }
            let target = try await place(named: file, of: play, type: source.contentType)
            let recorder = try await onThread { try Recorder.begin(target, over: over) }
            let recording = Recording(recorder: recorder, record: play.record, token: play.token)
            (playing.recording, line.recorder) = (recording, recorder)
            return report(of: recording)
        }
    }

    /// Ends the recording. Throws SessionError.notRecording, .fileNotWritten.
    public func endRecording() async throws -> RecordingReport {
        try await inTurn {
            guard let recording = playing.recording else { throw SessionError.notRecording }
            return try await settle(recording)
        }
    }

    func report(of recording: Recording) -> RecordingReport {
        RecordingReport(
            title: recording.record.episode.title, path: recording.recorder.target.target, bytes: recording.recorder.bytes)
    }

    /// Ends the recording of a play that has ended, or every one, and tells.
    func endRecording(of token: PlayToken?, after failure: SessionError? = nil) async {
        guard let recording = playing.recording, token == nil || recording.token == token else { return }
        do {
            let report = try await settle(recording)
            onEvent(.recorded(report, failure))
        } catch {
            onEvent(.recorded(report(of: recording), error as? SessionError))
        }
    }

    /// It can't be written on: what is there stays.
    func recordingFailed(_ code: Int32, of token: PlayToken) async {
        guard let recording = playing.recording else { return }
        await endRecording(of: token, after: .fileNotWritten(recording.recorder.target.path, errno: code))
    }

    private func settle(_ recording: Recording) async throws -> RecordingReport {
        playing.open[recording.token]?.line?.recorder = nil
        playing.recording = nil
        try await onThread { try recording.recorder.settle() }
        return report(of: recording)
    }

    /// What the listener named, else the title with date and time.
    private func place(named file: String?, of play: Play, type: String?) async throws -> NewFile {
        if let file {
            let target = LocalFile.exists(file) ? LocalFile.absolute(file) : LocalFile.placed(file)
            try requireNotTheLibrary(target, file)
            return NewFile(target: target, path: file)
        }
        let folder = try await library().paths.downloads
        guard LocalFile.makeFolder(folder) else { throw SessionError.downloadFolder(path: folder) }
        let audio = play.record.episode.audio.first ?? AudioFile(url: "")
        let guessed = AudioEnding.before(audio)
        let ending = AudioEnding.after(audio, guessed: guessed, sniffed: type, named: nil, declared: type)
        let date = Timestamp.iso8601(now).prefix(16).map { $0 == "T" ? " " : $0 == ":" ? "." : $0 }
        let name = SafeName.of(play.record.episode.title, room: Self.nameRoom) ?? DownloadName.untitled
        var taken = TakenPlaces()
        let path = taken.free("\(folder)/\(name) \(String(date))", "." + ending)
        return NewFile(target: path, path: path)
    }

    private static let nameRoom = 200
}
