import Catalogue
import Library
import Session
import Terminal

/// What is playing, in words: for `status`, for the bar at the prompt's foot, and for what happens by itself.
enum TextStatus {
    /// Several lines, as mpc has them.
    static func lines(_ report: StatusReport) -> [String] {
        var lines: [String] = []
        if let record = report.record {
            lines.append("\(sign(report.state)) \(name(record))")
            if let title = report.stream?.title { lines.append("♪ \(plain(title))") }
            lines.append(join([place(report), speed(report), queuePlace(report)]))
            if let chapter = report.chapter { lines.append(name(chapter)) }
            if let stream = report.stream, let says = stationName(stream, of: record) { lines.append(says) }
        } else {
            let queue = report.queueLength > 0 ? Figures.count(report.queueLength, "item", "items") + " in the queue" : "the queue is empty"
            lines.append("\(sign(report.state)) nothing is current; \(queue)")
        }
        lines.append("volume \(report.volume)% · " + modes(report.modes))
        if let sleep = report.sleep { lines.append(self.sleep(sleep)) }
        lines.append(join(["output \(plain(report.output))", report.device.map { "device \(plain($0))" }]))
        if let recording = report.recording {
            lines.append("recording to \(plain(recording.path)), \(Figures.size(recording.bytes))")
        }
        if let process = report.process { lines.append("played by process \(process)") }
        if let error = report.error { lines.append("no sound: \(ErrorText.words(for: error))") }
        return lines
    }

    /// What a station calls itself, where that isn't its title here, and its bit rate.
    private static func stationName(_ stream: StreamReport, of record: EpisodeRecord) -> String? {
        let name = stream.station.flatMap { $0 == record.episode.title ? nil : plain($0) }
        let text = join([name, stream.bitrate.map { "\($0) kbit/s" }])
        return text.isEmpty ? nil : text
    }

    /// `▶ 1:23/3:05  Title · Programme`.
    static func short(_ report: StatusReport) -> String {
        let what = join([report.stream?.title.map(plain), report.record.map(name)])
        return "\(sign(report.state)) \(join([place(report, short: true), what], by: "  "))"
    }

    /// One line of at most `width` columns: state, place, title, and on the right what else matters.
    static func bar(_ report: StatusReport, width: Int) -> String {
        let right = join([
            report.error == nil ? nil : "no sound", report.recording == nil ? nil : "● recording", queuePlace(report, short: true),
            report.sleep.map { sleep($0, short: true) },
            report.speed == 1 ? nil : times(report.speed),
            report.volume == 100 ? nil : "\(report.volume)%",
            switchedOn(report.modes),
        ])
        guard report.record != nil else { return Columns.fit("\(sign(report.state)) \(right)", width) }
        let left = short(report)
        let room = width - Columns.width(right) - 2
        // On a narrow terminal the title matters more than the rest.
        guard !right.isEmpty, room >= 24 else { return Columns.fit(left, width) }
        let title = Columns.fit(left, room)
        return title + String(repeating: " ", count: max(width - Columns.width(title) - Columns.width(right), 0)) + right
    }

    /// What is being fetched, on one line: `↓ 43%  2.1 MB of 4.9 MB  Title · 2 more`; nil where it is nothing.
    static func bar(transfers: [DownloadRecord], width: Int) -> String? {
        guard let first = transfers.first else { return nil }
        let share = first.size.flatMap { $0 > 0 ? "\(min(first.received * 100 / $0, 100))%" : nil }
        let size = first.size.map { "\(Figures.size(first.received)) of \(Figures.size($0))" } ?? Figures.size(first.received)
        let more = transfers.count > 1 ? "\(transfers.count - 1) more" : nil
        return Columns.fit("↓ " + join([share, size, join([plain(first.title), more])], by: "  "), width)
    }

    /// `sleep in 29:58`, `sleep at the end of the chapter, in 2:10`, or in short `sleep 2:10`.
    static func sleep(_ report: SleepReport, short: Bool = false) -> String {
        let left = report.left.map { Figures.clock($0.rounded(.up)) }
        if short { return "sleep \(left ?? "at the end")" }
        if report.goal == .time { return "sleep in \(left ?? "0:00")" }
        return "sleep at the end of the \(report.goal.rawValue)" + (left.map { ", in \($0)" } ?? "")
    }

    /// `random on · repeat off · single off · consume off`.
    static func modes(_ modes: QueueModes) -> String {
        modes.named.map { "\($0.name) \($0.isOn ? "on" : "off")" }.joined(separator: " · ")
    }

    /// `Title · Programme`, on one line.
    static func name(_ record: EpisodeRecord) -> String {
        join([plain(record.episode.title), record.episode.programTitle.map(plain)])
    }

    /// `chapter 2: Main`.
    static func name(_ chapter: Chapter) -> String {
        "chapter \(chapter.number)" + (chapter.title.isEmpty ? "" : ": \(plain(chapter.title))")
    }

    static func sign(_ state: StatusReport.State) -> String {
        switch state {
        case .playing: "▶"
        case .paused: "‖"
        case .stopped: "■"
        case .buffering: "…"
        }
    }

    private static func plain(_ text: String) -> String { Columns.plain(text) }

    private static func join(_ parts: [String?], by separator: String = " · ") -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: separator)
    }

    /// `paused at 1:23 of 3:05 (44%)`, or in short `1:23/3:05`.
    private static func place(_ report: StatusReport, short: Bool = false) -> String {
        let position = report.position ?? report.record?.position ?? 0
        let duration = report.duration ?? report.record?.episode.duration
        let at = Figures.clock(max(position, 0))
        if short { return duration.map { "\(at)/\(Figures.length($0))" } ?? at }
        guard let duration, duration > 0 else { return "\(report.state.rawValue) at \(at)" }
        let percent = Int(exactly: (position / duration * 100).rounded(.down)) ?? 0
        return "\(report.state.rawValue) at \(at) of \(Figures.length(duration)) (\(min(max(percent, 0), 100))%)"
    }

    /// `2:40 left at 1.5x`, in minutes as they are heard; nil at the usual speed.
    private static func speed(_ report: StatusReport) -> String? {
        if report.speed == 1 || report.speed <= 0 { return nil }
        guard let duration = report.duration, let position = report.position else { return times(report.speed) }
        return "\(Figures.clock(max(duration - position, 0) / report.speed)) left at \(times(report.speed))"
    }

    private static func times(_ speed: Double) -> String { Figures.plain(speed) + "x" }

    private static func queuePlace(_ report: StatusReport, short: Bool = false) -> String? {
        guard let position = report.queuePosition else { return nil }
        return short ? "\(position)/\(report.queueLength)" : "\(position) of \(report.queueLength) in the queue"
    }

    private static func switchedOn(_ modes: QueueModes) -> String {
        modes.named.filter(\.isOn).map(\.name).joined(separator: " ")
    }
}

extension QueueModes {
    /// The modes by the names of their commands, in the order in which they are shown.
    var named: [(name: String, isOn: Bool)] {
        [("random", random), ("repeat", repeats), ("single", single), ("consume", consume)]
    }
}
