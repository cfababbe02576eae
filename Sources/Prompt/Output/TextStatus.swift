import Catalogue
import Session
import Terminal

/// What is playing, in words: for `status`, for the bar at the prompt's foot, and for what happens by itself.
enum TextStatus {
    /// Several lines, as mpc has them.
    static func lines(_ report: StatusReport) -> [String] {
        var lines: [String] = []
        if let record = report.record {
            lines.append("\(sign(report.state)) \(name(record))")
            lines.append(join([place(report), queuePlace(report)]))
        } else {
            let queue = report.queueLength > 0 ? Figures.count(report.queueLength, "item", "items") + " in the queue" : "the queue is empty"
            lines.append("\(sign(report.state)) nothing is current; \(queue)")
        }
        lines.append("volume \(report.volume)% · " + modes(report.modes))
        lines.append(join(["output \(plain(report.output))", report.device.map { "device \(plain($0))" }]))
        if let process = report.process { lines.append("played by process \(process)") }
        if let error = report.error { lines.append("no sound: \(ErrorText.words(for: error))") }
        return lines
    }

    /// `▶ 1:23/3:05  Title · Programme`.
    static func short(_ report: StatusReport) -> String {
        "\(sign(report.state)) \(join([place(report, short: true), report.record.map(name)], by: "  "))"
    }

    /// One line of at most `width` columns: state, place, title, and on the right what else matters.
    static func bar(_ report: StatusReport, width: Int) -> String {
        let right = join([
            report.error == nil ? nil : "no sound", queuePlace(report, short: true), report.volume == 100 ? nil : "\(report.volume)%",
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

    /// `random on · repeat off · single off · consume off`.
    static func modes(_ modes: QueueModes) -> String {
        modes.named.map { "\($0.name) \($0.isOn ? "on" : "off")" }.joined(separator: " · ")
    }

    /// `Title · Programme`, on one line.
    static func name(_ record: EpisodeRecord) -> String {
        join([plain(record.episode.title), record.episode.programTitle.map(plain)])
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
