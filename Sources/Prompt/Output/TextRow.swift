import Catalogue
import Library

/// One line of a list as people see it: the cells of its columns, not yet cut.
struct TextRow {
    var number: Int?
    /// In a chart.
    var place: ChartPlace?
    /// `▶` playing, `♥` favourite, `↓` downloaded, `✓` heard to its end.
    var marks = ""
    var title: String
    /// Its programme, its hosts, or what an activity leads to.
    var by = ""
    var date = ""
    /// How long an episode is, or how many episodes a programme has.
    var length = ""
    /// The first of the service's counters: `1.2万 listens`.
    var counter = ""
}

extension TextRow {
    init(_ line: Listing.Line, number: Int?, place: ChartPlace?, playing: ItemID?) {
        switch line {
        case .activity(let activity, _): self.init(title: activity.title, by: Self.goal(activity.target))
        case .program(let program, let record): self.init(program, isFavourite: record?.favourite == true)
        case .episode(let episode, let record): self.init(episode, record, playing: playing)
        case .station(let station, let record): self.init(station, record, playing: playing)
        case .story(let story, let record): self.init(story, record)
        case .comment(let comment): self.init(title: comment.text, by: comment.author ?? "")
        case .category(let category): self.init(title: category.title, by: category.group ?? "", counter: category.ref)
        }
        self.number = number
        self.place = place
    }

    init(_ program: Program, isFavourite: Bool) {
        self.init(
            marks: isFavourite ? "♥" : "", title: program.title, by: program.hosts.joined(separator: ", "),
            date: Figures.day(program.updated), length: program.episodeCount.map { "\($0) ep." } ?? "",
            counter: Self.counter(program.counters))
    }

    init(_ episode: Episode, _ record: EpisodeRecord?, playing: ItemID? = nil) {
        var marks = ""
        if let record {
            if record.id == playing { marks += "▶" }
            if record.favourite { marks += "♥" }
            if record.downloaded != nil { marks += "↓" }
            if record.played { marks += "✓" }
        }
        self.init(
            marks: marks, title: episode.title, by: episode.programTitle ?? episode.hosts.joined(separator: ", "),
            date: Figures.day(episode.published), length: Self.length(episode, record), counter: Self.counter(episode.counters))
    }

    /// What it broadcasts: its country, and the stream's codec and bit rate in a length's place.
    init(_ station: Station, _ record: StationRecord?, playing: ItemID? = nil) {
        var marks = ""
        if let record, record.id == playing { marks += "▶" }
        if record?.favourite == true { marks += "♥" }
        let rate = station.audio.first?.bitrate.map(String.init)
        self.init(
            marks: marks, title: station.title, by: station.country ?? station.language ?? "",
            length: [station.codec, rate].compactMap { $0 }.joined(separator: " "),
            counter: station.clicks.map { "\($0) clicks" } ?? station.votes.map { "\($0) votes" } ?? "")
    }

    init(_ story: Story, _ record: StoryRecord?) {
        let marks = (record?.favourite == true ? "♥" : "") + (record?.liked == true ? "+" : "")
        self.init(marks: marks, title: story.title, by: story.author ?? story.hint ?? "", date: story.day ?? "")
    }

    /// `3:05`, or `1:00 of 3:05` where the listener stopped on the way.
    private static func length(_ episode: Episode, _ record: EpisodeRecord?) -> String {
        let whole = Figures.length(episode.duration)
        guard let position = record?.position, position >= 1 else { return whole }
        return whole.isEmpty ? "at \(Figures.clock(position))" : "\(Figures.clock(position)) of \(whole)"
    }

    private static func counter(_ counters: [Counter]) -> String { counters.first.map { "\($0.text) \($0.name)" } ?? "" }

    private static func goal(_ target: Activity.Target) -> String {
        switch target {
        case .program: "programme"
        case .episode: "episode"
        case .station: "station"
        case .story: "story"
        case .web: "web page"
        case .live: "live"
        case .none: ""
        }
    }
}
