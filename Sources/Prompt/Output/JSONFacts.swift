import Catalogue
import Playback
import Session

/// The objects that stand alone, as interface.md "JSON output" has them.
enum JSONFacts {
    static func audio(_ facts: AudioFacts, _ tags: AudioTags, name: String, isURL: Bool) -> JSONLine {
        var line = JSONLine(type: "audio")
        line.add(isURL ? "url" : "path", name)
        line.add("codec", facts.codec)
        line.add("mpeg", facts.mpeg)
        line.add("sampleRate", facts.sampleRate)
        line.add("channels", facts.channels)
        line.add("frames", facts.frames)
        line.add("duration", facts.duration)
        line.add("bitrate", facts.bitrate)
        line.add("vbr", facts.vbr)
        line.add("title", tags.title?.text)
        line.add("artist", tags.artist?.text)
        line.add("album", tags.album?.text)
        line.add("chapters", tags.chapters.isEmpty ? nil : tags.listedChapters.count)
        line.add("formatChanges", facts.formatChanges)
        line.add("bytes", facts.bytes)
        line.add("warnings", facts.warnings.map(TextAudio.words))
        return line
    }

    static func status(_ report: StatusReport) -> JSONLine {
        var line = JSONLine(type: "status")
        line.add("state", report.state.rawValue)
        line.add("id", report.record?.id.description)
        line.add("title", report.record?.episode.title)
        line.add("position", (report.position ?? report.record?.position)?.milliseconds)
        line.add("duration", (report.duration ?? report.record?.episode.duration)?.milliseconds)
        line.add("speed", report.speed)
        line.add("volume", report.volume)
        line.add("output", report.output)
        line.add("device", report.device)
        line.add("queuePosition", report.queuePosition)
        line.add("queueLength", report.queueLength)
        for mode in report.modes.named { line.add(mode.name, mode.isOn) }
        if let sleep = report.sleep {
            if sleep.goal == .time { line.add("sleep", sleep.left?.milliseconds) } else { line.add("sleep", sleep.goal.rawValue) }
        }
        line.add("stream", report.stream?.title)
        line.add("streamName", report.stream?.station)
        line.add("streamBitrate", report.stream?.bitrate)
        line.add("recording", report.recording?.path)
        line.add("recorded", report.recording?.bytes)
        line.add("error", report.error.map(ErrorText.words))
        return line
    }

    static func chapter(_ chapter: Chapter, isCurrent: Bool = false) -> JSONLine {
        var line = JSONLine(type: "chapter")
        line.add("number", chapter.number)
        line.add("title", chapter.title.isEmpty ? nil : chapter.title)
        line.add("start", chapter.start.milliseconds)
        line.add("end", chapter.end?.milliseconds)
        if isCurrent { line.add("current", true) }
        return line
    }

    static func error(_ error: any Error, about title: String? = nil) -> JSONLine {
        let words = title.map { ErrorText.words(for: error, about: $0) } ?? ErrorText.words(for: error)
        var inner = JSONLine()
        inner.add("code", ErrorText.code(for: error).rawValue)
        inner.add("message", words)
        var line = JSONLine(type: "error")
        line.add("error", inner)
        return line
    }
}

extension Double {
    /// A place in seconds to the millisecond: no ear tells more, and it can be read.
    var milliseconds: Double { (self * 1000).rounded() / 1000 }
}
