import Catalogue
import Library
import Session

/// The objects of bookmarks and of what was heard.
extension JSONLists {
    static func bookmark(_ bookmark: Bookmark, number: Int?) -> JSONLine {
        var line = JSONLine(type: "bookmark")
        line.add("n", number)
        line.add("id", bookmark.id)
        line.add("item", bookmark.item.id.description)
        line.add("title", bookmark.item.episode.title)
        line.add("position", bookmark.position.milliseconds)
        line.add("note", bookmark.note)
        return line
    }

    /// A place that was left: a sitting's end, without its beginning.
    static func place(_ place: LeftPlace, number: Int) -> JSONLine {
        var line = JSONLine(type: "listen")
        line.add("n", number)
        line.add("id", place.item.id.description)
        line.add("title", place.item.episode.title)
        line.add("to", Timestamp.iso8601(place.left))
        line.add("position", place.position.milliseconds)
        return line
    }

    /// The sums, then days, weeks and programmes: each with the seconds that were heard.
    static func stats(_ report: StatsReport) -> [JSONLine] {
        func object(_ period: String, _ heard: Double, _ sittings: Int) -> JSONLine {
            var line = JSONLine(type: "stats")
            line.add("period", period)
            line.add("heard", heard.milliseconds)
            line.add("listens", sittings)
            return line
        }
        var lines = report.sums.map { object($0.name.rawValue, $0.heard, $0.sittings) }
        for (period, spans) in [("day", report.days), ("week", report.weeks)] {
            for span in spans {
                var line = object(period, span.heard, span.sittings)
                line.add("from", span.day)
                lines.append(line)
            }
        }
        for program in report.programs {
            var line = object("program", program.heard, program.sittings)
            line.add("id", program.id?.description)
            line.add("title", program.title)
            lines.append(line)
        }
        return lines
    }
}
