import Catalogue
import Library
import Session

/// The objects of things in a catalogue, as interface.md "JSON output" has them. What isn't known is left out.
enum JSONItems {
    /// Where a line stands: its number, and the heading it belongs to.
    struct Place {
        var number: Int?
        var card: String?
        /// Where a line of a search is from: `library`, or a source's name.
        var from: String?
        /// The place in its notes that a search has found.
        var context: String?
        var chart: (name: String, place: ChartPlace)?
    }

    static func line(_ line: Listing.Line, _ place: Place) -> JSONLine {
        switch line {
        case .activity(let activity, let target): Self.activity(activity, target: target, place)
        case .program(let program, let record): Self.program(program, record, place)
        case .episode(let episode, let record): Self.episode(episode, record, place)
        case .station(let station, let record): Self.station(station, record, place)
        case .story(let story, let record): Self.story(story, record, text: nil, place)
        case .comment(let comment): Self.comment(comment)
        case .category(let category): Self.category(category, place)
        }
    }

    static func program(_ program: Program, _ record: ProgramRecord?, _ place: Place = Place()) -> JSONLine {
        var line = start("program", place)
        line.add("id", record?.id.description)
        line.add("source", record?.source)
        line.add("title", program.title)
        line.add("hosts", program.hosts)
        line.add("summary", program.summary)
        line.add("image", program.image)
        line.add("feed", program.feed)
        line.add("web", program.web)
        line.add("episodes", program.episodeCount)
        line.add("updated", program.updated.map(Timestamp.iso8601))
        line.add("language", program.language)
        line.add("subscribed", record?.subscribed)
        line.add("favourite", record?.favourite)
        line.add("counters", counters(program.counters))
        return line
    }

    static func episode(_ episode: Episode, _ record: EpisodeRecord?, _ place: Place = Place()) -> JSONLine {
        var line = start("episode", place)
        line.add("id", record?.id.description)
        line.add("program", record?.programID?.description)
        line.add("programTitle", episode.programTitle)
        line.add("source", record?.source)
        line.add("title", episode.title)
        line.add("guid", episode.guid)
        line.add("summary", episode.summary)
        line.add("published", episode.published.map(Timestamp.iso8601))
        line.add("duration", episode.duration)
        line.add("number", episode.number)
        line.add("season", episode.season)
        line.add("audio", episode.audio.map(audio))
        line.add("image", episode.image)
        line.add("web", episode.web)
        line.add("favourite", record?.favourite)
        line.add("liked", record?.liked)
        line.add("played", record?.played)
        line.add("position", record?.position?.milliseconds)
        line.add("downloaded", record?.downloaded)
        line.add("counters", counters(episode.counters))
        return line
    }

    static func station(_ station: Station, _ record: StationRecord?, _ place: Place = Place()) -> JSONLine {
        var line = start("station", place)
        line.add("id", record?.id.description)
        line.add("source", record?.source)
        line.add("title", station.title)
        line.add("audio", station.audio.map(audio))
        line.add("tags", station.tags)
        line.add("country", station.country)
        line.add("language", station.language)
        line.add("codec", station.codec)
        line.add("votes", station.votes)
        line.add("clicks", station.clicks)
        line.add("image", station.image)
        line.add("web", station.web)
        line.add("favourite", record?.favourite)
        return line
    }

    /// `text` is given for `read` only.
    static func story(_ story: Story, _ record: StoryRecord?, text: String? = nil, _ place: Place = Place()) -> JSONLine {
        var line = start("story", place)
        line.add("id", record?.id.description)
        line.add("source", record?.source)
        line.add("title", story.title.isEmpty ? nil : story.title)
        line.add("author", story.author)
        line.add("hint", story.hint)
        line.add("date", story.day)
        line.add("image", story.image)
        line.add("web", story.web)
        line.add("liked", record?.liked)
        line.add("favourite", record?.favourite)
        line.add("counters", counters(story.counters))
        line.add("text", text?.isEmpty == true ? nil : text)
        return line
    }

    static func comment(_ comment: Comment) -> JSONLine {
        var line = JSONLine(type: "comment")
        line.add("id", comment.ref)
        line.add("author", comment.author)
        line.add("text", comment.text)
        line.add("likes", comment.likes)
        line.add("time", comment.time.map(Timestamp.iso8601))
        guard let reply = comment.replyTo else { return line }
        var replyTo = JSONLine()
        replyTo.add("author", reply.author)
        replyTo.add("text", reply.text)
        replyTo.add("deleted", reply.isDeleted)
        line.add("replyTo", replyTo)
        return line
    }

    static func category(_ category: Category, _ place: Place = Place()) -> JSONLine {
        var line = start("category", place)
        line.add("id", category.ref)
        line.add("title", category.title)
        line.add("group", category.group)
        return line
    }

    private static func activity(_ activity: Activity, target id: ItemID?, _ place: Place) -> JSONLine {
        var target = JSONLine()
        target.add("kind", kind(activity.target))
        target.add("id", id?.description)
        if case .web(let url) = activity.target { target.add("url", url) }
        var line = start("activity", place)
        line.add("title", activity.title)
        line.add("image", activity.image)
        line.add("target", target)
        return line
    }

    private static func start(_ type: String, _ place: Place) -> JSONLine {
        var line = JSONLine(type: type)
        line.add("n", place.number)
        line.add("card", place.card)
        line.add("from", place.from)
        line.add("context", place.context)
        line.add("chart", place.chart?.name)
        line.add("rank", place.chart?.place.rank)
        switch place.chart?.place.movement {
        case .by(let ranks): line.add("movement", ranks)
        case .new: line.add("movement", "new")
        case nil: break
        }
        return line
    }

    private static func audio(_ file: AudioFile) -> JSONLine {
        var line = JSONLine()
        line.add("url", file.url)
        line.add("mime", file.mime)
        line.add("bitrate", file.bitrate)
        line.add("size", file.size)
        if file.size != nil { line.add("sizeIsEstimate", file.sizeIsEstimate) }
        return line
    }

    /// As the service shows them, by name; of two of one name the first.
    private static func counters(_ counters: [Counter]) -> JSONLine {
        var line = JSONLine()
        var names: Set<String> = []
        for counter in counters where names.insert(counter.name).inserted { line.add(counter.name, counter.text) }
        return line
    }

    private static func kind(_ target: Activity.Target) -> String {
        switch target {
        case .program: "program"
        case .episode: "episode"
        case .station: "station"
        case .story: "story"
        case .web: "web"
        case .live: "live"
        case .none: "none"
        }
    }
}
