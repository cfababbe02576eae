import Catalogue
import Library
import Session
import Terminal

/// What happened by itself, as one line at the prompt.
enum TextEvents {
    static func line(_ event: SessionEvent) -> EventLine? {
        switch event {
        case .status, .downloading: nil
        case .nowPlaying(let record, let from): told("▶ \(TextStatus.name(record))\(times(record, from: from))")
        case .streamTitle(let title, _, _): told("♪ \(Columns.plain(title))")
        case .recorded(let report, nil): told(recorded(report))
        case .recorded(let report, let error?):
            failed("the recording has ended: \(ErrorText.words(for: error)); \(recorded(report))")
        case .skipped(let record, let error): failed("skipped \(ErrorText.words(for: error, about: record.episode.title))")
        case .queueEnded(0): told("■ the queue has ended")
        case .queueEnded(let failures):
            told("■ the queue has ended; \(Figures.count(failures, "item", "items")) could not be played")
        case .asleep(nil): told("■ sleep: stopped")
        case .asleep(let place?): told("■ sleep: stopped, to go on from \(Figures.clock(place))")
        case .noDevice(let error): failed("no sound: \(ErrorText.words(for: error))")
        case .intoSilence(let error): failed("playing into silence: \(ErrorText.words(for: error))")
        case .settingsProblem(let error): failed("\(ErrorText.words(for: error)); the default holds")
        case .rescued(let report): failed(RescueText.line(report))
        case .backupFailed(let error): failed("no backup was made: \(ErrorText.words(for: error))")
        case .libraryFailed(let error): failed("not written down: \(ErrorText.words(for: error))")
        case .downloadLost(let record, let error):
            failed("\(name(record.episode.title)): \(ErrorText.words(for: error)); playing it from where it was fetched")
        case .deviceBack: told("sound is back")
        case .detour(let asked, let used): failed("playing on \(name(used)) instead of \(name(asked))")
        case .download(let record): download(record)
        case .downloadFailed(let record, let error):
            failed("not downloaded: \(ErrorText.words(for: error, about: record.title))")
        }
    }

    /// What has come of a recording.
    static func recorded(_ report: RecordingReport) -> String {
        if report.bytes == 0 { return "nothing came of \(name(report.title)) that could be recorded" }
        return "● recorded \(name(report.title)), \(Figures.size(report.bytes)): \(Columns.plain(report.path))"
    }

    private static func download(_ record: DownloadRecord) -> EventLine? {
        switch record.state {
        case .waiting, .running: nil
        case .done: told("↓ downloaded \(name(record.title))\(record.size.map { ", \(Figures.size($0))" } ?? "")")
        // `cancel` says so itself, and an error comes with `downloadFailed`.
        case .cancelled, .failed: nil
        }
    }

    private static func times(_ record: EpisodeRecord, from: Double) -> String {
        let length = record.episode.duration.map { "  \(Figures.length($0))" } ?? ""
        return from >= 1 ? "\(length), from \(Figures.clock(from))" : length
    }

    private static func name(_ title: String) -> String { ErrorText.quoted(Columns.plain(title)) }

    private static func told(_ text: String) -> EventLine { EventLine(text: text, isError: false) }

    private static func failed(_ text: String) -> EventLine { EventLine(text: text, isError: true) }
}
