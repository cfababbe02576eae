import Catalogue
import Library
import Playback
import Queue
import Session

/// The objects of the listener's own lists and of the machine's things, as interface.md "JSON output" has them.
enum JSONLists {
    static func entry(_ line: QueueLine) -> JSONLine {
        var entry = JSONLine(type: "entry")
        entry.add("n", line.position)
        entry.add("position", line.position)
        entry.add("title", line.record.episode.title)
        entry.add("id", line.record.id.description)
        entry.add("duration", line.record.episode.duration)
        entry.add("current", line.isCurrent)
        return entry
    }

    /// A line of a playlist file.
    static func entry(_ entry: PlaylistEntry, position: Int) -> JSONLine {
        var line = JSONLine(type: "entry")
        line.add("position", position)
        line.add("title", entry.title)
        line.add("url", entry.url)
        line.add("duration", entry.duration)
        return line
    }

    static func playlist(_ record: PlaylistRecord, number: Int) -> JSONLine {
        var line = JSONLine(type: "playlist")
        line.add("n", number)
        line.add("name", record.name)
        line.add("items", record.items)
        return line
    }

    static func listen(_ record: ListenRecord, number: Int) -> JSONLine {
        var line = JSONLine(type: "listen")
        line.add("n", number)
        line.add("id", record.item.id.description)
        line.add("title", record.item.episode.title)
        line.add("from", Timestamp.iso8601(record.from))
        line.add("to", record.to.map(Timestamp.iso8601))
        line.add("position", record.position.milliseconds)
        let titles = record.titles.map { heard in
            var line = JSONLine()
            line.add("title", heard.title)
            line.add("at", Timestamp.iso8601(heard.at))
            return line
        }
        line.add("titles", titles)
        return line
    }

    /// For each chart its heading and how the thing stood at each look; without a rank where it wasn't in the chart.
    static func history(_ history: ChartHistory) -> [(chart: JSONLine, ranks: [JSONLine])] {
        history.charts.map { trace in
            var chart = JSONLine(type: "chart")
            chart.add("name", trace.name)
            chart.add("title", trace.title)
            chart.add("entries", trace.points.count)
            let ranks = trace.points.map { point in
                var line = JSONLine(type: "rank")
                line.add("id", history.record.id.description)
                line.add("chart", trace.name)
                line.add("time", Timestamp.iso8601(point.time))
                line.add("rank", point.rank)
                return line
            }
            return (chart, ranks)
        }
    }

    static func download(_ record: DownloadRecord, number: Int?) -> JSONLine {
        var line = JSONLine(type: "download")
        line.add("n", number)
        line.add("id", record.id.description)
        line.add("state", record.state.rawValue)
        line.add("received", record.received)
        line.add("size", record.size)
        line.add("path", record.path)
        line.add("sha256", record.sha256)
        line.add("error", record.error)
        return line
    }

    static func update(_ update: UpdateLine) -> JSONLine {
        var line = JSONLine(type: "update")
        line.add("id", update.program.id.description)
        line.add("title", update.program.program.title)
        line.add("added", update.added)
        line.add("changed", update.changed)
        line.add("error", update.error.map { ErrorText.words(for: $0) })
        return line
    }

    static func cleanup(_ item: CleanupItem) -> JSONLine {
        var line = JSONLine(type: "cleanup")
        line.add("id", item.id.description)
        line.add("title", item.title)
        line.add("path", item.path)
        line.add("size", item.size)
        line.add("rule", item.rule)
        return line
    }

    static func undo(_ step: UndoStep, number: Int?) -> JSONLine {
        var line = JSONLine(type: "undo")
        line.add("n", number)
        line.add("action", step.action)
        line.add("items", step.items)
        line.add("title", step.title)
        line.add("time", Timestamp.iso8601(step.time))
        return line
    }

    static func source(_ source: Source, isCurrent: Bool) -> JSONLine {
        var line = JSONLine(type: "source")
        line.add("name", source.name)
        line.add("kind", source.kind.rawValue)
        line.add("url", source.url)
        line.add("current", isCurrent)
        line.add("builtin", source.isBuiltIn)
        return line
    }

    static func outline(_ outline: FeedOutline) -> JSONLine {
        var line = JSONLine(type: "feed")
        line.add("title", outline.title.isEmpty ? nil : outline.title)
        line.add("url", outline.url)
        line.add("web", outline.web)
        line.add("group", outline.group)
        return line
    }

    static func device(_ device: AudioDevice, isCurrent: Bool) -> JSONLine {
        var line = JSONLine(type: "device")
        line.add("name", device.name)
        line.add("title", device.title)
        line.add("current", isCurrent)
        return line
    }

    static func setting(_ setting: SettingReport) -> JSONLine {
        var line = JSONLine(type: "setting")
        line.add("key", setting.key)
        line.add("value", setting.value)
        line.add("default", setting.defaultValue)
        return line
    }

    /// The closing line of a list or a change.
    static func result(_ action: String, items: Int, skipped: Int = 0) -> JSONLine {
        var line = JSONLine(type: "result")
        line.add("action", action)
        line.add("items", items)
        line.add("skipped", skipped)
        return line
    }
}
